import { expect, test } from "vitest";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { Problem } from "@/lib/wire/problem";
import type { StoreStateDto } from "@/lib/wire/store";
import { notReleasedWords, releasedWords, restoredWords } from "./restored-words";

const STATE: StoreStateDto = {
  ...{ epoch: 2, restoring: false, restoredAt: "2026-01-01T00:00:00.000Z", why: "operator" },
  ...{ inDoubtCount: 33, releasableCount: 2 },
};
const told = (more: Partial<StoreStateDto>) => restoredWords({ ...STATE, ...more });

test("how many are in doubt, and which of them may be released", () => {
  expect(told({})).toBe(
    "33 intents are in doubt because of a restore. For 2 of them no attempt is on record: an admin can release those after a planned failover.",
  );
  expect(told({ inDoubtCount: 1, releasableCount: 1 })).toMatch(/^1 intent is in doubt .+\. No attempt is on record:/);
});

test("what may have been sent is never offered for release", () => {
  expect(told({ releasableCount: 0 })).toContain("a probe or a person ends each doubt");
  expect(told({ inDoubtCount: 0, releasableCount: 0 })).toContain("any more");
  expect(told({ restoring: true })).toContain("Nothing runs until");
});

test("a release says what runs and what keeps its doubt; a lost answer is no refusal", () => {
  expect(releasedWords({ releasedCount: 2, keptCount: 31 })).toMatchObject({
    title: "You released 2",
    body: "They are cleared to run, under the same keys. 31 intents are still in doubt: a probe or a person ends each.",
  });
  expect(releasedWords({ releasedCount: 0, keptCount: 0 }).body).toBe("Nothing was left to release.");
  const lost = new ProblemError({ code: "unreachable", status: 0 } as unknown as Problem);
  expect(notReleasedWords(lost).title).toContain("not known");
});
