import { describe, expect, test } from "vitest";
import { planStories } from "./plan";
import { beginProgress, type StoryProgress } from "./progress";
import { COLOR, PLAIN, renderLive, renderSummary, renderTable } from "./render";
import { clip } from "./screen";

const PLACE = { url: "http://localhost:3000", operatorEmail: "op@example.com", demoFile: ".interlock/demo.json" };

function progressOf(count: number, each: (progress: StoryProgress, index: number) => Partial<StoryProgress>) {
  return planStories({ seed: 1, actions: count, tag: "t" })
    .map(beginProgress)
    .map((progress, index) => ({ ...progress, ...each(progress, index) }));
}

function intentsIn(state: string, reasons: string[] = []) {
  return new Map([["int_1", { id: "int_1", tool: "refund_payment", state, hold: { reasons } }]]);
}

describe("the end of the demo", () => {
  test("is one sentence when all went well", () => {
    const all = progressOf(12, () => ({
      phase: "done",
      askedCount: 4,
      effectCount: 1,
      intents: intentsIn("succeeded"),
    }));
    expect(renderSummary(all, PLACE, PLAIN)).toEqual([
      "The agent asked 48 times for 12 actions; the ledger saw 12 effects.",
    ]);
  });

  test("says who waits for a person, and where to go", () => {
    const all = progressOf(1, () => ({ phase: "done", askedCount: 1, intents: intentsIn("held", ["approval"]) }));
    const text = renderSummary(all, PLACE, PLAIN).join("\n");
    expect(text).toContain("The agent asked once for 1 action; the ledger saw 0 effects.");
    expect(text).toContain("1 intent waits for a person: approve at http://localhost:3000");
    expect(text).toContain("op@example.com");
    expect(renderTable(all, PLAIN).join("\n")).toContain("held (approval)");
  });

  test("never hides a doubled effect, a missing one, a doubt or an agent that gave up", () => {
    const endings = [
      { effectCount: 2 },
      { intents: intentsIn("in_doubt") },
      { trouble: "connection refused" },
      { intents: intentsIn("succeeded") },
    ];
    const all = progressOf(4, (_, index) => ({ phase: "done", ...endings[index] }));
    const text = renderSummary(all, PLACE, PLAIN).join("\n");
    expect(text).toContain("happened 2 times. This must not be.");
    expect(text).toContain("is said to be done, but the ledger saw nothing.");
    expect(text).toContain("1 intent is in doubt");
    expect(text).toContain("had to give up: connection refused");
  });

  test("fits into 80 columns", () => {
    const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
    const all = seeds.flatMap((seed) => planStories({ seed, actions: 12, tag: "t" }).map(beginProgress));
    const done = all.map((progress) => ({
      ...progress,
      phase: "done" as const,
      intents: intentsIn("held", ["approval"]),
    }));
    expect(Math.max(...renderTable(done, PLAIN).map((line) => line.length))).toBeLessThan(80);
    expect(Math.max(...renderLive(done, PLAIN, 0, 99).map((line) => line.length))).toBeLessThan(80);
  });

  test("has one row per story", () => {
    const all = progressOf(30, () => ({ phase: "done", intents: intentsIn("succeeded") }));
    expect(renderTable(all, PLAIN)).toHaveLength(31);
  });
});

describe("live progress", () => {
  test("fits the rows it is given and keeps what runs in sight", () => {
    const all = progressOf(40, (_, index) => ({ phase: index < 30 ? "done" : index === 30 ? "running" : "waiting" }));
    const lines = renderLive(all, PLAIN, 3, 10);
    expect(lines).toHaveLength(13);
    expect(lines.join("\n")).toContain("… and 30 more");
    expect(lines.some((line) => line.includes("⠸"))).toBe(true);
    expect(lines.at(-1)).toContain("30 of 40 done");
  });

  test("a clipped line has the width of the terminal, and its colours do not count", () => {
    const line = `${COLOR.good("a".repeat(50))}${"b".repeat(50)}`;
    const visible = clip(line, 61).replaceAll("\u001b[32m", "").replaceAll("\u001b[0m", "");
    expect(visible).toBe(`${"a".repeat(50)}${"b".repeat(10)}`);
    expect(clip(line, 20)).toContain("\u001b[0m");
  });
});
