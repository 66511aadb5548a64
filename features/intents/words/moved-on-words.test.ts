import { expect, test } from "vitest";
import type { HoldDto } from "@/lib/wire/intent";
import { approvedWords } from "./moved-on-words";

const hold = (more: Partial<HoldDto>): HoldDto => ({
  reasons: ["approval"],
  rule: null,
  role: "approver",
  approvalsNeeded: 2,
  approvalsGiven: 1,
  approvedBy: ["opr_1"],
  expiresAt: null,
  ...more,
});

test("what was approved is told as what has become of it, not as what was about to", () => {
  expect(approvedWords({ state: "cleared" }, "opr_1").body).toMatch(/cleared to run/);
  expect(approvedWords({ state: "succeeded" }, "opr_1").body).toBe("Exactly the args that you saw ran.");
  expect(approvedWords({ state: "withdrawn" }, "opr_1").body).toBe("The agent took it back. Nothing ran.");
});

test("one approval of two counts until it is held anew", () => {
  expect(approvedWords({ state: "held", hold: hold({}) }, "opr_1").title).toBe("Your approval is recorded");
  const anew = hold({ approvalsGiven: 0, approvedBy: [] });
  expect(approvedWords({ state: "held", hold: anew }, "opr_1").title).toBe("Your approval no longer counts");
});

test("a pause holds what is approved, and nobody has to approve it again", () => {
  const { approvedBy: _nobody, ...paused } = hold({ reasons: ["paused"], approvalsNeeded: 0, approvalsGiven: 0 });
  expect(approvedWords({ state: "held", hold: paused }, "opr_1").body).toMatch(/run after a resume/);
});
