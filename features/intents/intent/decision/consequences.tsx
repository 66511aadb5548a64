import type { HoldDto, IntentDto } from "@/lib/wire/intent";
import { approveWords, DENY_WORDS, TIME_OUT_WORDS } from "../../decide/consequence-words";

/** What follows from a yes, a no, and from nothing. */
export function Consequences({ intent, hold }: { intent: IntentDto; hold: HoldDto }) {
  const told = [
    ["Approve", `${approveWords(intent)}.${retryWords(hold)}`],
    ["Deny", `${DENY_WORDS}.`],
    ["No decision", hold.expiresAt === null ? "it waits." : `${TIME_OUT_WORDS}.`],
  ];
  return (
    <dl aria-label="What happens" className="space-y-0.5 border-warn-line border-t px-4 py-2.5">
      {told.map(([name, words]) => (
        <div key={name} className="flex gap-2">
          <dt className="w-20 shrink-0 font-medium text-ink">{name}</dt>
          <dd className="min-w-0 text-ink-soft">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is held because a call could not be made is decided on again, after somebody mended it. */
function retryWords({ reasons }: HoldDto): string {
  return reasons.includes("configuration") ? " Mend the setting first, or it is held again." : "";
}
