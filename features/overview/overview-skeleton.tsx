import { Skeleton } from "@/components/skeleton";

export function OverviewSkeleton() {
  return (
    <div role="status" className="mx-auto max-w-7xl px-4 pt-5 pb-10 md:px-6">
      <span className="sr-only">Counting</span>
      <Skeleton className="mb-2 h-6 w-full max-w-3xl" />
      <Skeleton className="mb-6 h-4 w-64" />
      <PlotsSkeleton />
    </div>
  );
}

export function PlotsSkeleton() {
  return (
    <div aria-hidden className="grid gap-4 lg:grid-cols-2">
      <PlotSkeleton className="lg:col-span-2" />
      <PlotSkeleton />
      <PlotSkeleton />
    </div>
  );
}

function PlotSkeleton({ className = "" }: { className?: string }) {
  return (
    <div className={`rounded-lg border bg-surface ${className}`}>
      <div className="flex h-10 items-center border-b px-4">
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="flex h-72 items-end gap-2 p-4">
        {["h-1/3", "h-1/2", "h-2/3", "h-1/4", "h-3/5", "h-2/5", "h-1/2", "h-3/4", "h-1/3", "h-1/2"].map(
          (height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture
            <Skeleton key={index} className={`flex-1 ${height}`} />
          ),
        )}
      </div>
    </div>
  );
}
