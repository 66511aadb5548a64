import { clsx } from "clsx";
import { Instant } from "@/components/instant";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { approveWords, DENY_WORDS, TIME_OUT_WORDS } from "../decide/consequence-words";

/** What follows from a yes, a no, and from nothing. */
export function Consequences({ item, className }: { item: InboxItemDto; className?: string }) {
  const { until } = item.waiting;
  return (
    <ul aria-label="What happens" className={clsx("text-ink-soft text-sm", className)}>
      <li>
        <strong className="font-medium text-ink">Approve:</strong> {approveWords(item)}.
      </li>
      <li>
        <strong className="font-medium text-ink">Deny:</strong> {DENY_WORDS}.
      </li>
      <li>
        <strong className="font-medium text-ink">
          No decision
          {until !== null && (
            <>
              {" by "}
              <Instant at={until} show={isToday(until) ? "time" : "full"} />
            </>
          )}
          :
        </strong>{" "}
        {until === null ? "it waits; its clock stands still while it is paused" : TIME_OUT_WORDS}.
      </li>
    </ul>
  );
}

function isToday(at: string): boolean {
  return new Date(at).toDateString() === new Date().toDateString();
}
