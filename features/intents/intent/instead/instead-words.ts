/** What a yes to other args than those that would run means, told before it is given. */
import { formatMoney } from "@/components/money";
import type { ChoiceDto } from "@/lib/wire/choice";
import type { IntentDto } from "@/lib/wire/intent";
import { approveWords } from "../../decide/consequence-words";

type Shown = Pick<IntentDto, "about" | "hold">;
type Chosen = Pick<ChoiceDto, "about" | "approve">;

/** "$100.00 instead of $80.00"; null where the amount is the same, or there is none. */
export function insteadOfWords({ about: before }: Shown, { about: after }: Chosen): string | null {
  const [old, now] = [before?.amount ?? null, after.amount].map((amount) => amount && formatMoney(amount));
  if (old === now) return null;
  if (!now) return `no amount instead of ${old}`;
  return old ? `${now} instead of ${old}` : `${now}, where there was no amount`;
}

/** What follows: these args take the people that their own policy asks for, and approvals of other args do not count. */
export function followsWords({ hold }: Shown, { about, approve: { peopleNeeded } }: Chosen): string {
  const asked = hold && { ...hold, approvalsNeeded: peopleNeeded, approvalsGiven: 0 };
  const given = hold?.approvalsGiven ?? 0;
  const voids =
    given === 0
      ? ""
      : ` ${given === 1 ? "The approval" : `The ${given} approvals`} so far ${VOID[given === 1 ? 0 : 1]}`;
  return `Once you approve, it ${approveWords({ about, ...(asked && { hold: asked }) })}.${voids}`;
}

const VOID = ["was given to other args: it is void then.", "were given to other args: they are void then."] as const;

/** What the button says. */
export function insteadVerb({ about: { amount } }: Chosen, how: "as edited" | "instead"): string {
  return amount === null
    ? `Approve ${how === "instead" ? "this instead" : how}`
    : `Approve ${formatMoney(amount)} ${how}`;
}
