import type { HoldDto, IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { approveWords, DENY_WORDS, TIME_OUT_WORDS } from "../../decide/consequence-words";
import { morePeople } from "../../words/people-words";

type ConsequencesProps = { intent: IntentDto; hold: HoldDto; operator: OperatorDto | null };

/** What follows from a yes, a no, and from nothing. */
export function Consequences({ intent, hold, operator }: ConsequencesProps) {
  // Whoever approved it already cannot again: the words are about the next person.
  const isTheirs = operator !== null && (hold.approvedBy?.includes(operator.id) ?? false);
  const told = [
    isTheirs
      ? ["One more yes", `${nextWords(intent, hold)}.${retryWords(hold)}`]
      : ["Approve", `${approveWords(intent)}.${retryWords(hold)}`],
    ["Deny", `${DENY_WORDS}.`],
    ["No decision", hold.expiresAt === null ? "it waits." : `${TIME_OUT_WORDS}.`],
  ];
  return (
    <dl aria-label="What happens" className="space-y-0.5 border-warn-line border-t px-4 py-2.5">
      {told.map(([name, words]) => (
        <div key={name} className="flex gap-2">
          <dt className="w-22 shrink-0 font-medium text-ink">{name}</dt>
          <dd className="min-w-0 text-ink-soft">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What follows from the next approval, which is somebody else's. */
function nextWords(intent: IntentDto, { approvalsNeeded, approvalsGiven }: HoldDto): string {
  const missingCount = approvalsNeeded - approvalsGiven - 1;
  return missingCount > 0 ? `needs ${morePeople(missingCount)} after that before it runs` : approveWords(intent);
}

/** What is held because a call could not be made is decided on again, after somebody mended it. */
function retryWords({ reasons }: HoldDto): string {
  return reasons.includes("configuration") ? " Mend the setting first, or it is held again." : "";
}
