/**
 * Every state × every event, written out. How to read a cell:
 *
 *   .               wrong_state             x code      refused with that code
 *   kind            moves to that state     =           allowed, and the intent stays as it is
 *   next: why       refused, the submission must become the next generation
 *   "quoted"        the disposition         !note       something to put on record
 */
import { describe, expect, test } from "vitest";
import type { IntentEvent, Note, Transition } from "../event";
import type { Intent } from "../intent";
import { EVENT_TYPES } from "./testing/arbitrary-event";
import { EVENTS } from "./testing/sample-events";
import { SAMPLES, STATE_KINDS } from "./testing/samples";
import { transition } from "./transition";

const SUBMISSIONS = `
                      | repeat                     | repeat, late      | drift, new                 | drift, known
refused               | cleared "reopened" !voided | next: window_over | cleared "reopened" !voided | cleared "reopened" !voided
held                  | = "coalesced"              | = "coalesced"     | held "drifted" !voided     | = "drifted"
cleared               | = "coalesced"              | = "coalesced"     | held "drifted" !voided     | = "drifted"
cleared by policy     | = "coalesced"              | = "coalesced"     | held "drifted" !voided     | = "drifted"
cleared, frozen       | = "coalesced"              | = "coalesced"     | = "drifted" !finding       | = "drifted" !finding
executing             | = "coalesced"              | = "coalesced"     | = "drifted" !finding       | = "drifted" !finding
succeeded             | = "replayed"               | next: window_over | = "drifted" !finding       | = "drifted" !finding
succeeded, superseded | x superseded               | x superseded      | x superseded               | x superseded
partial               | = "replayed"               | next: window_over | = "drifted" !finding       | = "drifted" !finding
failed                | = "replayed"               | next: window_over | next: drift                | next: drift
failed, transient     | cleared "reopened" !voided | next: window_over | cleared "reopened" !voided | cleared "reopened" !voided
denied                | = "replayed"               | next: window_over | next: drift                | next: drift
expired               | cleared "reopened" !voided | next: window_over | cleared "reopened" !voided | cleared "reopened" !voided
withdrawn             | cleared "reopened" !voided | next: window_over | cleared "reopened" !voided | cleared "reopened" !voided
in_doubt              | = "replayed"               | = "replayed"      | = "drifted" !finding       | = "drifted" !finding
`;

const GENERATIONS = `
                      | drift, late            | bypass       | next, early   | next
refused               | next: window_over      | refused      | x window_open | refused
held                  | held "drifted" !voided | .            | .             | .
cleared               | held "drifted" !voided | .            | .             | .
cleared by policy     | held "drifted" !voided | .            | .             | .
cleared, frozen       | = "drifted" !finding   | .            | .             | .
executing             | = "drifted" !finding   | .            | .             | .
succeeded             | next: window_over      | succeeded    | x window_open | succeeded
succeeded, superseded | x superseded           | x superseded | x superseded  | x superseded
partial               | next: window_over      | partial      | x window_open | partial
failed                | next: window_over      | failed       | x window_open | failed
failed, transient     | next: window_over      | failed       | x window_open | failed
denied                | next: window_over      | denied       | x window_open | denied
expired               | next: window_over      | expired      | x window_open | expired
withdrawn             | next: window_over      | withdrawn    | x window_open | withdrawn
in_doubt              | = "drifted" !finding   | .            | .             | .
`;

