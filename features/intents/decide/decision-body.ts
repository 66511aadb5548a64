import type { DecisionBody } from "@/lib/wire/decision";
import type { IntentDto } from "@/lib/wire/intent";

type Seen = Pick<IntentDto, "argsDigest" | "hold">;

/** Yes to exactly what is on the screen: these args, and the hold as it is shown (L10). */
export function approvalOf({ argsDigest, hold }: Seen): DecisionBody {
  return { verdict: "approve", argsDigest, ...(hold?.since === undefined ? {} : { heldSince: hold.since }) };
}

export function denialOf({ argsDigest }: Seen, reason: string): DecisionBody {
  return { verdict: "deny", argsDigest, reason };
}
