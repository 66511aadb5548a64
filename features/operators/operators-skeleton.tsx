import { Skeleton } from "@/components/skeleton";

const ROWS = ["w-32", "w-40", "w-28", "w-36"];

export function OperatorsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the operators</span>
      {ROWS.map((width) => (
        <div key={width} className="flex items-center gap-6 border-b px-4 py-3.5 md:px-6">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-3.5 w-40 max-md:hidden" />
          <Skeleton className="ml-auto h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}
