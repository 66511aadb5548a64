/**
 * How long a backlog takes with the breaker and without it: the same seeded downstream, the real breaker, the contract's
 * own back-off, a clock of the test's own.
 */
import { expect, test } from "vitest";
import type { ClaimedAttempt } from "@/lib/application/claim-intents";
import type { Performed } from "@/lib/connectors/connector";
import { type Breaker, makeBreaker } from "./breaker";

const INTENTS = 40;
const SLOTS = 16;
const SWEEP_MS = 500;
const RETRIES = { baseMs: 50, capMs: 2_000 };
const ORIGIN = "https://flaky.example";

type Failing = { code: string; status: number | null; tookMs: number };
type Downstream = (at: number, random: () => number) => Failing | null;

const fails = (share: number, how: Failing): Downstream => {
  return (_, random) => (random() < share ? how : null);
};
const ANSWERED_503 = { code: "downstream_503", status: 503, tookMs: 5 };
const RESET = { code: "connection_lost", status: null, tookMs: 5 };
const REFUSED = { code: "downstream_unreachable", status: null, tookMs: 1 };
const TIMED_OUT = { code: "downstream_timeout", status: null, tookMs: 400 };

/** Mulberry32: small, and the same everywhere. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Turn = { at: number; run: () => Promise<void> };

/** When the last intent is done, and how many calls that took. */
async function runBacklog(seed: number, downstream: Downstream, isBroken: boolean) {
  const random = randomOf(seed);
  const turns: Turn[] = [];
  let now = 0;
  const breaker: Pick<Breaker, "roomFor" | "watch"> = isBroken
    ? makeBreaker({ monotonicMs: () => now, onChange: () => undefined })
    : { roomFor: () => Number.POSITIVE_INFINITY, watch: (perform) => perform };
  const due = Array.from({ length: INTENTS }, () => ({ at: 0, tries: 0 }));
  let [running, done, calls] = [0, 0, 0];

  function later(at: number, run: () => Promise<void>): void {
    turns.push({ at, run });
  }

  async function start(intent: { at: number; tries: number }): Promise<void> {
    running += 1;
    calls += 1;
    const failing = downstream(now, random);
    let end: (performed: Performed) => void = () => undefined;
    const performed = new Promise<Performed>((resolve) => {
      end = resolve;
    });
    const ended = breaker.watch(() => performed)({ tool: "t", retryCapMs: RETRIES.capMs } as ClaimedAttempt, now);
    later(now + (failing?.tookMs ?? 5), async () => {
      const { code, status } = failing ?? { code: "", status: 200 };
      const outcome: Performed["outcome"] =
        failing === null
          ? { class: "success", effectId: "e", result: null }
          : { class: "unknown", failure: { code, message: code } };
      end({ outcome, exchange: null, reached: { origin: ORIGIN, status } });
      await ended;
      running -= 1;
      if (failing === null) done += 1;
      else {
        const full = Math.min(RETRIES.capMs, RETRIES.baseMs * 2 ** intent.tries);
        due.push({ at: now + full / 2 + (full / 2) * random(), tries: intent.tries + 1 });
      }
      await claim();
    });
  }

  async function claim(): Promise<void> {
    for (const intent of due.filter(({ at }) => at <= now).sort((left, right) => left.at - right.at)) {
      if (running >= SLOTS || breaker.roomFor("t") <= 0) break;
      due.splice(due.indexOf(intent), 1);
      await start(intent);
    }
  }

  async function sweep(): Promise<void> {
    later(now + SWEEP_MS, sweep);
    await claim();
  }

  later(0, sweep);
  while (done < INTENTS) {
    // What has become due is found by the sweeper, and by an attempt that frees a slot.
    turns.sort((left, right) => left.at - right.at);
    const turn = turns.shift();
    if (turn === undefined) throw new Error("Nothing is left to happen, and not everything is done.");
    now = turn.at;
    await turn.run();
  }
  return { doneMs: now, calls };
}

async function compare(downstream: Downstream, seeds: number) {
  const pairs: { bare: number; broken: number }[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const bare = await runBacklog(seed, downstream, false);
    const broken = await runBacklog(seed, downstream, true);
    pairs.push({ bare: bare.doneMs, broken: broken.doneMs });
  }
  return pairs;
}

test.each([
  ["is answered 503", ANSWERED_503],
  ["breaks off", RESET],
  ["is refused", REFUSED],
] as [string, Failing][])("55 of 100 calls: %s. The breaker does not slow a single backlog", async (_, how) => {
  for (const { bare, broken } of await compare(fails(0.55, how), 400)) expect(broken).toBe(bare);
});

test("55 of 100 calls time out: hardly a backlog meets the breaker, and the slowest is no slower", async () => {
  const pairs = await compare(fails(0.55, TIMED_OUT), 400);
  const met = pairs.filter(({ bare, broken }) => broken !== bare);
  expect(met.length).toBeLessThan(pairs.length / 50);
  const slowest = Math.max(...pairs.map(({ bare }) => bare));
  for (const { broken } of met) expect(broken).toBeLessThanOrEqual(slowest);
});

test("a downstream that is away for half a minute costs a quarter of the calls, and is found again soon", async () => {
  const AWAY_MS = 30_000;
  const away: Downstream = (at) => (at < AWAY_MS ? REFUSED : null);
  for (let seed = 1; seed <= 50; seed += 1) {
    const bare = await runBacklog(seed, away, false);
    const broken = await runBacklog(seed, away, true);
    expect(broken.calls).toBeLessThan(bare.calls / 4);
    // B4, and sweeps: no intent waits longer for the next try than its contract says.
    expect(broken.doneMs).toBeLessThanOrEqual(AWAY_MS + RETRIES.capMs + 3 * SWEEP_MS);
  }
});
