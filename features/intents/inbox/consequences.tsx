import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { approveWords, DENY_WORDS, TIME_OUT_WORDS } from "../decide/consequence-words";
import { morePeople } from "../words/people-words";
import { kindOf } from "./row-kind";

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "short", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Whether somebody's word, or nobody's, leads to something: a doubt and a pause just wait. */
export function hasConsequences(item: InboxItemDto): boolean {
  return ["decide", "bypass"].includes(kindOf(item));
}

/** What follows from a yes, a no, and from nothing. */
export function Consequences({ item, className }: { item: InboxItemDto; className?: string }) {
  const { until } = item.waiting;
  const isBypass = kindOf(item) === "bypass";
  return (
    <ul aria-label="What happens" className={clsx("text-ink-soft text-sm", className)}>
      {isBypass ? (
        <Line name="Confirm">{confirmWords(item)}</Line>
      ) : (
        <>
          <Line name="Approve">{approveWords(item)}</Line>
          <Line name="Deny">{DENY_WORDS}</Line>
        </>
      )}
      <Line name={isBypass ? "No confirmation" : "No decision"} until={until}>
        {isBypass ? LAPSE_WORDS : until === null ? STOPPED_WORDS : TIME_OUT_WORDS}
      </Line>
    </ul>
  );
}

const LAPSE_WORDS = "the order lapses; nothing runs";
const STOPPED_WORDS = "it waits; its clock stands still while it is paused";

/** One that confirms is one more of those that are needed. */
function confirmWords({ bypass }: InboxItemDto): string {
  const missingCount = bypass === undefined ? 0 : bypass.peopleNeeded - bypass.people.length - 1;
  return missingCount > 0
    ? `needs ${morePeople(missingCount)} after you before it runs once more`
    : "it runs once more, as a new generation";
}

function Line({ name, until = null, children }: { name: string; until?: string | null; children: ReactNode }) {
  return (
    <li>
      <strong className="font-medium text-ink">
        {name}
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
      {children}.
    </li>
  );
}

function titleOf(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function isToday(at: string): boolean {
  return new Date(at).toDateString() === new Date().toDateString();
}
