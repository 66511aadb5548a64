import { Instant } from "@/components/instant";
import type { ReconciliationDto } from "@/lib/wire/reconciliation";

/** What the source covers. */
export function RunWindow({ window, className }: Pick<ReconciliationDto, "window"> & { className?: string }) {
  return (
    <span className={className}>
      {window === null ? (
        "No dates: nothing can be called missing"
      ) : (
        <>
          <Instant at={window.from} /> to <Instant at={window.to} />
        </>
      )}
    </span>
  );
}