const PEOPLE = `
                   | approve            | approve, late  | approve, stale | approve, held anew | approve, viewer | approve b | approve, over limit | deny   | deny, late     | deny, stale    | deny, viewer
refused            | .                  | .              | .              | .                  | .               | .         | .                   | .      | .              | .              | .
held               | cleared            | x hold_expired | x args_changed | x hold_changed     | x role_required | cleared   | held !voided        | denied | x hold_expired | x args_changed | x role_required
held, needs two    | held               | x hold_expired | x args_changed | x hold_changed     | x role_required | cleared   | held !voided        | denied | x hold_expired | x args_changed | x role_required
held, ann approved | x already_approved | x hold_expired | x args_changed | x hold_changed     | x role_required | cleared !voided | x already_approved  | denied | x hold_expired | x args_changed | x role_required
held, for an admin | x role_required    | x hold_expired | x args_changed | x hold_changed     | x role_required | cleared   | x role_required     | denied | x hold_expired | x args_changed | x role_required
cleared            | .                  | .              | .              | .                  | .               | .         | .                   | .      | .              | .              | .
executing          | .                  | .              | .              | .                  | .               | .         | .                   | .      | .              | .              | .
succeeded          | .                  | .              | .              | .                  | .               | .         | .                   | .      | .              | .              | .
partial            | .                  | .              | .              | .                  | .               | .         | .                   | .      | .              | .              | .
failed             | .                  | .              | .              | .                  | .               | .         | .                   | .      | .              | .              | .
denied             | .                  | .              | .              | .                  | .               | .         | .                   | .      | .              | .              | .
expired            | .                  | .              | .              | .                  | .               | .         | .                   | .      | .              | .              | .
withdrawn          | .                  | .              | .              | .                  | .               | .         | .                   | .      | .              | .              | .
in_doubt           | .                  | .              | .              | .                  | .               | .         | .                   | .      | .              | .              | .
`;

const SECOND_THOUGHTS = `
                       | expire, early      | expire  | withdraw  | undo         | undo, late  | undo, viewer    | rehold
refused                | .                  | .       | .         | .            | .           | .               | .
held                   | x hold_not_expired | expired | withdrawn | .            | .           | .               | .
cleared                | .                  | .       | withdrawn | x undo_over  | x undo_over | x undo_over     | held !voided
cleared, can be undone | .                  | .       | withdrawn | held !voided | x undo_over | x role_required | held !voided
cleared by policy      | .                  | .       | withdrawn | x undo_over  | x undo_over | x undo_over     | held !voided
cleared, frozen        | .                  | .       | x frozen  | x frozen     | x frozen    | x frozen        | x frozen
executing              | .                  | .       | x frozen  | x frozen     | x frozen    | x frozen        | x frozen
succeeded              | .                  | .       | .         | .            | .           | .               | .
partial                | .                  | .       | .         | .            | .           | .               | .
failed                 | .                  | .       | .         | .            | .           | .               | .
denied                 | .                  | .       | .         | .            | .           | .               | .
expired                | .                  | .       | .         | .            | .           | .               | .
withdrawn              | .                  | .       | .         | .            | .           | .               | .
in_doubt               | .                  | .       | x frozen  | x frozen     | x frozen    | x frozen        | x frozen
`;

const ESCALATIONS = `
                | escalate, early     | escalate            | escalate, late
refused         | .                   | .                   | .
held            | x escalation_early  | held                | x hold_expired
held, escalated | x already_escalated | x already_escalated | x already_escalated
cleared         | .                   | .                   | .
executing       | .                   | .                   | .
succeeded       | .                   | .                   | .
partial         | .                   | .                   | .
failed          | .                   | .                   | .
denied          | .                   | .                   | .
expired         | .                   | .                   | .
withdrawn       | .                   | .                   | .
in_doubt        | .                   | .                   | .
`;

