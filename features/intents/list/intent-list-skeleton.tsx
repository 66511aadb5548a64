import { Skeleton } from "@/components/skeleton";

const ROWS = ["w-4/5", "w-3/5", "w-2/3", "w-3/4", "w-1/2", "w-4/5", "w-3/5", "w-2/3"];

export function IntentListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the intents</span>
      <div className="h-7.5 border-b bg-sunken" />
      {ROWS.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture
        <div key={index} className="flex h-25 items-center gap-4 border-b px-4 lg:h-10 md:px-6">
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
