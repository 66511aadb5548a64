import { formatMoney } from "@/components/money";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { IntentDto } from "@/lib/wire/intent";
import type { Problem } from "@/lib/wire/problem";
import { undecidedWords } from "../../words/decision-words";
import { approvable, type Picked, totalsOf } from "./picked";

export type Verdict = "approve" | "deny";

/** Of one that was selected. */
export type Result = {
  picked: Picked;
  /** `waits_for_others`: this approval counts, and it is not the last that is needed. */
  outcome: "decided" | "waits_for_others" | "not_decided" | "not_known" | "not_sent";
  words: string;
};

export function intents(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? "intent" : "intents"}`;
}

/** "$240.00 and €20.00", or null where none of them has an amount. */
export function totalWords(picked: readonly Picked[]): string | null {
  const totals = totalsOf(picked).map(formatMoney);
  const amountless = picked.filter(({ amount }) => amount === null).length;
  if (totals.length === 0) return null;
  const sum = listWords(totals);
  return amountless === 0 ? sum : `${sum}, and ${amountless.toLocaleString()} without an amount`;
}

/** Why some of them are not approved together; null: all are. */
export function leftOutWords(picked: readonly Picked[]): string | null {
  const count = picked.length - approvable(picked).length;
  if (count === 0) return null;
  const high = picked.filter(({ risk }) => risk === "high").length;
  const irreversible = picked.filter(({ risk }) => risk === "irreversible").length;
  const why = [
    ...(high > 0 ? [`${high.toLocaleString()} of high value`] : []),
    ...(irreversible > 0 ? [`${irreversible.toLocaleString()} that cannot be taken back`] : []),
  ];
  return `${listWords(why)}: approved one by one, never together.`;
}

export function resultOf(
  verdict: Verdict,
  picked: Picked,
  { intent, problem }: { intent: IntentDto | null; problem: Problem | null },
): Result {
  if (problem !== null) {
    const { body } = undecidedWords(verdict, new ProblemError(problem), intent ?? undefined);
    return { picked, outcome: "not_decided", words: body };
  }
  if (verdict === "approve" && intent?.state === "held") {
    return { picked, outcome: "waits_for_others", words: "Your approval is recorded; more people must approve it." };
  }
  return { picked, outcome: "decided", words: verdict === "approve" ? "Approved" : "Denied" };
}

/** All of it in one sentence, in exact numbers. */
export function resultsWords(verdict: Verdict, results: readonly Result[]): string {
  const count = (outcome: Result["outcome"]) => results.filter((one) => one.outcome === outcome).length;
  const done = verdict === "approve" ? "approved" : "denied";
  const parts = [`${intents(count("decided"))} ${done}`];
  const add = (outcome: Result["outcome"], words: string) => {
    if (count(outcome) > 0) parts.push(`${count(outcome).toLocaleString()} ${words}`);
  };
  add("waits_for_others", "approved by you and waiting for more people");
  add("not_decided", `not ${done}`);
  add("not_known", "not known");
  add("not_sent", "not sent");
  return `${listWords(parts)}.`;
}

function listWords(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
