import { expect, test } from "vitest";
import type { AboutDto } from "@/lib/wire/about";
import type { HoldDto } from "@/lib/wire/intent";
import { followsWords, insteadOfWords, insteadVerb } from "./instead-words";

const about = (value: string | null): AboutDto => ({
  effect: "write_non_idempotent",
  value: "high",
  amount: value === null ? null : { value, currency: "USD" },
  target: [],
  undoMs: 0,
});
const hold = (approvalsGiven: number): HoldDto => ({
  reasons: ["approval"],
  rule: null,
  role: "approver",
  approvalsNeeded: 3,
  approvalsGiven,
  expiresAt: null,
});
const chosen = (value: string | null, peopleNeeded = 1) => ({
  about: about(value),
  approve: { peopleNeeded, role: "approver" as const },
});

test("says which amount is replaced", () => {
  expect(insteadOfWords({ about: about("80") }, chosen("100"))).toBe("$100.00 instead of $80.00");
  expect(insteadOfWords({ about: about("80") }, chosen("80"))).toBeNull();
  expect(insteadOfWords({ about: about(null) }, chosen("5"))).toBe("$5.00, where there was no amount");
  expect(insteadOfWords({ about: about("80") }, chosen(null))).toBe("no amount instead of $80.00");
});

test("counts the people that these args take, and voids nothing where nothing was given", () => {
  expect(followsWords({ hold: hold(0) }, chosen("1"))).toBe("Once you approve, it runs at once.");
  expect(followsWords({ hold: hold(0) }, chosen("1", 2))).toBe(
    "Once you approve, it needs one more person after you before it runs.",
  );
  expect(followsWords({ hold: hold(1) }, chosen("1"))).toMatch(
    /The approval so far was given to other args: it is void/,
  );
  expect(followsWords({ hold: hold(2) }, chosen("1"))).toMatch(/The 2 approvals so far were given to other args/);
});

test("the button names the amount", () => {
  expect(insteadVerb(chosen("55"), "as edited")).toBe("Approve $55.00 as edited");
  expect(insteadVerb(chosen(null), "as edited")).toBe("Approve as edited");
  expect(insteadVerb(chosen(null), "instead")).toBe("Approve this instead");
});
