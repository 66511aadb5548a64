import { PageHeader } from "@/components/page-header";
import { UpdateControl } from "@/components/update-control";

/** `waitingCount`: of what is shown; null while nobody knows. */
export function InboxHeader({ waitingCount }: { waitingCount: number | null }) {
  return (
    <PageHeader
      title={
        <h1 className="flex items-baseline gap-2 font-semibold text-base text-ink">
          Inbox
          {waitingCount !== null && waitingCount > 0 && (
            <span className="font-normal text-ink-soft text-sm tabular-nums">
              {waitingCount.toLocaleString()} waiting
            </span>
          )}
        </h1>
      }
    >
      <UpdateControl className="ml-auto" />
    </PageHeader>
  );
}
