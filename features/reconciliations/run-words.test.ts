import { expect, test } from "vitest";
import { notCompared } from "@/lib/domain/reconcile/not-compared";
import type { ReconciliationDto } from "@/lib/wire/reconciliation";
import { countRows } from "./count-words";
import { failureWords, notComparedWords, outcomeWords } from "./run-words";

function run(more: Partial<ReconciliationDto>): ReconciliationDto {
  return {
    id: "rec_1",
    tool: "refund_payment",
    source: "list",
    state: "finished",
    failure: null,
    window: null,
    progress: { phase: "done", done: 0, total: 0 },
    counts: {},
    warnings: [],
    errors: [],
    requestedBy: null,
    createdAt: "2026-11-16T00:00:00.000Z",
    endedAt: null,
    links: { self: "", errors: "", findings: "" },
    ...more,
  };
}

test("a run in which everything agrees says so, and only such a one", () => {
  const agrees = "Everything was compared, and both sides agree.";
  expect(outcomeWords(run({ counts: { rows: 7, matched: 7 } }))).toBe(agrees);
  expect(outcomeWords(run({ counts: { rows: 7, bad: 7 } }))).toMatch(/^Nothing was compared: 7 of 7 rows/);
  expect(outcomeWords(run({ source: "probe", counts: { asked: 3, unanswered: 1 } }))).toMatch(/^Not everything was/);
  expect(outcomeWords(run({ state: "stopped" }))).not.toContain(agrees);
  expect(outcomeWords(run({ state: "failed", failure: "worker_error" }))).not.toContain(agrees);
});

test("what diverged is counted, with what is new of it", () => {
  const counts = { rows: 9, missing: 2, orphan: 1, raised: 1 };
  expect(outcomeWords(run({ counts }))).toBe("2 missing, 1 orphan; 1 new finding.");
  expect(outcomeWords(run({ counts: { ...counts, raised: 0 } }))).toBe("2 missing, 1 orphan; none of it is new.");
  expect(outcomeWords(run({ counts: { ...counts, bad: 1 } }))).toMatch(/finding\. Not everything was compared/);
});

test("what was not compared is judged as the command judges it", () => {
  const amounts = [0, 1, 3];
  for (const source of ["list", "statement", "probe"] as const) {
    for (const rows of amounts) {
      for (const other of amounts) {
        for (const name of ["bad", "repeated", "outside", "missing", "unanswered", "notAsked"]) {
          const counts = { rows, asked: rows, [name]: other };
          expect(notComparedWords({ source, counts }) === null).toBe(notCompared(source, counts) === null);
        }
      }
    }
  }
});

test("every failure reads, also one that nobody has words for", () => {
  expect(failureWords("downstream_404")).toContain("status 404");
  expect(failureWords("of_tomorrow")).toBe("It failed: of tomorrow.");
  expect(failureWords("constructor")).toBe("It failed: constructor.");
  expect(failureWords(null)).toContain("nobody knows why");
});

test("every count is shown with what it counts, also one that nobody has words for", () => {
  const rows = countRows({ matched: 3, bad: 1, of_tomorrow: 2, orphan: 0 });
  expect(rows.map(({ name }) => name)).toEqual(["Bad rows", "Matched", "of tomorrow"]);
  expect(rows.every(({ meaning, count }) => meaning !== "" && count > 0)).toBe(true);
});
