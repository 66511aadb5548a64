/**
 * How much a decision takes, in proportion to what it may cost: low value one key press, high value a look at amount
 * and target, irreversible the amount or the target typed. What nobody knows anything about counts as irreversible.
 */
import { plainMoney } from "@/components/money";
import { revealText } from "@/components/visible-characters";
import type { IntentDto } from "@/lib/wire/intent";
import { fieldName } from "../words/field-name";

/** What must be typed, and what that is: "the amount", "the value of “payment id”". */
export type Proof = { what: string; text: string };

export type Risk = { kind: "low" } | { kind: "high" } | { kind: "irreversible"; proof: Proof };

/** Longer ones would be pasted, and then nobody has read them. */
const TYPED_CHARACTERS_MAX = 64;

export function riskOf({ about, tool }: Pick<IntentDto, "about" | "tool">): Risk {
  if (about === undefined) return { kind: "irreversible", proof: toolProof(tool) };
  if (about.effect === "irreversible") return { kind: "irreversible", proof: proofOf(about, tool) };
  return { kind: about.value };
}

function proofOf({ amount, target }: NonNullable<IntentDto["about"]>, tool: string): Proof {
  if (amount !== null) return { what: "the amount", text: plainMoney(amount) };
  const typable = target.find(({ value }) => canBeTyped(value));
  return typable === undefined
    ? toolProof(tool)
    : { what: `the value of “${fieldName(typable.pointer)}”`, text: typable.value };
}

function toolProof(tool: string): Proof {
  return { what: "the name of the tool", text: tool };
}

/** Not too long, not cut, and with nothing in it that does not show. */
function canBeTyped(value: string): boolean {
  if (value === "" || value !== value.trim() || value.endsWith("…") || /\s\s/u.test(value)) return false;
  if (Array.from(value).length > TYPED_CHARACTERS_MAX) return false;
  return revealText(value, { breaks: "reveal" }).every(({ kind }) => kind === "plain");
}
