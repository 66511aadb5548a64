import { expect, test } from "vitest";
import type { IntentRow } from "@/lib/store/intent-row";
import type { RestingRow } from "@/lib/store/resting-downstreams";
import { toWaitingDto, type Waits } from "./waiting-dto";

const NOW = Date.parse("2026-11-18T12:00:00.000Z");
const at = (seconds: number) => new Date(NOW + seconds * 1_000);
const iso = (seconds: number) => at(seconds).toISOString();

const row = (more: Partial<IntentRow>) =>
  ({
    tool: "t",
    state: "cleared",
    createdAt: at(-60),
    dueAt: at(-10),
    undoUntil: null,
    lastEndedAt: null,
    ...more,
  }) as IntentRow;
const hold = (...reasons: string[]) => ({ reasons, since: NOW - 5_000 }) as unknown as IntentRow["hold"];
const rest = (more: Partial<RestingRow> = {}): RestingRow => ({
  ...{ tool: "t", origin: "https://a.example", title: "T", reason: "No answer.", workerCount: 1, tryAskedAt: null },
  ...{ since: at(-3), nextTryAt: at(7), ...more },
});
const PAUSE = { covers: "tool", target: "t", pausedAt: NOW - 20_000, resumedAt: null } as const;

const waitingOf = (intent: IntentRow, more: Partial<Waits> = {}) =>
  toWaitingDto({ row: intent, audience: "agent", pauses: [], resting: [], undoMs: 30_000, now: NOW, ...more }).waiting;

test.each<[string, Partial<IntentRow>, Partial<Waits>, unknown]>([
  ["due", {}, {}, { for: "slot", since: iso(-10), until: null }],
  [
    "not due after an attempt",
    { dueAt: at(4), lastEndedAt: at(-1) },
    {},
    { for: "retry", since: iso(-1), until: iso(4) },
  ],
  ["its undo", { dueAt: at(20), undoUntil: at(20) }, {}, { for: "undo", since: iso(-10), until: iso(20) }],
  ["an undo that is over", { dueAt: at(-1), undoUntil: at(-1) }, {}, { for: "slot", since: iso(-1), until: null }],
  ["a rest", {}, { resting: [rest()] }, { for: "downstream", since: iso(-3), until: iso(7) }],
  [
    "a rest that began before it was due",
    { dueAt: at(-1) },
    { resting: [rest()] },
    { for: "downstream", since: iso(-1), until: iso(7) },
  ],
  [
    "a rest that is over: it is tried",
    {},
    { resting: [rest({ nextTryAt: at(-1) })] },
    { for: "downstream", since: iso(-3), until: null },
  ],
  ["another tool's rest", {}, { resting: [rest({ tool: "other" })] }, { for: "slot", since: iso(-10), until: null }],
  [
    "a retry while it rests",
    { dueAt: at(4), lastEndedAt: at(-1) },
    { resting: [rest()] },
    { for: "retry", since: iso(-1), until: iso(4) },
  ],
  [
    "a pause, whatever else",
    { dueAt: at(4) },
    { pauses: [PAUSE], resting: [rest()] },
    { for: "pause", since: iso(-20), until: null },
  ],
  [
    "a pause of what is held",
    { state: "held", hold: hold("approval") },
    { pauses: [PAUSE] },
    { for: "pause", since: iso(-20), until: null },
  ],
  [
    "a pause that was resumed",
    {},
    { pauses: [{ ...PAUSE, resumedAt: NOW }] },
    { for: "slot", since: iso(-10), until: null },
  ],
  ["a limit", { state: "held", hold: hold("limit") }, {}, { for: "limit", since: iso(-5), until: null }],
  ["a decision alone", { state: "held", hold: hold("approval", "drift") }, {}, undefined],
  ["nothing: it executes", { state: "executing" }, { pauses: [PAUSE], resting: [rest()] }, undefined],
  ["nothing: it has ended", { state: "succeeded" }, { pauses: [PAUSE], resting: [rest()] }, undefined],
  ["nothing that anybody knows: in doubt", { state: "in_doubt" }, { pauses: [PAUSE], resting: [rest()] }, undefined],
])("waits for %s", (_, intent, more, expected) => {
  expect(waitingOf(row(intent), more)).toEqual(expected);
});

test("which downstream, and why, is for operators", () => {
  const shown = waitingOf(row({}), { audience: "operator", resting: [rest()] });
  expect(shown).toMatchObject({ downstream: { origin: "https://a.example", reason: "No answer." } });
});
