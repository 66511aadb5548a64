import fc from "fast-check";
import { expect, test } from "vitest";
import { makeAttemptSlots, type Reserved } from "./attempt-slots";

const TOOLS = ["a", "b", "c"];
const TRIED = "c";
const TRIES_MAX = 2;

type Step =
  | { kind: "claim"; wanted: number }
  | { kind: "return"; which: number; tools: number[] }
  | { kind: "end"; which: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("claim" as const), wanted: fc.integer({ min: 1, max: 12 }) }),
  fc.record({
    kind: fc.constant("return" as const),
    which: fc.nat(5),
    tools: fc.array(fc.nat(TOOLS.length - 1), { maxLength: 12 }),
  }),
  fc.record({ kind: fc.constant("end" as const), which: fc.nat(20) }),
);

/** What a store would take of these: within the limit, the tools' room, and never of a tool that is left out. */
function take({ limit, exceptTools, room }: Reserved, wanted: number[]): string[] {
  const taken: string[] = [];
  for (const tool of wanted.map((index) => TOOLS[index] ?? "")) {
    const left = (room.byTool.get(tool) ?? room.others) - taken.filter((one) => one === tool).length;
    if (taken.length < limit && left > 0 && !exceptTools.includes(tool)) taken.push(tool);
  }
  return taken;
}

test("A1, A2: however claims overlap, no more runs than there are slots, and no tool has more than its share or its tries", async () => {
  const run = async (count: number, steps: Step[]) => {
    const running: { tool: string; end: () => void }[] = [];
    const countOf = (tool: string) => running.filter((one) => one.tool === tool).length;
    const roomFor = (tool: string) => (tool === TRIED ? TRIES_MAX - countOf(TRIED) : Number.POSITIVE_INFINITY);
    const slots = makeAttemptSlots({ count, restingTools: () => [TRIED], roomFor }, () => undefined);
    const claims: Reserved[] = [];
    for (const one of steps) {
      if (one.kind === "claim" && slots.freeCount() > 0) claims.push(slots.reserve(one.wanted));
      if (one.kind === "return") {
        for (const reserved of claims.splice(one.which, 1)) {
          const taken = take(reserved, one.tools);
          for (const tool of taken) slots.occupy(tool, 0, new Promise((end) => void running.push({ tool, end })));
          reserved.release(taken.map((tool) => ({ tool })));
        }
      }
      if (one.kind === "end") for (const ended of running.splice(one.which, 1)) ended.end();
      await Promise.resolve();
      expect(running.length).toBeLessThanOrEqual(count);
      for (const tool of TOOLS) expect(countOf(tool)).toBeLessThanOrEqual(count - Math.floor(count / 4));
      expect(countOf(TRIED)).toBeLessThanOrEqual(TRIES_MAX);
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.array(step, { maxLength: 40 }), (count, steps) =>
      run(count, steps),
    ),
    { numRuns: 500 },
  );
});

test("a claim was short where it took every slot, all of a tool's room, or had to leave a tool out; else nothing is left", () => {
  const none = { restingTools: () => [], roomFor: () => Number.POSITIVE_INFINITY };
  const slots = () => makeAttemptSlots({ count: 8, ...none }, () => undefined);
  const of = (tool: string, count: number) => Array.from({ length: count }, () => ({ tool }));
  expect(
    slots()
      .reserve(100)
      .release([...of("a", 4), ...of("b", 4)]),
  ).toBe(true);
  expect(slots().reserve(100).release(of("a", 6))).toBe(true);
  expect(slots().reserve(100).release(of("a", 5))).toBe(false);
  expect(slots().reserve(5).release(of("a", 5))).toBe(false);
  const resting = makeAttemptSlots(
    { count: 8, restingTools: () => ["z"], roomFor: (tool) => (tool === "z" ? 0 : 9) },
    () => undefined,
  );
  expect(resting.reserve(5).release([])).toBe(true);
});
