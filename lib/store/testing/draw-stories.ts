// Stories drawn at random: everything that can become of an intent, its submissions and its decisions.
import fc from "fast-check";
import { makeIdSource } from "@/lib/domain/id";
import type { PlainStory, PlainSubmission } from "./plain-history";

export const START_MS = Date.UTC(2026, 9, 1);
const HOUR_MS = 3_600_000;
export const AGENTS = ["agt_a", "agt_b", "agt_c"];
export const PAUSED_TOOL = "t_paused";
export const TOOLS = ["t1", "t2", PAUSED_TOOL];

export function drawStories(count: number, seed: number): PlainStory[] {
  return fc.sample(STORY, { numRuns: count, seed }).map(toStory);
}

/** How each kind is recorded, and whether it is a duplicate that was prevented. */
const KINDS = {
  coalesced: { disposition: "coalesced", refusal: null, resembles: false, isDuplicate: true },
  replayed: { disposition: "replayed", refusal: null, resembles: false, isDuplicate: true },
  drifted: { disposition: "drifted", refusal: null, resembles: false, isDuplicate: true },
  joinedLookalike: { disposition: "lookalike", refusal: null, resembles: false, isDuplicate: true },
  reopened: { disposition: "reopened", refusal: null, resembles: false, isDuplicate: false },
  refusedSame: { disposition: "coalesced", refusal: "already_submitted", resembles: false, isDuplicate: true },
  refusedDrift: { disposition: "drifted", refusal: "idempotency_conflict", resembles: false, isDuplicate: true },
  refusedLookalike: { disposition: "lookalike", refusal: "lookalike", resembles: false, isDuplicate: true },
  refusedVariant: { disposition: "lookalike", refusal: "variant", resembles: false, isDuplicate: true },
  keyReused: { disposition: "drifted", refusal: "idempotency_key_reused", resembles: false, isDuplicate: false },
} as const;

const later = fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 30 * HOUR_MS }));
const STORY = fc.record({
  atMs: fc.integer({ min: START_MS, max: START_MS + 200 * HOUR_MS }),
  tool: fc.constantFrom(...TOOLS),
  agent: fc.constantFrom(...AGENTS),
  state: fc.constantFrom("succeeded", "partial", "held", "cleared", "denied", "in_doubt", "failed"),
  isRead: fc.nat(3).map((n) => n === 0),
  by: fc.constantFrom("attempt", "attempt", "intent.resolve", "intent.probe"),
  opensAlike: fc.boolean(),
  amount: fc.option(
    fc.record({
      currency: fc.constantFrom("USD", "EUR", "JPY"),
      amount: fc.constantFrom("5", "80.10", "0.01", "1000000.99"),
    }),
  ),
  endsAfterMs: later,
  more: fc.array(
    fc.record({
      kind: fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])),
      afterMs: later,
      agent: fc.constantFrom(...AGENTS),
      run: fc.constantFrom("r1", "r2", null),
      isOrdered: fc.nat(9).map((n) => n === 0),
    }),
    { maxLength: 7 },
  ),
  decided: fc.array(fc.record({ afterMs: later, type: fc.constantFrom("intent.approve", "intent.deny") }), {
    maxLength: 2,
  }),
}) as fc.Arbitrary<Drawn>;
type Drawn = Pick<PlainStory, "atMs" | "tool" | "agent" | "state" | "isRead" | "amount"> & {
  by: "attempt" | "intent.resolve" | "intent.probe";
  opensAlike: boolean;
  endsAfterMs: number;
  more: { kind: keyof typeof KINDS; afterMs: number; agent: string; run: string | null; isOrdered: boolean }[];
  decided: { afterMs: number; type: string }[];
};

function idAt(prefix: "int" | "sub" | "evt", atMs: number): string {
  return makeIdSource(() => atMs)(prefix);
}

function toStory(drawn: Drawn): PlainStory {
  const { atMs, tool, agent, state, isRead, amount, by, endsAfterMs } = drawn;
  const opening = drawn.opensAlike
    ? { disposition: "lookalike" as const, resembles: true }
    : { disposition: "created" as const, resembles: false };
  const first = { run: "r1", refusal: null, isOrdered: false, isDuplicate: false };
  const more = drawn.more.map(({ kind, afterMs, ...one }): PlainSubmission => {
    const sentMs = atMs + 1 + afterMs;
    return { id: idAt("sub", sentMs), atMs: sentMs, ...one, ...KINDS[kind] };
  });
  const held = { heldAtMs: atMs, heldId: idAt("evt", atMs) };
  const endedMs = atMs + endsAfterMs;
  const isEffect = state === "succeeded" || state === "partial";
  return {
    id: idAt("int", atMs),
    ...{ atMs, tool, agent, state, isRead, amount },
    submissions: [{ id: idAt("sub", atMs), atMs, agent, ...first, ...opening }, ...more],
    effect: isEffect ? { id: idAt("evt", endedMs), atMs: endedMs, by: state === "partial" ? "attempt" : by } : null,
    decisions: drawn.decided.map(({ afterMs, type }) => {
      const decidedMs = atMs + afterMs;
      // The first of two approvals leaves it held, and is a decision all the same.
      return {
        id: idAt("evt", decidedMs),
        atMs: decidedMs,
        ...held,
        type,
        to: type === "intent.deny" ? "denied" : "held",
      };
    }),
  };
}
