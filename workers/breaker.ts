/**
 * Gives a downstream that does not answer a rest: its intents stay `cleared`, no attempt is spent on them and nothing
 * is logged for each. One origin rests alone. The state is this process's own: others find out for themselves.
 */
import type { ClaimedAttempt } from "@/lib/application/claim-intents";
import type { Performed } from "@/lib/connectors/connector";
import { type Circuit, CLOSED, circuitAfter, roomIn } from "@/lib/domain/circuit";

type Perform = (attempt: ClaimedAttempt, claimedAtMs: number) => Promise<Performed>;
export type BreakerChange = { origin: string; isResting: boolean; restMs: number };

export type BreakerDeps = {
  monotonicMs: () => number;
  /** Once when an origin is given a rest, and once when it answers again. */
  onChange: (change: BreakerChange) => void;
};

export type Breaker = {
  /** Tools that are not to be claimed now. */
  restingTools(): string[];
  /** How many attempts of a tool may be under way: one while its downstream is tried again. */
  roomFor(tool: string): number;
  /** Learns from what is performed. */
  watch(perform: Perform): Perform;
};

/** Where a tool goes may depend on its args; remembered is where it went last. */
const TOOLS_MAX = 10_000;

export function makeBreaker({ monotonicMs, onChange }: BreakerDeps): Breaker {
  const circuits = new Map<string, Circuit>();
  const originOf = new Map<string, string>();

  function circuitOf(tool: string): Circuit {
    return circuits.get(originOf.get(tool) ?? "") ?? CLOSED;
  }

  function learn(tool: string, { origin, status }: NonNullable<Performed["reached"]>): void {
    if (originOf.size >= TOOLS_MAX) originOf.clear();
    originOf.set(tool, origin);
    const before = circuits.get(origin) ?? CLOSED;
    const after = circuitAfter(before, { status }, monotonicMs());
    if (after.failedCount === 0) circuits.delete(origin);
    else circuits.set(origin, after);
    const isResting = after.restUntil !== null;
    if (isResting !== (before.restUntil !== null)) onChange({ origin, isResting, restMs: after.restMs });
  }

  return {
    restingTools: () => [...originOf.keys()].filter((tool) => roomIn(circuitOf(tool), monotonicMs()) === 0),
    roomFor: (tool) => roomIn(circuitOf(tool), monotonicMs()),
    watch: (perform) => async (attempt, claimedAtMs) => {
      const performed = await perform(attempt, claimedAtMs);
      // An address that we refuse to call says nothing about who is there.
      const { outcome, reached } = performed;
      const isOurs = outcome.class === "configuration" && !outcome.counted;
      if (reached !== undefined && !isOurs) learn(attempt.tool, reached);
      return performed;
    },
  };
}
