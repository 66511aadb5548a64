import { expect, test } from "vitest";
import { emptyToolAudit, toResult } from "@/lib/domain/key-audit/tool-audit";
import { type KeyAuditSummaryDto, KeyAuditToolDto } from "@/lib/wire/key-audit";
import { hasFault, layerWords, observationsOf, progressWords, retryRows } from "./audit-words";

const QUIET = KeyAuditToolDto.parse(toResult(emptyToolAudit()));
const PAIR = { intentId: "int_2", otherId: "int_1", gapMs: 90_000, differs: ["run", ""] };

test("a tool with nothing to tell has no observation", () => {
  expect(observationsOf(QUIET)).toEqual([]);
  expect(retryRows(QUIET)).toEqual([]);
  expect(hasFault(QUIET)).toBe(false);
});

test("each number says what it means, and examples lead to their intents", () => {
  const [lookalike] = observationsOf({ ...QUIET, lookalikes: { count: 1, examples: [PAIR] } });
  expect(lookalike).toMatchObject({
    sentence: "1 look-alike: the same values under two keys, and both ran.",
    isFault: true,
    examples: [{ intentIds: ["int_1", "int_2"], words: "1 min 30 s apart, differ in run, the args" }],
  });
  const collisions = { count: 2, examples: [{ intentId: "int_1", effectIds: ["a", "b"], source: "late_settle" }] };
  expect(observationsOf({ ...QUIET, collisions })[0]?.sentence).toBe("2 keys have several effect ids.");
});

test("what differs in its value only is no fault; in its spelling it is", () => {
  const near = (spelling: number) => ({ ...QUIET, nearIdentical: { count: 3, spelling, examples: [] } });
  expect(hasFault(near(0))).toBe(false);
  expect(hasFault(near(1))).toBe(true);
  expect(observationsOf(near(1))[0]?.sentence).toContain("Of 1 only the spelling does.");
});

test("who retried is told by share, most first, also a layer of tomorrow", () => {
  const layers = {
    model: { count: 1, examples: [] },
    http_client: { count: 3, examples: [] },
    next_one: { count: 0, examples: [] },
  };
  const rows = retryRows({ ...QUIET, retries: { count: 4, layers, agents: {} } });
  expect(rows.map(({ layer, share }) => [layer, share])).toEqual([
    ["http_client", 0.75],
    ["model", 0.25],
  ]);
  expect(layerWords("next_one")).toBe("next one");
});

test("how far it is, in a sentence", () => {
  const summary = (state: KeyAuditSummaryDto["state"], done: number, total: number | null) =>
    progressWords({ state, failure: null, progress: { done, total } } as KeyAuditSummaryDto);
  expect(summary("running", 500, 2_000)).toMatch(/^500 of 2.000 intents were looked at\.$/);
  expect(summary("finished", 1, 1)).toBe("1 intent was looked at.");
  expect(summary("waiting", 0, null)).toBe("A worker will take it.");
});