const CLAIMS = `
                                 | claim, early   | claim            | claim, late      | settle, old fence | settle, other attempt | lose, early  | lose
refused                          | .              | .                | .                | x fence_lost      | .                     | .            | .
held                             | .              | .                | .                | x fence_lost      | .                     | .            | .
cleared                          | x not_due      | executing        | executing        | x fence_lost      | .                     | .            | .
cleared, can be undone           | x not_due      | x not_due        | executing        | x fence_lost      | .                     | .            | .
cleared, other args              | x args_changed | x args_changed   | x args_changed   | x fence_lost      | .                     | .            | .
cleared, frozen                  | x not_due      | executing        | in_doubt !closed | x fence_lost      | .                     | .            | .
cleared, frozen, no key honoured | x not_due      | in_doubt !closed | in_doubt !closed | x fence_lost      | .                     | .            | .
executing                        | .              | .                | .                | x fence_lost      | x fence_lost          | x lease_held | cleared
executing, last try              | .              | .                | .                | x fence_lost      | x fence_lost          | x lease_held | in_doubt
executing, no key honoured       | .              | .                | .                | x fence_lost      | x fence_lost          | x lease_held | in_doubt
executing, window closed         | .              | .                | .                | x fence_lost      | x fence_lost          | x lease_held | in_doubt
succeeded                        | .              | .                | .                | x fence_lost      | .                     | .            | .
partial                          | .              | .                | .                | x fence_lost      | .                     | .            | .
failed                           | .              | .                | .                | x fence_lost      | .                     | .            | .
denied                           | .              | .                | .                | x fence_lost      | .                     | .            | .
expired                          | .              | .                | .                | x fence_lost      | .                     | .            | .
withdrawn                        | .              | .                | .                | x fence_lost      | .                     | .            | .
in_doubt                         | .              | .                | .                | x fence_lost      | .                     | .            | .
`;

const OUTCOMES = `
                                        | success   | partial | definitive | not sent         | not tried | unknown  | wrong setting
refused                                 | .         | .       | .          | .                | .         | .        | .
held                                    | .         | .       | .          | .                | .         | .        | .
cleared                                 | .         | .       | .          | .                | .         | .        | .
executing, first try                    | succeeded | partial | failed     | cleared          | cleared   | cleared  | held
executing, last try                     | succeeded | partial | failed     | failed transient | cleared   | in_doubt | held
executing, no key honoured              | succeeded | partial | failed     | cleared          | cleared   | in_doubt | held
executing, window closed                | succeeded | partial | failed     | cleared          | cleared   | in_doubt | held
executing, after unknown                | succeeded | partial | in_doubt   | cleared          | cleared   | cleared  | in_doubt
executing, after unknown, last try      | succeeded | partial | in_doubt   | in_doubt         | cleared   | in_doubt | in_doubt
executing, after unknown, window closed | succeeded | partial | in_doubt   | in_doubt         | in_doubt  | in_doubt | in_doubt
succeeded                               | .         | .       | .          | .                | .         | .        | .
partial                                 | .         | .       | .          | .                | .         | .        | .
failed                                  | .         | .       | .          | .                | .         | .        | .
denied                                  | .         | .       | .          | .                | .         | .        | .
expired                                 | .         | .       | .          | .                | .         | .        | .
withdrawn                               | .         | .       | .          | .                | .         | .        | .
in_doubt                                | .         | .       | .          | .                | .         | .        | .
`;

const LATE_WORDS = `
                              | late success | late partial | late, other args | late, no effect id | late definitive | late not sent | found late | found late, other args
refused                       | succeeded    | partial      | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | succeeded  | .
held                          | succeeded    | partial      | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | succeeded  | .
held, configuration           | succeeded    | partial      | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | succeeded  | .
cleared                       | succeeded    | partial      | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | succeeded  | .
cleared, can be undone        | succeeded    | partial      | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | succeeded  | .
cleared, frozen               | succeeded    | partial      | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | succeeded  | .
executing                     | x fence_lost | x fence_lost | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | .          | .
succeeded                     | x fence_lost | x fence_lost | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | .          | .
partial                       | x fence_lost | x fence_lost | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | .          | .
failed                        | x fence_lost | x fence_lost | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | .          | .
failed, transient             | succeeded    | partial      | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | succeeded  | .
failed, transient, superseded | x fence_lost | x fence_lost | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | .          | .
denied                        | x fence_lost | x fence_lost | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | .          | .
expired                       | succeeded    | partial      | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | succeeded  | .
withdrawn                     | succeeded    | partial      | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | succeeded  | .
in_doubt                      | succeeded    | partial      | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | succeeded  | succeeded
in_doubt, needs two           | succeeded    | partial      | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | succeeded  | succeeded
in_doubt, no probe            | succeeded    | partial      | x fence_lost     | x fence_lost       | x fence_lost    | x fence_lost  | succeeded  | succeeded
`;

