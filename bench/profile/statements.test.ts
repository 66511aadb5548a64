import { expect, test } from "vitest";
import { shorten, statementRows } from "./statements";

test("a statement is shown on one line, by its beginning", () => {
  expect(shorten("select 1\n   from   x ")).toBe("select 1 from x");
  expect(shorten(`select ${"a".repeat(500)}`)).toHaveLength(110);
});

test("what a statement costs is told a request, not a call", () => {
  const statements = [{ text: "commit", calls: 50, planMs: 0, executeMs: 200 }];
  const rows = statementRows({ what: "intents", connections: 32, requestCount: 100, statements });
  expect(rows.at(-1)?.trim().split(/\s+/)).toEqual(["0.50", "0", "2000", "commit"]);
});
