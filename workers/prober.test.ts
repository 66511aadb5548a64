import { afterEach, expect, test } from "vitest";
import type { ReservedProbe, ReserveWanted } from "@/lib/store/doubts";
import { type Prober, type ProberDeps, startProber } from "./prober";

const NEVER_MS = 2_000_000_000;
const question = (n: number, tool = "t"): ReservedProbe => ({
  ...{ intentId: `int_${n}`, tool, contractVersion: 1, key: "k", args: {}, askedAtMs: 0 },
});

let prober: Prober | null = null;
afterEach(() => prober?.stop());

/** What is due is handed out once, as the store does. */
function setUp(due: ReservedProbe[], more: Partial<ProberDeps> = {}) {
  const asked: string[] = [];
  const wanted: ReserveWanted[] = [];
  const released: string[] = [];
  const waiting = [...due];
  prober = startProber({
    reserve: async (want) => {
      wanted.push(want);
      return waiting.splice(0, want.limit);
    },
    release: async (ids) => void released.push(...ids),
    probe: async ({ intentId }) => void asked.push(intentId),
    intervalMs: NEVER_MS,
    onError: () => undefined,
    ...more,
  });
  return { prober, asked, wanted, released, waiting };
}

test("asks at the start, and at once when it is woken, without waiting for its interval", async () => {
  const { prober, asked, waiting } = setUp([question(1)]);
  await expect.poll(() => asked).toEqual(["int_1"]);
  waiting.push(question(2));
  prober.wake();
  await expect.poll(() => asked).toEqual(["int_1", "int_2"]);
});

test("never has more under way than its slots, tells how many a tool has, and takes the rest when one is free", async () => {
  let finish: (() => void)[] = [];
  let open = 0;
  let most = 0;
  const probe = async () => {
    most = Math.max(most, ++open);
    await new Promise<void>((resolve) => finish.push(resolve));
    open -= 1;
  };
  const { wanted } = setUp(
    Array.from({ length: 20 }, (_, n) => question(n)),
    { probe },
  );
  await expect.poll(() => open).toBe(16);
  finish.shift()?.();
  await expect.poll(() => wanted.at(-1)).toMatchObject({ limit: 1, underWay: { t: 15 } });
  await expect.poll(() => open).toBe(16);
  expect(most).toBe(16);
  while (open > 0) {
    for (const done of finish.splice(0)) done();
    await new Promise(setImmediate);
  }
  finish = [];
});

test("a question that fails is reported and does not stop the next", async () => {
  const errors: unknown[] = [];
  const probe = async () => {
    throw new Error("lost");
  };
  const { prober, waiting, wanted } = setUp([question(1)], { probe, onError: (_, id) => void errors.push(id) });
  await expect.poll(() => errors).toEqual(["int_1"]);
  waiting.push(question(2));
  prober.wake();
  await expect.poll(() => errors).toEqual(["int_1", "int_2"]);
  expect(wanted.length).toBeGreaterThan(1);
});

test("after stop nothing is asked; what was under way is given up and handed back", async () => {
  const probe = (_: ReservedProbe, signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  const { prober, released, wanted } = setUp([question(1)], { probe });
  await expect.poll(() => wanted.length).toBeGreaterThan(0);
  await prober.stop();
  expect(released).toEqual(["int_1"]);
  const looks = wanted.length;
  prober.wake();
  expect(wanted).toHaveLength(looks);
});
