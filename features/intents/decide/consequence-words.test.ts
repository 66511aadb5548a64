import { expect, test } from "vitest";
import type { AboutDto } from "@/lib/wire/about";
import type { HoldDto } from "@/lib/wire/intent";
import { approveWords } from "./consequence-words";

const told = (about: Partial<AboutDto>, hold: Partial<HoldDto> = {}) => ({
  about: { effect: "write_non_idempotent", value: "low", amount: null, target: [], undoMs: 0, ...about } as AboutDto,
  hold: {
    reasons: ["approval"],
    rule: null,
    role: "approver",
    approvalsNeeded: 1,
    approvalsGiven: 0,
    expiresAt: null,
    ...hold,
  } as HoldDto,
});

test.each([
  [told({}), "runs at once"],
  [told({ undoMs: 10_000 }), "runs in 10 seconds; you can take it back until then"],
  [told({ effect: "irreversible" }), "runs at once, and cannot be taken back"],
  [told({}, { approvalsNeeded: 2 }), "needs one more person after you before it runs"],
  [told({}, { approvalsNeeded: 3 }), "needs 2 more people after you before it runs"],
  [told({}, { approvalsNeeded: 2, approvalsGiven: 1 }), "runs at once"],
  [told({}, { reasons: ["approval", "paused"] }), "runs after a resume"],
])("what follows from a yes (%#)", (intent, words) => {
  expect(approveWords(intent)).toBe(words);
});
