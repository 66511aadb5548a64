import { expect, test } from "vitest";
import type { HoldDto, HoldReason } from "@/lib/wire/intent";
import { stateMeaning, waitingWords } from "./waiting-words";

const hold = (approvalsNeeded: number, ...reasons: HoldReason[]) => ({ approvalsNeeded, reasons }) as HoldDto;

test("what is only paused waits for a resume, and never for a decision", () => {
  const paused = hold(0, "paused");
  expect(stateMeaning({ state: "held", hold: paused })).toBe("Paused. Waits for a resume.");
  expect(waitingWords(paused).title).not.toContain("decision");
});

test("what is paused and must be decided says both", () => {
  const both = hold(1, "approval", "paused");
  expect(stateMeaning({ state: "held", hold: both })).toBe("Waits for a person to decide, and for a resume.");
  expect(waitingWords(both).title).toBe("Waiting for a decision, and for a resume");
});

test("what is cleared says what it waits for", () => {
  const waiting = { for: "downstream", since: "2026-01-01T00:00:00Z", until: null } as const;
  expect(stateMeaning({ state: "cleared", waiting })).toContain("does not answer");
  expect(stateMeaning({ state: "cleared", waiting: { ...waiting, for: "retry" } })).toContain("tried again");
  expect(stateMeaning({ state: "cleared" })).toBe("May run; a worker will take it.");
});

test("what is not paused waits for a person; what does not wait means what its state means", () => {
  expect(stateMeaning({ state: "held", hold: hold(2, "approval") })).toBe("Waits for a person to decide.");
  expect(stateMeaning({ state: "succeeded" })).toBe("The effect happened, once.");
});
