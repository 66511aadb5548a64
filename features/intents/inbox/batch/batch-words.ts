import { spellDuration } from "@/components/duration";
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
  const unread = picked.filter(({ risk }) => risk === "unread").length;
  const why = [
    ...(high > 0 ? [`${high.toLocaleString()} of high value`] : []),
    ...(irreversible > 0 ? [`${irreversible.toLocaleString()} that cannot be taken back`] : []),
    ...(unread > 0 ? [`${unread.toLocaleString()} with args too long for a row`] : []),
  ];
  return `${listWords(why)}: approved one by one, never together.`;
}

/** What follows from a yes to all of them. */
export function runWords(picked: readonly Picked[]): string {
  const waiting = picked.filter(({ othersNeeded }) => othersNeeded > 0).length;
  const running = picked.filter(({ othersNeeded }) => othersNeeded === 0);
  return [...sentencesOf(running, picked.length), ...waitingWords(waiting)].join(" ");
}

function sentencesOf(running: readonly Picked[], count: number): string[] {
  if (running.length === 0) return [];
  const who = running.length === count ? (count === 1 ? "It runs" : "All of them run") : runs(running.length);
  const undoable = running.filter(({ undoMs }) => undoMs > 0);
  const [shortest] = undoable.map(({ undoMs }) => undoMs).sort((left, right) => left - right);
  if (shortest === undefined) return [`${who} at once.`];
  const isSame = undoable.length === running.length && undoable.every(({ undoMs }) => undoMs === shortest);
  if (isSame) return [`${who} in ${spellDuration(shortest)}; until then you can take ${them(running.length)} back.`];
  const rest = running.length - undoable.length;
  const how = `${undoable.length.toLocaleString()} of them can be taken back for ${spellDuration(shortest)} or longer`;
  return [`${who}; ${how}${rest > 0 ? `, ${rest.toLocaleString()} not at all` : ""}.`];
}

function waitingWords(count: number): string[] {
  if (count === 0) return [];
  return [
    `${count.toLocaleString()} ${count === 1 ? "needs" : "need"} more people after you before ${runsAfter(count)}.`,
  ];
}

function runs(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? "runs" : "run"}`;
}

function runsAfter(count: number): string {
  return count === 1 ? "it runs" : "they run";
}

function them(count: number): string {
  return count === 1 ? "it" : "them";
}

/** Why fewer may be selected than match. */
export function allWords({ leftOutCount }: { leftOutCount: number }): string {
  if (leftOutCount === 0) return "All that match.";
  const count = leftOutCount.toLocaleString();
  return `All that match, but ${count} in doubt, paused or a bypass: those are not approved or denied.`;
}

/** "2 selected, $30.00"; told as it changes. */
export function selectedWords(picked: readonly Picked[]): string {
  if (picked.length === 0) return "Nothing selected";
  const total = totalWords(picked);
  return `${picked.length.toLocaleString()} selected${total === null ? "" : `, ${total}`}`;
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
  if (results.length > 0 && count("not_decided") === results.length) return noneWords(results.length, done);
  const parts: string[] = [];
  const add = (outcome: Result["outcome"], words: string) => {
    const some = count(outcome);
    if (some > 0) parts.push(`${parts.length === 0 ? intents(some) : some.toLocaleString()} ${words}`);
  };
  add("decided", done);
  add("waits_for_others", "approved by you and waiting for more people");
  add("not_decided", `not ${done}`);
  add("not_known", "not known");
  add("not_sent", "not sent");
  return `${listWords(parts)}.`;
}

function noneWords(count: number, done: string): string {
  return count === 1 ? `It was not ${done}.` : `None of the ${count.toLocaleString()} was ${done}.`;
}

function listWords(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
