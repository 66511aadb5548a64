import { expect, test } from "vitest";
import type { HoldDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { whyNotApprove, whyNotDecide } from "./may-decide";

const HOLD: HoldDto = {
  reasons: ["approval"],
  rule: null,
  role: "approver",
  approvalsNeeded: 2,
  approvalsGiven: 0,
  approvedBy: [],
  expiresAt: null,
};
const person = (role: OperatorDto["role"]): OperatorDto => ({ id: "opr_1", email: "m@x", name: "Maria", role });
const held = (more: Partial<HoldDto> = {}) => ({ hold: { ...HOLD, ...more } });

test("an approver and an admin may decide, a viewer is told who does", () => {
  expect(whyNotDecide(held(), person("approver"))).toBeNull();
  expect(whyNotApprove(held(), person("admin"))).toBeNull();
  expect(whyNotDecide(held(), person("viewer"))).toMatch(/approver or an admin/);
});

test("what only a pause stops has nothing to decide", () => {
  expect(whyNotDecide(held({ approvalsNeeded: 0 }), person("admin"))).toMatch(/after a resume/);
  expect(whyNotDecide({}, person("admin"))).not.toBeNull();
});

test("a role that is too low, an approval that was given and args that are gone leave a no", () => {
  expect(whyNotApprove(held({ role: "admin" }), person("approver"))).toMatch(/Only an admin/);
  expect(whyNotApprove(held({ approvedBy: ["opr_1"], approvalsGiven: 1 }), person("approver"))).toBe(
    "You approved it. It runs when one more person approves it too.",
  );
  expect(whyNotApprove({ ...held(), argsErased: true }, person("admin"))).toMatch(/erased/);
  expect(whyNotApprove({ ...held(), argsLeftOut: true }, person("admin"))).toMatch(/too long for a row/);
  for (const hold of [held({ role: "admin" }), held({ approvedBy: ["opr_1"] })]) {
    expect(whyNotDecide(hold, person("approver"))).toBeNull();
  }
});
