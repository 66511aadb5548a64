import { expect, test } from "vitest";
import type { HoldDto } from "@/lib/wire/intent";
import { learntWords } from "./learnt-words";

const hold = { approvalsNeeded: 2, approvalsGiven: 1, approvedBy: ["opr_1"] } as HoldDto;

test("after a lost answer it is told what is true: still held, arrived, or ended", () => {
  expect(learntWords("deny", { state: "held", hold }, "opr_1").title).toBe("It is still held: you did not deny it");
  expect(learntWords("approve", { state: "held", hold }, "opr_2").title).toBe(
    "It is still held: you did not approve it",
  );
  expect(learntWords("approve", { state: "held", hold }, "opr_1").title).toBe("Your approval arrived");
  expect(learntWords("deny", { state: "denied" }, "opr_1")).toMatchObject({
    title: "It waits no more",
    body: "Denied. An operator said no. Nothing ran.",
  });
});
