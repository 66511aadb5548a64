import { clsx } from "clsx";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { approveWords, DENY_WORDS, TIME_OUT_WORDS } from "../decide/consequence-words";

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "short", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

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
              <time dateTime={until} title={titleOf(until)}>
                {(isToday(until) ? TIME : DAY).format(new Date(until))}
              </time>
            </>
          )}
          :
        </strong>{" "}
        {until === null ? "it waits; its clock stands still while it is paused" : TIME_OUT_WORDS}.
      </li>
    </ul>
  );
}

function titleOf(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function isToday(at: string): boolean {
  return new Date(at).toDateString() === new Date().toDateString();
}
