import { PageHeader } from "@/components/page-header";
import { Skeleton } from "@/components/skeleton";

export function IntentSkeleton() {
  return (
    <div role="status">
      <h1 className="sr-only">Loading the intent</h1>
      <PageHeader title={<Skeleton className="h-5 w-64" />} />
      <div className="grid gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-6">
        <div className="space-y-4">
          <Skeleton className="h-40" />
          <Skeleton className="h-56" />
        </div>
        <Skeleton className="h-72" />
      </div>
    </div>
  );
}
