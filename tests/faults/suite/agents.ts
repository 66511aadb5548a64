// 32 agents that go through the plan, each asking for its action until it has a final answer, whatever dies meanwhile.
import { setTimeout as delay } from "node:timers/promises";
import type { Call, Reply } from "./client";
import type { Action } from "./plan";

/** A 2xx that somebody was given. */
export interface Told {
  action: Action;
  status: number;
  intentId: string;
  submissionId: string | null;
  state: string;
  effectId: string | null;
}

export interface Heard {
  askedCount: number;
  told: Told[];
  /** Actions of which nobody heard the end in time. */
  unanswered: Action[];
  /** Answers that no fault excuses: 500s, and refusals of what was right. */
  wrong: string[];
  /** How often each was told to come back, by what it was told: `503 store_unavailable`, or `no answer`. */
  turnedAway: Map<string, number>;
  /** The most times in a row that one action was. */
  turnedAwayInARow: number;
  /** How long each took, from its first call to its end. */
  tookMs: { tool: string; ms: number }[];
}

const AGENTS = 32;
const RETRY_MS = 100;
const WAIT = { prefer: "wait=10" };
const EXPECTED_ERRORS = new Set([429, 502, 503]);
const ENDED = new Set(["succeeded", "partial", "failed", "denied", "refused", "expired", "withdrawn", "in_doubt"]);

export interface Pursuit {
  call: Call;
  actions: Action[];
  /** For one action. */
  patienceMs: number;
  agents?: number;
  /** Nothing new is asked for once this says so. */
  isEnough?: () => boolean;
  onAnswered?: (count: number) => void;
}

export async function runAgents(pursuit: Pursuit): Promise<Heard> {
  const { call, actions, patienceMs, agents = AGENTS, isEnough = () => false, onAnswered } = pursuit;
  const heard: Heard = {
    askedCount: 0,
    told: [],
    unanswered: [],
    wrong: [],
    turnedAway: new Map(),
    turnedAwayInARow: 0,
    tookMs: [],
  };
  let next = 0;
  let done = 0;
  const agent = async () => {
    for (;;) {
      const action = isEnough() ? undefined : actions[next++];
      if (action === undefined) return;
      heard.askedCount += 1;
      await pursue(call, action, patienceMs, heard);
      onAnswered?.(++done);
    }
  };
  await Promise.all(Array.from({ length: agents }, agent));
  return heard;
}

async function pursue(call: Call, action: Action, patienceMs: number, heard: Heard): Promise<void> {
  const startedAt = performance.now();
  let intentId: string | null = null;
  let inARow = 0;
  for (let turn = 0; performance.now() - startedAt < patienceMs; turn += 1) {
    // A follow-up is a look at the intent, or the same question once more: agents do both.
    const looks: boolean = intentId !== null && turn % 3 !== 0;
    const answer: Reply | null = looks
      ? await call("GET", `/intents/${intentId}`, undefined, WAIT)
      : await call("POST", "/intents", action.body, WAIT);
    if (answer === null || EXPECTED_ERRORS.has(answer.status)) {
      const what = answer === null ? "no answer" : `${answer.status} ${answer.body["code"]}`;
      heard.turnedAway.set(what, (heard.turnedAway.get(what) ?? 0) + 1);
      heard.turnedAwayInARow = Math.max(heard.turnedAwayInARow, ++inARow);
      await delay(RETRY_MS);
      continue;
    }
    inARow = 0;
    const { status, body }: Reply = answer;
    if (status >= 300) {
      heard.wrong.push(`${action.kind} ${action.orderId}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
      break;
    }
    intentId = String(body["id"]);
    heard.told.push(toTold(action, status, body));
    if (!ENDED.has(String(body["state"]))) continue;
    heard.tookMs.push({ tool: action.tool, ms: performance.now() - startedAt });
    return;
  }
  heard.unanswered.push(action);
}

function toTold(action: Action, status: number, body: Record<string, unknown>): Told {
  const submission = body["submission"] as { id: string } | undefined;
  return {
    action,
    status,
    intentId: String(body["id"]),
    submissionId: submission?.id ?? null,
    state: String(body["state"]),
    effectId: body["effectId"] === null ? null : String(body["effectId"]),
  };
}
