import type { OutcomeDto } from "@/lib/wire/replay";

const REASONS: Record<string, string> = {
  approval: "approval",
  drift: "drift",
  lookalike: "look-alike",
  variant: "variant",
  denied_before: "denied before",
  missing_key: "missing key",
  limit: "limit",
  paused: "paused",
  configuration: "configuration",
};

const REFUSALS: Record<string, string> = {
  already_submitted: "the same was submitted before",
  idempotency_conflict: "the same action came with other values",
  lookalike: "it is a look-alike",
  variant: "it is a variant",
  idempotency_key_reused: "its Idempotency-Key belongs to another action",
  idempotency_key_required: "nothing to build a key from",
};

/** What becomes of a submission, first in a few words. The intent that it belongs to is a link of its own. */
export function fateWords({ fate, refusal }: OutcomeDto): string {
  switch (fate) {
    case "opened":
      return "Opens an intent";
    case "joined":
      return "Joins an intent";
    case "reopened":
      return "Opens an intent again";
    case "invalid":
      return "Does not fit the schema";
    case "key_required":
      return "Lacks a key";
    case "refused":
      return `Refused: ${REFUSALS[refusal ?? ""] ?? refusal ?? "a rule about duplicates"}`;
  }
}

/** Who decides about it, and why. Null: nobody is asked. */
export function verdictWords({ verdict, reasons, approvals }: OutcomeDto): string | null {
  if (verdict === null) return null;
  if (verdict === "clear") return "Cleared";
  if (verdict === "refuse") return "Refused by policy";
  const why = reasons.map((reason) => REASONS[reason] ?? reason).join(", ");
  const who = approvals === null ? "" : `; ${peopleWords(approvals)}`;
  return `Held${why === "" ? "" : `: ${why}`}${who}`;
}

export function marksOf({ drifted, lookalike, variant }: OutcomeDto): string[] {
  return [drifted && "Drift", lookalike && "Look-alike", variant && "Variant"].filter((mark) => mark !== false);
}

function peopleWords({ needed, role }: NonNullable<OutcomeDto["approvals"]>): string {
  const noun = needed === 1 ? role : `${role}s`;
  return needed === 1 ? `one ${noun}` : `${needed} ${noun}`;
}
