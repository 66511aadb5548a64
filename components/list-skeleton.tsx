import { Skeleton } from "./skeleton";

const WIDTHS = ["w-4/5", "w-3/5", "w-2/3", "w-3/4", "w-1/2", "w-4/5", "w-3/5", "w-2/3"];

/** Rows that are on their way. */
export function ListSkeleton({ what }: { what: string }) {
  return (
    <div role="status">
      <span className="sr-only">Loading {what}</span>
      {WIDTHS.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture
        <div key={index} className="flex h-20 items-center gap-4 border-b px-4 md:h-14 md:px-6">
          <Skeleton round className="h-5 w-24" />
          <span className="flex-1">
            <Skeleton className={`h-3.5 ${width}`} />
          </span>
          <Skeleton className="h-3.5 w-14" />
        </div>
      ))}
    </div>
  );
}
