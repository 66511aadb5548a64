import { expect, test } from "vitest";
import { filterPath, parseFilter } from "./intent-filter";

test("a filter survives the address bar", () => {
  const filter = { state: "in_doubt", tool: "refund_payment & more" } as const;
  expect(parseFilter(new URL(filterPath(filter), "http://x").searchParams)).toEqual(filter);
  expect(filterPath({})).toBe("/intents");
});

test("a state that does not exist and an endless tool are not asked for", () => {
  expect(parseFilter(new URLSearchParams({ state: "queued", tool: "t".repeat(200) }))).toEqual({});
});