const DOUBT = `
                           | present   | absent, early | absent, asked early | absent, late     | no answer      | executed               | retry, early    | retry, insists     | retry           | retry, ann       | fail                   | retry, viewer
refused                    | .         | .             | .                   | .                | .              | .                      | .               | .                  | .               | .                | .                      | .
held                       | .         | .             | .                   | .                | .              | .                      | .               | .                  | .               | .                | .                      | .
cleared                    | .         | .             | .                   | .                | .              | .                      | .               | .                  | .               | .                | .                      | .
executing                  | .         | .             | .                   | .                | .              | .                      | .               | .                  | .               | .                | .                      | .
succeeded                  | .         | .             | .                   | .                | .              | .                      | .               | .                  | .               | .                | .                      | .
partial                    | .         | .             | .                   | .                | .              | .                      | .               | .                  | .               | .                | .                      | .
failed                     | .         | .             | .                   | .                | .              | .                      | .               | .                  | .               | .                | .                      | .
denied                     | .         | .             | .                   | .                | .              | .                      | .               | .                  | .               | .                | .                      | .
expired                    | .         | .             | .                   | .                | .              | .                      | .               | .                  | .               | .                | .                      | .
withdrawn                  | .         | .             | .                   | .                | .              | .                      | .               | .                  | .               | .                | .                      | .
in_doubt                   | succeeded | in_doubt      | in_doubt            | cleared          | in_doubt       | succeeded              | x too_early     | cleared !insisted  | cleared         | cleared          | failed                 | x role_required
in_doubt, retries used up  | succeeded | in_doubt      | in_doubt            | failed transient | in_doubt       | succeeded              | x too_early     | cleared !insisted  | cleared         | cleared          | failed                 | x role_required
in_doubt, no answer before | succeeded | in_doubt      | in_doubt            | cleared          | in_doubt !same | succeeded              | x too_early     | cleared !insisted  | cleared         | cleared          | failed                 | x role_required
in_doubt, needs two        | succeeded | in_doubt      | in_doubt            | cleared          | in_doubt       | in_doubt               | x too_early     | in_doubt !insisted | in_doubt        | in_doubt         | in_doubt               | x role_required
in_doubt, ann said retry   | succeeded | in_doubt      | in_doubt            | cleared          | in_doubt       | in_doubt !contradicted | x too_early     | cleared !insisted  | cleared         | x already_stated | in_doubt !contradicted | x role_required
in_doubt, for an admin     | succeeded | in_doubt      | in_doubt            | cleared          | in_doubt       | x role_required        | x role_required | x role_required    | x role_required | x role_required  | x role_required        | x role_required
in_doubt, no probe         | succeeded | .             | .                   | .                | .              | succeeded              | x too_early     | cleared !insisted  | cleared         | cleared          | failed                 | x role_required
`;

const RESTORED = `
                             | restored | restored, claim seen | release | release, approver
refused                      | .        | .                    | .       | .
held                         | .        | .                    | .       | .
cleared                      | in_doubt | in_doubt             | .       | .
cleared, read                | .        | .                    | .       | .
cleared, can be undone       | in_doubt | in_doubt             | .       | .
cleared, frozen              | in_doubt | in_doubt             | .       | .
executing                    | in_doubt | in_doubt             | .       | .
succeeded                    | .        | .                    | .       | .
partial                      | .        | .                    | .       | .
failed                       | .        | .                    | .       | .
denied                       | .        | .                    | .       | .
expired                      | .        | .                    | .       | .
withdrawn                    | .        | .                    | .       | .
in_doubt                     | in_doubt | in_doubt             | .       | .
in_doubt, restored           | in_doubt | in_doubt             | cleared | x role_required
in_doubt, restored, was sent | in_doubt | in_doubt             | .       | .
`;

