import fc from "fast-check";
import { expect, test } from "vitest";
import { type Bounds, isAnyToolFull, makeAttemptSlots } from "./attempt-slots";

const TOOLS = ["a", "b", "c"];
const TRIED = "c";
const TRIES_MAX = 2;

type Step = { kind: "claim"; tools: number[] } | { kind: "end"; which: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("claim" as const),
    tools: fc.array(fc.nat(TOOLS.length - 1), { minLength: 1, maxLength: 12 }),
  }),
  fc.record({ kind: fc.constant("end" as const), which: fc.nat(20) }),
);

/** What a store would take of these: within the limit, the tools' room, and never of a tool that is left out. */
function take({ limit, exceptTools, room }: Bounds, wanted: number[]): string[] {
  const taken: string[] = [];
  for (const tool of wanted.map((index) => TOOLS[index] ?? "")) {
    const left = (room.byTool.get(tool) ?? room.others) - taken.filter((one) => one === tool).length;
    if (taken.length < limit && left > 0 && !exceptTools.includes(tool)) taken.push(tool);
  }
  return taken;
}

async function run(count: number, steps: Step[]): Promise<void> {
  const running: { tool: string; end: () => void }[] = [];
  const countOf = (tool: string) => running.filter((one) => one.tool === tool).length;
  const roomFor = (tool: string) => (tool === TRIED ? TRIES_MAX - countOf(TRIED) : Number.POSITIVE_INFINITY);
  const slots = makeAttemptSlots({ count, restingTools: () => [TRIED], roomFor }, () => undefined);
  for (const one of steps) {
    if (one.kind === "end") for (const ended of running.splice(one.which, 1)) ended.end();
    else
      for (const tool of take(slots.boundsFor(one.tools.length), one.tools))
        slots.occupy(tool, 0, new Promise((end) => void running.push({ tool, end })));
    await new Promise(setImmediate);
    expect(slots.freeCount()).toBe(count - running.length);
    expect(running.length).toBeLessThanOrEqual(count);
    for (const tool of TOOLS) expect(countOf(tool)).toBeLessThanOrEqual(count - Math.floor(count / 4));
    expect(countOf(TRIED)).toBeLessThanOrEqual(TRIES_MAX);
  }
}

test("no more runs than there are slots, and no tool has more than its share, or its tries", async () => {
  const steps = fc.array(step, { maxLength: 30 });
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 20 }), steps, run), { numRuns: 300 });
});

test("a tool is full where it was left out, or where all of its room was taken", () => {
  const bounds = { limit: 8, exceptTools: [], room: { byTool: new Map([["a", 2]]), others: 6 } };
  const of = (tool: string, count: number) => Array.from({ length: count }, () => ({ tool }));
  expect(isAnyToolFull(bounds, [...of("a", 1), ...of("b", 5)])).toBe(false);
  expect(isAnyToolFull(bounds, of("a", 2))).toBe(true);
  expect(isAnyToolFull(bounds, of("b", 6))).toBe(true);
  expect(isAnyToolFull({ ...bounds, exceptTools: ["z"] }, [])).toBe(true);
});
