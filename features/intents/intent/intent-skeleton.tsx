import { PageHeader } from "@/components/page-header";
import { Skeleton } from "@/components/skeleton";
import { BODY_GRID } from "./body-grid";

export function IntentSkeleton() {
  return (
    <div role="status">
      <h1 className="sr-only">Loading the intent</h1>
      <PageHeader title={<Skeleton className="h-5 w-64" />} />
      <BodySkeleton />
    </div>
  );
}

export function BodySkeleton() {
  return (
    <div className={BODY_GRID}>
      <div className="space-y-4">
        <Skeleton className="h-28" />
        <Skeleton className="h-56" />
      </div>
      <Skeleton className="h-96" />
    </div>
  );
}