const GRIDS = {
  SUBMISSIONS,
  GENERATIONS,
  PEOPLE,
  SECOND_THOUGHTS,
  ESCALATIONS,
  CLAIMS,
  OUTCOMES,
  LATE_WORDS,
  DOUBT,
  RESTORED,
};

type Row = { name: string; expected: Record<string, string> };

function readGrid(grid: string): Row[] {
  const [header = [], ...rows] = grid
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return rows.map(([name = "", ...cells]) => ({
    name,
    expected: Object.fromEntries(header.slice(1).map((column, index) => [column, cells[index] ?? ""])),
  }));
}

function sampleOf(name: string): Intent {
  const intent = SAMPLES[name];
  if (intent === undefined) throw new Error(`there is no sample called "${name}"`);
  return intent;
}

function eventOf(name: string): IntentEvent {
  const event = EVENTS[name];
  if (event === undefined) throw new Error(`there is no event called "${name}"`);
  return event;
}

const NOTES: Record<Note["kind"], string> = {
  drift_finding: "!finding",
  approvals_voided: "!voided",
  honour_window_closed: "!closed",
  same_answer: "!same",
  statements_voided: "!contradicted",
  confirmed_early: "!insisted",
};

function show(before: Intent, result: Transition): string {
  if (!result.ok) {
    if (result.refusal.code === "wrong_state") return ".";
    return result.refusal.code === "next_generation" ? `next: ${result.refusal.why}` : `x ${result.refusal.code}`;
  }
  const { state } = result.next;
  const moved = state.kind === "failed" && state.transient && state !== before.state ? "failed transient" : state.kind;
  const words = [result.next === before ? "=" : moved];
  if (result.disposition !== undefined) words.push(`"${result.disposition}"`);
  return [...words, ...result.notes.map((note) => NOTES[note.kind])].join(" ");
}

describe.each(Object.entries(GRIDS))("the table of %s", (_, grid) => {
  test.each(readGrid(grid))("what becomes of: $name", ({ name, expected }) => {
    const intent = sampleOf(name);
    const columns = Object.keys(expected);
    const found = columns.map((column) => [column, show(intent, transition(intent, eventOf(column)))]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });
});

const ROWS = Object.values(GRIDS).flatMap(readGrid);

test("the table is total: every state meets every event", () => {
  const cells = ROWS.flatMap(({ name, expected }) => Object.keys(expected).map((column) => ({ name, column })));
  const written = new Set(cells.map(({ name, column }) => `${sampleOf(name).state.kind} on ${eventOf(column).type}`));
  const all = STATE_KINDS.flatMap((kind) => EVENT_TYPES.map((type) => `${kind} on ${type}`));
  expect(all.filter((cell) => !written.has(cell))).toEqual([]);
});

test("the table leaves no sample out", () => {
  const columns = new Set(ROWS.flatMap(({ expected }) => Object.keys(expected)));
  expect(Object.keys(SAMPLES).filter((sample) => !ROWS.some(({ name }) => name === sample))).toEqual([]);
  expect(Object.keys(EVENTS).filter((event) => !columns.has(event))).toEqual([]);
});

test("the machine is pure: it never writes to the intent or the event that it is given", () => {
  for (const intent of Object.values(SAMPLES)) {
    for (const event of Object.values(EVENTS)) {
      // Writing to a frozen object throws in a module.
      expect(() => transition(deepFreeze(intent), deepFreeze(event))).not.toThrow();
    }
  }
});

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
