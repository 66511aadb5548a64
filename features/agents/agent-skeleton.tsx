import { Skeleton } from "@/components/skeleton";
import { AgentHeader } from "./agent-header";

export function AgentSkeleton() {
  return (
    <>
      <AgentHeader agent={null} />
      <div role="status" className="space-y-4 p-4 md:p-6">
        <span className="sr-only">Loading the agent</span>
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    </>
  );
}
