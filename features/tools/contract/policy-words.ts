import { spellDuration } from "@/components/duration";
import type { ContractTermsDto } from "@/lib/wire/contract";
import { conditionWords } from "./condition-words";
import { approvalWords } from "./people-words";
import { listAt, type ReadContract, textAt } from "./read-definition";
import { quotedEnd, type Statement } from "./statement";

type Outcome = ContractTermsDto["otherwise"];

export type RuleWords = {
  name: string | null;
  /** "If amount is at most 50", "In every other case", "Always". */
  condition: string;
  outcome: string;
  then: Outcome["then"];
  /** The condition as it is asked; null: there is none. */
  code: string | null;
  /** An earlier rule without a condition always decides before this one. */
  isReached: boolean;
};

export type PolicyWords = {
  rules: RuleWords[];
  /** When no rule matches; null: that cannot happen. */
  otherwise: { outcome: string; then: Outcome["then"] } | null;
};

export function policyWords(contract: ReadContract): PolicyWords {
  const written = listAt(contract.definition, "policy");
  const last = written.findIndex((rule) => textAt(rule, "when") === null);
  const rules = contract.terms.policy.map((outcome, index) => ruleWords(written[index], outcome, index, last));
  const { otherwise } = contract.terms;
  return {
    rules,
    otherwise: last === -1 ? { outcome: outcomeWords(otherwise, null), then: otherwise.then } : null,
  };
}

function ruleWords(rule: unknown, outcome: Outcome, index: number, last: number): RuleWords {
  const code = textAt(rule, "when");
  const told = code === null ? null : conditionWords(code);
  const otherwise = index === 0 ? "Always" : "In every other case";
  return {
    name: textAt(rule, "name"),
    condition: code === null ? otherwise : `If ${told ?? "this condition holds"}`,
    outcome: outcomeWords(outcome, rule),
    then: outcome.then,
    code,
    isReached: last === -1 || index <= last,
  };
}

/** What follows the comma behind the condition. */
function outcomeWords({ then, hold }: Outcome, rule: unknown): string {
  switch (then) {
    case "clear":
      return "it is cleared: it runs without a person.";
    case "refuse": {
      const reason = textAt(rule, "reason");
      return reason === null
        ? "it is refused: nothing runs."
        : `it is refused, and the agent is told ${quotedEnd(reason)}`;
    }
    case "hold":
      return holdWords(hold, textAt(rule, "then") === "clear");
  }
}

function holdWords(hold: Outcome["hold"], isBarred: boolean): string {
  if (hold === null) return "it is held for a person.";
  const until = `until ${approvalWords(hold)}`;
  const after = `Without a decision it expires after ${spellDuration(hold.expiresInMs)}, and nothing runs.`;
  const why = isBarred ? " (the rule would clear it, but no rule may clear what is irreversible)" : "";
  return `it is held ${until}${why}. ${after}`;
}

export const FIRST_MATCH =
  "The rules are asked in this order, and the first that matches decides. A condition that fails holds it for a person.";

/** The same for every contract, and the server's own rule. */
export const OTHER_HOLD_MS = 7 * 86_400_000;

/** Null: nothing of this tool is ever held. */
export function otherHoldWords({ effect }: Pick<ReadContract, "effect">): string | null {
  if (effect === "read") return null;
  return `What waits for another reason as well (drift, a look-alike, a variant, a limit, a missing key, configuration) expires after ${spellDuration(OTHER_HOLD_MS)}, or later where its rule gives it longer.`;
}

export function policyStatements(contract: ReadContract): Statement[] {
  const { rules, otherwise } = policyWords(contract);
  const told = rules.map(({ name, condition, outcome, code, isReached }, index) => ({
    text: `Rule ${index + 1}${name === null ? "" : ` (${name})`}: ${lower(condition)}, ${outcome}${isReached ? "" : " It is never asked: an earlier rule always decides."}`,
    ...(code === null ? {} : { code }),
  }));
  return otherwise === null ? told : [...told, { text: `When no rule matches, ${otherwise.outcome}` }];
}

function lower(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
