import { expect, test } from "vitest";
import type { StateKind } from "@/lib/domain/intent";
import { dueOf } from "./due-row";

const at = (ms: number) => new Date(ms);
const CLOCKS = { dueAt: at(1), leaseUntil: at(2), holdExpiresAt: at(3), probeAt: at(4) };

const ENDED: StateKind[] = ["refused", "succeeded", "partial", "failed", "denied", "expired", "withdrawn"];

test("each open state is due by its own clock, and what has ended by none", () => {
  const dues = (["cleared", "executing", "held", "in_doubt"] as const).map((state) => dueOf({ state, ...CLOCKS }));
  expect(dues).toEqual([
    { what: "run", at: at(1) },
    { what: "lease", at: at(2) },
    { what: "hold", at: at(3) },
    { what: "probe", at: at(4) },
  ]);
  for (const state of ENDED) expect(dueOf({ state, ...CLOCKS })).toBeNull();
});

test("a doubt that no probe will tell more about is not due", () => {
  expect(dueOf({ state: "in_doubt", probeAt: null })).toBeNull();
});
