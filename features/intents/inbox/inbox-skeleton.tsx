import { Skeleton } from "@/components/skeleton";

const WIDTHS = ["w-3/5", "w-1/2", "w-2/3", "w-2/5", "w-3/5", "w-1/2"];

export function InboxSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading what waits</span>
      {WIDTHS.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture
        <div key={index} className="flex h-52 gap-4 border-b px-4 py-4 md:h-28 md:px-6">
          <span className="flex flex-1 flex-col gap-3">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton round className="h-5 w-24" />
            <Skeleton className="h-3 w-40" />
          </span>
          <span className="flex flex-col items-end gap-3 max-md:hidden">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-8 w-44" />
          </span>
        </div>
      ))}
    </div>
  );
}
