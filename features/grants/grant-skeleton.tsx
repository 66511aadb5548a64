import { Skeleton } from "@/components/skeleton";

export function GrantSkeleton() {
  return (
    <div role="status" className="space-y-4 p-4 md:p-6">
      <span className="sr-only">Loading the grant</span>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
