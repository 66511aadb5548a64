/**
 * "For every step", "for every walk": what the laws quantify over.
 *
 * Instants cluster around the deadlines that the intent really has, each -1, 0 and +1 ms. Cases are played once per
 * file, for speed; only a law that fails is drawn again, to shrink what broke it.
 */
import fc from "fast-check";
import { vi } from "vitest";
import type { EventType, IntentEvent, Transition } from "../../event";
import {
  HONOUR_MARGIN_MS,
  type Hold,
  hasEnded,
  type Intent,
  LEASE_MARGIN_MS,
  NO_ATTEMPTS,
  type Terms,
} from "../../intent";
import { openingState } from "../submit";
import { transition } from "../transition";
import { BUILD, ESCALATION_MARGINS_MS, EVENT_TYPES, LIKELY, PROPOSALS, pick } from "./arbitrary-event";
import { type Choice, drawSteps, drawWalks, STEP_RUNS, stepArb, WALK_RUNS, type Walk, walkArb } from "./draw";

export type Step = {
  before: Intent;
  event: IntentEvent;
  choice: Choice;
  result: Transition;
  /** Null when the event was refused. */
  after: Intent | null;
};

export type History = { opened: Intent; steps: Step[]; last: Intent };

/** May correct an event (a truthful person, a truthful probe) or drop it with null, and sees what came of it. */
export type Steering = { correct: (event: IntentEvent) => IntentEvent | null; observe: (step: Step) => void };

const OPENED_AT = 1_000_000;

// Everything here is pure and bounded: on a busy machine, time says nothing about a law.
vi.setConfig({ testTimeout: 0 });

let steps: Step[] | null = null;
let histories: History[] | null = null;

/** Quantifies over states directly: one event on any intent. */
export function everyStep(check: (step: Step) => void): void {
  steps ??= drawSteps().map(playStep);
  firstFailure(steps, check, () => {
    const law = fc.property(stepArb, (drawn) => void check(playStep(drawn)));
    fc.assert(law, STEP_RUNS);
  });
}

/** Quantifies over histories: from a fresh intent through random events in order of time. */
export function everyWalk(begin: (opened: Intent) => (step: Step) => void): void {
  const check = (history: History) => history.steps.forEach(begin(history.opened));
  histories ??= drawWalks().map((walk) => playWalk(walk));
  firstFailure(histories, check, () => {
    const law = fc.property(walkArb, (walk) => void check(playWalk(walk)));
    fc.assert(law, WALK_RUNS);
  });
}

export function firstFailure<T>(cases: T[], check: (one: T) => void, shrink: () => void): void {
  try {
    for (const one of cases) check(one);
  } catch (error) {
    shrink();
    throw error;
  }
}

function playStep([intent, choice]: [Intent, Choice]): Step {
  return takeStep(intent, eventFor(intent, choice, 0), choice);
}

export function playWalk(walk: Walk, steer?: (opened: Intent) => Steering): History {
  const opened = openIntent(walk.terms, walk.first);
  const steering = steer?.(opened);
  const taken: Step[] = [];
  let last = opened;
  let now = OPENED_AT;
  for (const choice of walk.choices) {
    const drawn = eventFor(last, choice, now);
    const event = steering === undefined ? drawn : steering.correct(drawn);
    if (event === null) continue;
    now = event.at;
    const step = takeStep(last, event, choice);
    steering?.observe(step);
    taken.push(step);
    last = step.after ?? last;
    if (isOver(step)) break;
  }
  return { opened, steps: taken, last };
}

/** Nothing more can happen to it: later submissions belong to the next generation. */
function isOver({ result }: Step): boolean {
  if (!result.ok) return result.refusal.code === "next_generation";
  return result.next.successorId !== null;
}

function openIntent(terms: Terms, choice: Choice): Intent {
  const blank: Intent = {
    id: "int_1",
    ...pick(PROPOSALS, choice.c),
    terms,
    contractVersion: 1,
    fence: 0,
    attempts: NO_ATTEMPTS,
    successorId: null,
    state: { kind: "withdrawn", reason: null, endedAt: OPENED_AT },
  };
  const { verdict } = BUILD.repeat(blank, choice, OPENED_AT);
  return { ...blank, state: openingState(verdict, blank.argsDigest, OPENED_AT) };
}

function takeStep(before: Intent, event: IntentEvent, choice: Choice): Step {
  const result = transition(before, event);
  return { before, event, choice, result, after: result.ok ? result.next : null };
}

function eventFor(intent: Intent, choice: Choice, now: number): IntentEvent {
  const types: readonly EventType[] = choice.wild ? EVENT_TYPES : LIKELY[intent.state.kind];
  const at = Math.max(now, pick(instantsOf(intent, now), choice.when) + choice.shift);
  return BUILD[pick(types, choice.event)](intent, choice, at);
}

function endsOf({ expiresAt }: Hold): number[] {
  return [expiresAt, expiresAt - ESCALATION_MARGINS_MS[1]];
}

/** Every instant at which something about this intent changes by the clock alone. */
function instantsOf({ state, terms, attempts }: Intent, now: number): number[] {
  const first = attempts.firstStartedAt;
  const instants = [now];
  if (state.kind === "held") instants.push(now, now, now, now, now, now, ...endsOf(state.hold));
  if (state.kind === "cleared") instants.push(state.dueAt, state.dueAt, state.dueAt, state.dueAt);
  if (state.kind === "executing") {
    const { startedAt, leaseUntil } = state;
    instants.push(startedAt, startedAt + terms.timeoutMs, leaseUntil, leaseUntil, leaseUntil - LEASE_MARGIN_MS);
  }
  if (state.kind === "in_doubt") {
    const absentAt =
      (attempts.lastEndedAt ?? state.since) + (terms.probe?.absentAfterMs ?? Math.max(120_000, terms.timeoutMs));
    instants.push(state.since, absentAt, absentAt, state.nextProbeAt ?? state.since);
  }
  if (hasEnded(state)) instants.push(now, now, now, now, now, state.endedAt + terms.windowMs);
  if (first !== null && terms.honoursKeyMs !== null && !hasEnded(state)) {
    const forgottenAt = first + terms.honoursKeyMs;
    instants.push(forgottenAt, forgottenAt - HONOUR_MARGIN_MS, forgottenAt - HONOUR_MARGIN_MS - terms.timeoutMs);
  }
  return instants;
}
