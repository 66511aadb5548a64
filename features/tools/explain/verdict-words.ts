/** What would become of it, in one sentence and what follows from it. */
import type { ExplanationDto } from "@/lib/wire/explain";
import { joinWords, quoted, quotedEnd } from "../contract/statement";
import { HOLD_REASONS } from "./hold-words";

export type VerdictWords = { tone: "good" | "info" | "warn" | "bad"; title: string; body: string };

export function verdictWords(told: ExplanationDto): VerdictWords {
  const words = sayVerdict(told);
  if (!told.paused || words.tone === "bad") return words;
  const paused = "It is paused now: nothing of it would be claimed before somebody resumes.";
  return { ...words, tone: "warn", body: `${words.body} ${paused}` };
}

function sayVerdict(told: ExplanationDto): VerdictWords {
  if (told.refusal !== null) {
    const body = `${REFUSALS[told.refusal] ?? "The contract refuses it."} The agent is answered ${told.refusal}; nothing runs.`;
    return { tone: "bad", title: "It would be refused", body };
  }
  if (told.mode === "observe") {
    return {
      tone: "info",
      title: "It would run: the contract only observes",
      body: observedWords(told.observed ?? null),
    };
  }
  return told.joins === null || told.disposition === "reopened" ? openedWords(told) : joinedWords(told);
}

const REFUSALS: Record<string, string> = {
  already_submitted: "The same action is on record, and the contract refuses it a second time.",
  idempotency_conflict: "The same action is on record with other values, and the contract refuses a drift.",
  lookalike: "Another intent asks for the same with the same values, and the contract refuses look-alikes.",
  variant: "Another intent asks for the same with other values, and the contract refuses variants.",
  idempotency_key_reused: "Its Idempotency-Key belongs to an intent about something else.",
};

type Observed = NonNullable<ExplanationDto["observed"]>;

function observedWords(observed: Observed | null): string {
  if (observed === null) return "What enforcing would do is not known.";
  const by = observed.rule === null ? "" : ` (${observed.rule})`;
  switch (observed.verdict) {
    case "clear":
      return "Enforcing, it would be cleared as well.";
    case "hold":
      return `Enforcing, it would be held because ${reasonWords(observed.reasons)}.`;
    case "refuse":
      return `Enforcing, it would be refused${by}.`;
    case "join":
      return `Enforcing, it would join an intent that is there${by}; nothing more would run.`;
  }
}

/** It has an intent of its own, or the one that it had is opened again. */
function openedWords(told: ExplanationDto): VerdictWords {
  const again = told.disposition === "reopened" ? " It opens an intent again that ended without an effect." : "";
  const by = told.rule == null ? "" : ` ${decidedWords(told.rule)}`;
  switch (told.verdict) {
    case "clear":
      return told.grantId == null
        ? { tone: "good", title: "It would run without a person", body: `The policy clears it.${by}${again}` }
        : {
            tone: "good",
            title: "It would run without a person",
            body: `The grant ${told.grantId} stands in for approvals.${again}`,
          };
    case "hold":
      return { tone: "warn", title: "It would be held", body: `${heldWords(told)}${again}` };
    case "refuse":
      return {
        tone: "bad",
        title: "It would be refused by the policy",
        body: `It is recorded as refused, and nothing runs.${by}${again}`,
      };
  }
}

/** A rule without a name is called by its place; one with a name by that. */
export function decidedWords(rule: string): string {
  return /^(rule \d+:|default for )/.test(rule)
    ? `Decided by ${rule.replace("default for", "the default for")}.`
    : `Decided by the rule ${quotedEnd(rule)}`;
}

function heldWords({ hold }: ExplanationDto): string {
  if (hold === null) return "A person has to decide.";
  const people = hold.approvalsNeeded === 1 ? "1 approval" : `${hold.approvalsNeeded} approvals by different people`;
  return `It waits because ${reasonWords(hold.reasons)}. It needs ${people}, role ${hold.role} or higher.`;
}

const JOINS: Partial<Record<ExplanationDto["disposition"], string>> = {
  coalesced: "It would join an intent that is open",
  replayed: "It would get the answer of an intent that has ended",
  drifted: "It would join an intent with other values",
  lookalike: "It would join the intent that it looks like",
};

function joinedWords(told: ExplanationDto): VerdictWords {
  const title = JOINS[told.disposition] ?? "It would join an intent that is there";
  const body =
    told.disposition === "drifted" && told.verdict === "hold"
      ? `A person chooses which values run. ${heldWords(told)}`
      : "Nothing more runs because of it: the agent gets that intent and its result.";
  return { tone: told.disposition === "drifted" ? "warn" : "info", title, body };
}

export function reasonWords(reasons: readonly (keyof typeof HOLD_REASONS)[]): string {
  return reasons.length === 0 ? quoted("no reason") : joinWords(reasons.map((reason) => HOLD_REASONS[reason]));
}
