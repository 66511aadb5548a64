/**
 * What becomes of a submission that repeats something: the five rules, each with every outcome that it can have, and
 * what a person's denial means for what comes after it.
 */
import type { ContractTermsDto } from "@/lib/wire/contract";
import { scopeOf } from "./key-words";
import { isObject, objectAt, type ReadContract, textAt } from "./read-definition";
import type { Statement } from "./statement";

type Rules = ContractTermsDto["duplicates"];
export type DuplicateRule = keyof Rules;

type RuleWords<R extends DuplicateRule> = { word: string; when: string; outcomes: Record<Rules[R], string> };

export const DUPLICATE_RULES: { [R in DuplicateRule]: RuleWords<R> } = {
  same: {
    word: "Same",
    when: "Same key, same values",
    outcomes: {
      coalesce: "It joins the intent that is there and gets the same result. Nothing runs twice.",
      refuse: "It is refused; the intent that is there goes on.",
      allow: "It runs again, as the next occurrence of the action.",
    },
  },
  drift: {
    word: "Drift",
    when: "Same key, other values",
    outcomes: {
      coalesce: "The first values win: it joins the intent that is there, marked as a drift.",
      refuse: "It is refused, and told which fields differ; the intent that is there goes on.",
      hold: "The intent is held until a person chooses the values that run. If it ran already, the first result is returned and a finding is raised.",
    },
  },
  lookalike: {
    word: "Look-alike",
    when: "Another key, same values",
    outcomes: {
      allow: "It runs as an intent of its own, marked as a look-alike.",
      coalesce: "It joins the intent that it looks like and gets its result.",
      refuse: "It is refused; the intent that it looks like goes on.",
      hold: "It is held until a person says whether it is meant a second time.",
    },
  },
  variant: {
    word: "Variant",
    when: "Another key, the same target, other values",
    outcomes: {
      allow: "It runs as an intent of its own, marked as a variant.",
      refuse: "It is refused, and told which fields differ; the other intent goes on.",
      hold: "It is held until a person says whether it is meant beside the other one.",
    },
  },
  missing: {
    word: "Missing key",
    when: "Nothing says in which run, step or session it was asked for",
    outcomes: {
      derive: "The fields that name the action are its key, whoever asks.",
      refuse: "It is refused: the agent must say where it is.",
      hold: "It is held until a person says whether it runs. It stands for itself: no other submission joins it.",
    },
  },
};

const AFTER_DENIAL = {
  word: "After a denial",
  when: "The same target, and a person denied something about it",
  outcomes: {
    ask: "It is held until a person decides again. The same values under the same key get the denial.",
    allow: "The policy decides on it as if nothing had been denied.",
  },
};

export type DuplicateWords = {
  rule: DuplicateRule | "afterDenial";
  word: string;
  when: string;
  outcome: string;
  text: string;
  /** The contract does not say. */
  isDefault: boolean;
};

export function duplicateWords(contract: ReadContract): DuplicateWords[] {
  if (contract.effect === "read") return [];
  const written = objectAt(contract.definition, "duplicates");
  const rules = (Object.keys(DUPLICATE_RULES) as DuplicateRule[]).map((rule): DuplicateWords => {
    const { word, when } = DUPLICATE_RULES[rule];
    const outcome = contract.terms.duplicates[rule];
    return { rule, word, when, outcome, text: outcomeText(contract, rule), isDefault: textAt(written, rule) === null };
  });
  return [...rules, ...afterDenialWords(contract)];
}

/** Without identity fields nothing has a target, and what only observes asks no person. */
function afterDenialWords({ definition, mode }: ReadContract): DuplicateWords[] {
  const fields = Object.values(objectAt(definition, "fields") ?? {});
  const hasTarget = fields.some((rule) => isObject(rule) && rule["role"] === "identity");
  if (!hasTarget || mode === "observe") return [];
  const written = textAt(definition, "afterDenial");
  const outcome = written === "allow" ? "allow" : "ask";
  const { word, when, outcomes } = AFTER_DENIAL;
  return [{ rule: "afterDenial", word, when, outcome, text: outcomes[outcome], isDefault: written === null }];
}

export const NO_DUPLICATES = "A read is never a duplicate: these rules do not apply.";

export function duplicateStatements(contract: ReadContract): Statement[] {
  if (contract.effect === "read") return [{ text: NO_DUPLICATES }];
  return duplicateWords(contract).map(({ word, when, text }) => ({ text: `${word} (${lower(when)}): ${lower(text)}` }));
}

function outcomeText(contract: ReadContract, rule: DuplicateRule): string {
  const { outcomes } = DUPLICATE_RULES[rule];
  if (rule === "missing" && scopeOf(contract) === "business") {
    return "It does not come up: under this key scope the fields that name the action are enough.";
  }
  return (outcomes as Record<string, string>)[contract.terms.duplicates[rule]] ?? contract.terms.duplicates[rule];
}

function lower(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
