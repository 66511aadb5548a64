/** What a row shows of an intent, and nothing else: of a hundred thousand rows many pass through memory. */
import { formatMoney } from "@/components/money";
import type { IntentDto, IntentState } from "@/lib/wire/intent";
import { argsSentence } from "../../words/args-sentence";
import { cut } from "../../words/effect-sentence";
import { fieldName } from "../../words/field-name";

export type IntentRow = {
  id: string;
  state: IntentState;
  tool: string;
  title: string;
  /** What it is done to, in the agent's words; where the contract names nothing, the args. */
  target: string;
  sentence: string;
  /** As it is shown, and as the list is sorted by it. */
  amount: { shown: string; value: string } | null;
  agent: string;
  agentId: string;
  run: string | null;
  step: string | null;
  session: string | null;
  submissionCount: number;
  generation: number;
  effectId: string | null;
  /** Who or what had the last word; null: nobody yet. */
  decided: string | null;
  createdAt: string;
  endedAt: string | null;
};

export function toRow(intent: IntentDto): IntentRow {
  const { id, state, tool, title, agent, run, step, session, submissionCount, generation, effectId } = intent;
  const amount = intent.about?.amount ?? null;
  const sentence = intent.argsErased ? "args erased" : argsSentence(intent.args);
  return {
    ...{ id, state, tool, title, run, step, session, submissionCount, generation, effectId, sentence },
    target: targetOf(intent) ?? sentence,
    amount: amount === null ? null : { shown: formatMoney(amount), value: amount.value },
    agent: agent.name,
    agentId: agent.id,
    decided: decidedWords(intent.lastDecision),
    createdAt: intent.createdAt,
    endedAt: intent.endedAt,
  };
}

const VERDICTS: Record<string, string> = {
  approve: "Approved",
  deny: "Denied",
  clear: "Cleared",
  hold: "Held",
  refuse: "Refused",
};

/** "Approved by Ann", "Cleared by a grant", "Held by rule 2". */
export function decidedWords(decision: IntentDto["lastDecision"]): string | null {
  if (decision === undefined) return null;
  const { verdict, by, operator, rule } = decision;
  const who = by === "operator" ? (operator?.name ?? "somebody") : by === "grant" ? "a grant" : (rule ?? "the policy");
  return `${VERDICTS[verdict] ?? verdict} by ${who}`;
}

function targetOf({ about, argsErased }: IntentDto): string | null {
  if (argsErased || about === undefined || about.target.length === 0) return null;
  return about.target.map(({ pointer, value }) => `${fieldName(pointer)} ${cut(value)}`).join(" · ");
}
