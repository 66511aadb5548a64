import { expect, test } from "vitest";
import type { Intent, StateOf } from "@/lib/domain/intent";
import { SAMPLES, T } from "@/lib/domain/transition/testing/samples";
import { transition } from "@/lib/domain/transition/transition";
import { toProbeDto } from "./resolution";

const RESERVED_MS = 60_000;
const FIRST = SAMPLES["in_doubt"] as Intent;

const doubtOf = ({ state }: Intent) => state as StateOf<"in_doubt">;
const iso = (at: number) => new Date(at).toISOString();

function reservedAt(intent: Intent, at: number): Intent {
  return { ...intent, state: { ...doubtOf(intent), nextProbeAt: at + RESERVED_MS } };
}

function answered(intent: Intent, kind: "absent" | "unknown", at: number): Intent {
  const decided = transition(intent, { type: "probe", at, askedAt: at, result: { kind } });
  if (!decided.ok) throw new Error(decided.refusal.code);
  return decided.next;
}

test("a doubt that nobody has asked about yet is due since it arose", () => {
  expect(toProbeDto(FIRST, T + 10)).toMatchObject({ asking: false, askedCount: 0, nextAt: iso(T) });
});

test("while the question is out, it is being asked: the end of the reservation is no time at which it is asked again", () => {
  const asking = reservedAt(FIRST, T + 5);
  expect(toProbeDto(asking, T + 20)).toMatchObject({ asking: true, askedCount: 0, nextAt: null });
});

test.each(["absent", "unknown"] as const)("after each answer (%s) it waits for its time, and is asked then", (kind) => {
  let intent = FIRST;
  let at = T;
  for (let asked = 1; asked <= 10; asked += 1) {
    // Early enough that no absence is proven.
    intent = answered({ ...intent, attempts: { ...intent.attempts, lastEndedAt: at } }, kind, at + 1);
    const dueAt = doubtOf(intent).nextProbeAt ?? Number.NaN;
    expect(toProbeDto(intent, at + 2)).toMatchObject({ asking: false, askedCount: asked, nextAt: iso(dueAt) });
    expect(toProbeDto(reservedAt(intent, dueAt), dueAt + 1)).toMatchObject({ asking: true, nextAt: null });
    at = dueAt;
  }
});

test("a question whose worker died is due again once its reservation has run out", () => {
  const asking = reservedAt(FIRST, T);
  expect(toProbeDto(asking, T + RESERVED_MS)).toMatchObject({ asking: false, nextAt: iso(T + RESERVED_MS) });
});

test("a question that a stopping worker gave back is due, not asked", () => {
  const given = { ...FIRST, state: { ...doubtOf(FIRST), nextProbeAt: T + 300 } };
  expect(toProbeDto(given, T + 300)).toMatchObject({ asking: false, nextAt: iso(T + 300) });
});
