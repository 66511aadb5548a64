import { expect, test } from "vitest";
import { inboxPath, isNarrowed, narrow, parseInboxFilter } from "./inbox-filter";

test("what is in the address is what the inbox is narrowed to, and back", () => {
  const path = "/?reason=drift&tool=refund_payment&agent=agt_1&q=pay_1";
  const filter = parseInboxFilter(new URLSearchParams(path.slice(2)));
  expect(filter).toEqual({ reason: "drift", tool: "refund_payment", agent: "agt_1", q: "pay_1" });
  expect(inboxPath(filter)).toBe(path);
});

test("what cannot be meant is left out instead of being sent", () => {
  const search = new URLSearchParams({ reason: "nonsense", tool: "", q: "x".repeat(201), agent: "  " });
  expect(parseInboxFilter(search)).toEqual({});
  expect(inboxPath({})).toBe("/");
});

test("one part is changed or taken out, the others stay", () => {
  const filter = { reason: "drift", q: "pay_1" } as const;
  expect(narrow(filter, "reason", "limit")).toEqual({ reason: "limit", q: "pay_1" });
  expect(narrow(filter, "q", undefined)).toEqual({ reason: "drift" });
  expect(narrow(filter, "q", "")).toEqual({ reason: "drift" });
  expect(isNarrowed(narrow({ q: "x" }, "q", undefined))).toBe(false);
});
