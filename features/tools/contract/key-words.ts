import { spellDuration } from "@/components/duration";
import { identityNames } from "./field-words";
import { objectAt, type ReadContract, textAt } from "./read-definition";
import { joinWords, quoted, type Statement } from "./statement";

const PLACES: Record<string, string> = {
  step: "in the same step of the same run",
  run: "in the same run, whichever step asks",
  session: "in the same session, whichever run asks",
  business: "whoever asks, in whatever run",
};

export function scopeOf({ definition }: Pick<ReadContract, "definition">): string {
  return textAt(objectAt(definition, "key"), "scope") ?? "step";
}

/** When two submissions are one action, and for how long that is remembered. */
export function keyStatements(contract: ReadContract): Statement[] {
  if (contract.effect === "read") {
    return [{ text: "A read has no key: every submission is an intent of its own." }];
  }
  const scope = scopeOf(contract);
  const place = Object.hasOwn(PLACES, scope) ? PLACES[scope] : null;
  if (place == null) return [{ text: `The key’s scope is ${quoted(scope)}, which this page has no words for.` }];
  return [
    { text: `${sameActionWords(identityNames(contract))} ${place}, is the same action.` },
    { text: callerKeyWords(scope) },
    { text: windowWords(contract.terms.windowMs) },
    { text: "Agents of different namespaces never share an action." },
  ];
}

function sameActionWords(identity: string[]): string {
  if (identity.length === 0) return "No field names the action. Whatever is asked for,";
  return `The same ${joinWords(identity)},`;
}

function callerKeyWords(scope: string): string {
  if (scope === "business") {
    return "An Idempotency-Key that an agent sends does not make another action of it.";
  }
  const instead = scope === "step" ? "the run and the step" : `the ${scope}`;
  return `An agent that sends an Idempotency-Key names the action by that instead of ${instead}.`;
}

function windowWords(windowMs: number): string {
  return `Duplicates are recognised while the intent is open and for ${spellDuration(windowMs)} after it ended. After that, the same action is a new generation.`;
}
