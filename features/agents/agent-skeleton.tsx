import { Skeleton } from "@/components/skeleton";

export function AgentSkeleton() {
  return (
    <div role="status" className="space-y-4 p-4 md:p-6">
      <span className="sr-only">Loading the agent</span>
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-28 w-full" />
    </div>
  );
}
