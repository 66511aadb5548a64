/**
 * What the property tests draw, once and from a fixed seed: intents in any state, and choices of what happens next.
 * Nothing here runs the state machine.
 */
import fc from "fast-check";
import { type AttemptRecord, hasEnded, type Intent, NO_ATTEMPTS, type State, type Terms } from "../../intent";
import { PROPOSALS, pick } from "./arbitrary-event";
import { STATE_AT, stateFrom } from "./arbitrary-state";

/** Fixed, so that a red run is red again and the mutants' table is reproducible. */
const SEED = 20_250_607;
const WALK_STEPS_MAX = 40;

export const STEP_RUNS = { seed: SEED, numRuns: 4_000 };
/** For laws that watch a walk, and for L1, which needs the rare walk with several attempts near one deadline. */
export const WALK_RUNS = { seed: SEED, numRuns: 600 };
export const LONG_RUNS = { seed: SEED, numRuns: 1_500 };

/** A handful of numbers, read against the intent as it then is: needs no filter, shrinks well. */
export type Choice = { event: number; wild: boolean; when: number; shift: number; a: number; b: number; c: number };

export type Walk = { terms: Terms; first: Choice; choices: Choice[] };

const pickArb = fc.nat(9_999);

/** Drawn without bias towards small numbers: these are picks from lists, where no index is special. */
const choiceArb: fc.Arbitrary<Choice> = fc
  .tuple(pickArb, pickArb, pickArb, pickArb, pickArb, pickArb)
  .map(([event, when, shift, a, b, c]) => ({ event, when, shift: (shift % 3) - 1, wild: shift % 10 === 0, a, b, c }));

const termsArb: fc.Arbitrary<Terms> = fc.tuple(pickArb, pickArb, pickArb).map(([a, b, c]) => ({
  harmless: false,
  sharesEffects: false,
  undoMs: pick([0, 10_000], a),
  windowMs: pick([60_000, 86_400_000], b),
  timeoutMs: pick([1_000, 10_000], c),
  retries: { max: pick([0, 1, 5, 5], a >> 4), baseMs: 500, capMs: pick([1_000, 60_000], b >> 4) },
  honoursKeyMs: pick([null, 20_000, 20_000, 60_000, 86_400_000], b >> 6),
  probe: pick([null, { absentAfterMs: 1_000 }, { absentAfterMs: 10_000 }], c >> 4),
  resolution: {
    role: pick(["approver", "approver", "admin"] as const, a >> 6),
    approvals: pick([1, 1, 1, 2, 3], c >> 6),
  },
}));

/** Any intent in any state, reachable or not, as long as state and attempts do not contradict each other. */
const intentArb: fc.Arbitrary<Intent> = fc
  .tuple(termsArb, choiceArb, choiceArb)
  .map(([terms, { event: kind, a, b, c }, more]) => {
    const proposal = pick(PROPOSALS, more.event);
    const state = stateFrom({ kind, a, b, c }, terms, proposal.argsDigest);
    const successorId = hasEnded(state) && more.when % 4 === 0 ? "int_2" : null;
    const base = { id: "int_1", contractVersion: 1, ...proposal, terms, fence: 1 + (more.shift + 1), successorId };
    return { ...base, attempts: attemptsFrom(state, more), state };
  });

function attemptsFrom(state: State, c: Choice): AttemptRecord {
  const runs = state.kind === "executing";
  const mayHaveActed = state.kind === "in_doubt" || ((runs || state.kind === "cleared") && c.a % 2 === 0);
  if (!mayHaveActed && c.b % 2 === 0) return { ...NO_ATTEMPTS, firstStartedAt: runs ? STATE_AT : null };
  return {
    countedCount: c.c % 7,
    mayHaveActed,
    firstStartedAt: STATE_AT - 30_000 - pick([0, 16_000, 56_000, 86_395_000], c.a >> 1),
    lastEndedAt: STATE_AT - pick([12_000, 500], c.b >> 1),
  };
}

export const stepArb = fc.noBias(fc.tuple(intentArb, choiceArb));

export const walkArb: fc.Arbitrary<Walk> = fc.noBias(
  fc.record({
    terms: termsArb,
    first: choiceArb,
    choices: fc.array(choiceArb, { minLength: 1, maxLength: WALK_STEPS_MAX, size: "max" }),
  }),
);

let steps: [Intent, Choice][] | null = null;
let walks: Walk[] | null = null;

export function drawSteps(): [Intent, Choice][] {
  steps ??= fc.sample(stepArb, STEP_RUNS);
  return steps;
}

export function drawWalks({ numRuns } = WALK_RUNS): Walk[] {
  walks ??= fc.sample(walkArb, LONG_RUNS);
  return walks.slice(0, numRuns);
}
