import { describe, expect, test } from "vitest";
import { approveHeld } from "./approve";
import type { Ask } from "./behaviour";
import type { Answer, Gate, IntentView } from "./gate";
import { planStories } from "./plan";
import { beginProgress, type StoryProgress, tally } from "./progress";
import { type RunDeps, runStories } from "./run";

/** Folds by tool and run-independent subject, like the real one; `states` decides how an intent goes on. */
class FakeGate implements Gate {
  readonly asked: Ask[] = [];
  readonly intents = new Map<string, IntentView>();
  troubles = 0;
  approved: string[] = [];

  constructor(private readonly firstState: (ask: Ask) => string = () => "succeeded") {}

  async ask(ask: Ask): Promise<Answer> {
    this.asked.push(ask);
    if (this.troubles-- > 0) return { kind: "trouble", message: "connection refused", retryAfterMs: 1 };
    return { kind: "intent", intent: this.intentOf(ask) };
  }

  async askAndHangUp(ask: Ask): Promise<void> {
    this.asked.push(ask);
    this.intentOf(ask);
  }

  /** Each look moves an open intent one step on. */
  async find(id: string): Promise<Answer> {
    const intent = this.intents.get(id);
    if (!intent) return { kind: "problem", status: 404, code: "not_found", message: "no such intent" };
    const next: Record<string, string> = { cleared: "executing", executing: "succeeded" };
    this.intents.set(id, { ...intent, state: next[intent.state] ?? intent.state });
    return { kind: "intent", intent };
  }

  async approve(intent: IntentView): Promise<string | null> {
    if (intent.argsDigest !== `digest of ${intent.id}`) return "args_changed";
    this.approved.push(intent.id);
    this.intents.set(intent.id, { ...intent, state: "cleared", hold: null });
    return null;
  }

  private intentOf(ask: Ask): IntentView {
    const { paymentId, orderId, about, calendar } = ask.args;
    const id = `${ask.tool}:${String(paymentId ?? orderId ?? about ?? calendar).trim()}`;
    const state = this.firstState(ask);
    const hold = state === "held" ? { reasons: ["approval"] } : null;
    const intent = this.intents.get(id) ?? { id, tool: ask.tool, state, hold, argsDigest: `digest of ${id}` };
    this.intents.set(id, intent);
    return intent;
  }
}

function prepare(gate: Gate, actions = 12): { all: StoryProgress[]; deps: RunDeps; stop: AbortController } {
  const stop = new AbortController();
  const all = planStories({ seed: 1, actions, tag: "t" }).map(beginProgress);
  return { all, deps: { gate, signal: stop.signal, pace: 0 }, stop };
}

describe("the runner", { timeout: 30_000 }, () => {
  test("makes every move of every story and counts every ask", async () => {
    const gate = new FakeGate();
    const { all, deps } = prepare(gate);
    await runStories(all, deps);
    const counts = tally(all);
    expect(counts).toMatchObject({ doneCount: 12, actionCount: 12, failedCount: 0, heldCount: 0, inDoubtCount: 0 });
    expect(counts.askedCount + counts.lookedUpCount).toBe(gate.asked.length);
    expect(counts.askedCount).toBeGreaterThan(30);
    expect(all.every(({ intents }) => intents.size === 1)).toBe(true);
  });

  test("asks again after trouble, and counts that too", async () => {
    const gate = new FakeGate();
    gate.troubles = 3;
    const { all, deps } = prepare(gate, 2);
    await runStories(all, deps);
    expect(all.every(({ trouble }) => trouble === null)).toBe(true);
    expect(tally(all).askedCount + tally(all).lookedUpCount).toBe(gate.asked.length);
  });

  test("gives up with the reason when nobody ever answers", async () => {
    const gate = new FakeGate();
    gate.troubles = 1_000;
    const { all, deps } = prepare(gate, 1);
    await runStories(all, deps);
    expect(all[0]).toMatchObject({ phase: "done", trouble: "connection refused" });
    expect(tally(all).failedCount).toBe(1);
  });

  test("follows an open intent to its end", async () => {
    const { all, deps } = prepare(new FakeGate(() => "cleared"), 1);
    await runStories(all, deps);
    expect([...(all[0]?.intents.values() ?? [])].map(({ state }) => state)).toEqual(["succeeded"]);
  });

  test("stops at once when told to", async () => {
    const { all, deps, stop } = prepare(new FakeGate(), 12);
    const running = runStories(all, { ...deps, pace: 100 });
    stop.abort();
    await expect(running).rejects.toThrow(/abort/i);
  });

  test("leaves held intents alone; --approve approves exactly those, by the digest it saw", async () => {
    const gate = new FakeGate((ask) => (ask.args["to"] === undefined ? "succeeded" : "held"));
    const { all, deps } = prepare(gate);
    await runStories(all, deps);
    const held = tally(all).heldCount;
    expect(held).toBeGreaterThan(0);
    expect(gate.approved).toEqual([]);

    expect(await approveHeld(all, deps)).toEqual([]);
    expect(gate.approved).toHaveLength(held);
    expect(tally(all).heldCount).toBe(0);
    expect([...gate.intents.values()].every(({ state }) => state === "succeeded")).toBe(true);
  });
});
