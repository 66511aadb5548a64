/** Acts the script out, a few stories at a time. Asks Interlock and nobody else. */
import { setTimeout as delay } from "node:timers/promises";
import type { Ask, Move } from "./behaviour";
import type { Answer, Gate, IntentView } from "./gate";
import { isOpen, type StoryProgress } from "./progress";

const LANES_MAX = 16;
const TRIES_MAX = 6;
const BACKOFF_BASE_MS = 200;
const BACKOFF_CAP_MS = 5_000;
const OPEN_MAX_MS = 60_000;
const IN_DOUBT_MAX_MS = 20_000;
const SETTLE_POLL_MS = 500;

export interface RunDeps {
  gate: Gate;
  signal: AbortSignal;
  /** 0: an agent that does not think between its moves */
  pace: number;
}

export async function runStories(all: StoryProgress[], deps: RunDeps): Promise<void> {
  const queue = all.values();
  const lanes = Math.min(LANES_MAX, Math.max(3, Math.ceil(all.length / 8)));
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const progress of queue) await runStory(progress, deps);
    }),
  );
}

async function runStory(progress: StoryProgress, deps: RunDeps): Promise<void> {
  progress.phase = "running";
  for (const move of progress.story.moves) {
    await delay(move.thinkMs * deps.pace, undefined, { signal: deps.signal });
    await makeMove(progress, move, deps);
    if (progress.trouble !== null) break;
  }
  await settle(progress, deps);
  progress.phase = "done";
}

async function makeMove(progress: StoryProgress, move: Move, deps: RunDeps): Promise<void> {
  switch (move.do) {
    case "restart":
      // Nothing of the conversation survives; only the orchestrator still knows the run.
      progress.intents.clear();
      return;
    case "look_up":
      progress.lookedUpCount++;
      await deps.gate.ask(move.ask);
      return;
    case "ask_and_hang_up":
      progress.askedCount++;
      return deps.gate.askAndHangUp(move.ask);
    case "ask":
      return askUntilAnswered(progress, move.ask, deps);
    case "ask_at_once":
      await Promise.all(move.asks.map((ask) => askUntilAnswered(progress, ask, deps)));
  }
}

/** A dropped connection or a busy server is asked again, each time as a new submission. */
async function askUntilAnswered(progress: StoryProgress, ask: Ask, { gate, signal }: RunDeps): Promise<void> {
  let answer: Answer = { kind: "trouble", message: "never asked", retryAfterMs: null };
  for (let tryCount = 0; tryCount < TRIES_MAX && answer.kind === "trouble"; tryCount++) {
    if (tryCount > 0) await delay(backoffMs(tryCount, answer.retryAfterMs), undefined, { signal });
    progress.askedCount++;
    answer = await gate.ask(ask);
  }
  if (answer.kind === "intent") progress.intents.set(answer.intent.id, answer.intent);
  else progress.trouble = answer.kind === "accepted" ? "Interlock's answer was not an intent" : answer.message;
}

function backoffMs(tryCount: number, retryAfterMs: number | null): number {
  return Math.min(BACKOFF_CAP_MS, retryAfterMs ?? BACKOFF_BASE_MS * 2 ** tryCount);
}

/** Waits until nothing of this story is on its way any more. */
export async function settle(progress: StoryProgress, { gate, signal }: RunDeps): Promise<void> {
  const startedAt = Date.now();
  for (const [id, asked] of progress.intents) {
    let intent = asked;
    while (Date.now() - startedAt < patienceMs(intent)) {
      const answer = await gate.find(id);
      if (answer.kind === "intent") intent = answer.intent;
      progress.intents.set(id, intent);
      if (patienceMs(intent) > 0) await delay(SETTLE_POLL_MS, undefined, { signal });
    }
  }
}

/** What is in doubt is watched for a while: Interlock may still find out by a probe. */
function patienceMs(intent: IntentView): number {
  if (isOpen(intent)) return OPEN_MAX_MS;
  return intent.state === "in_doubt" ? IN_DOUBT_MAX_MS : 0;
}
