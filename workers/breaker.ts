/**
 * Gives a downstream that does not answer a rest: its intents stay `cleared`, no attempt is spent on them and nothing
 * is logged for each. A route rests alone: one tool at one origin, because claims choose by tool. The state is this
 * process's own: other workers find out for themselves.
 */
import type { ClaimedAttempt } from "@/lib/application/claim-intents";
import type { Performed } from "@/lib/connectors/connector";
import {
  type Circuit,
  CLOSED,
  circuitAfter,
  circuitAnswered,
  circuitToTry,
  hasAnsweredLately,
  roomIn,
} from "@/lib/domain/circuit";

type Perform = (attempt: ClaimedAttempt, claimedAtMs: number) => Promise<Performed>;

export type Route = { tool: string; origin: string };
export type BreakerChange = Route & {
  /** Null: it answers again. */
  rest: { isNew: boolean; leftMs: number; reason: string } | null;
};

export type BreakerDeps = {
  monotonicMs: () => number;
  /** When a route is given a rest, when it is given another one, and when it answers again. */
  onChange: (change: BreakerChange) => void;
};

export type Breaker = {
  /** Tools with a downstream that is given a rest, or tried again: `roomFor` says how many of them may start. */
  restingTools(): string[];
  /** How many more attempts of a tool may start now: few while its downstream is tried again. */
  roomFor(tool: string): number;
  /** Learns from what is performed. */
  watch(perform: Perform): Perform;
  /** Another question was answered: it is there. */
  heard(route: Route): void;
  /** An operator asks for a try before the rest is over. */
  tryNow(route: Route): void;
};

/** Where a tool goes may depend on its args. */
const ORIGINS_MAX = 100;
const TOOLS_MAX = 10_000;
/** No connection, and no answer in time; a connection that broke off is neither. */
const SILENCES = ["downstream_unreachable", "downstream_timeout"];

export function makeBreaker({ monotonicMs, onChange }: BreakerDeps): Breaker {
  /** By tool, then by origin. */
  const circuits = new Map<string, Map<string, Circuit>>();
  /** Tools with a route that rests: looked at with every claim, and hardly ever any. */
  const resting = new Set<string>();
  /** Tries under way, by tool; what began before the rest is none of them. */
  const tries = new Map<string, number>();

  function update(route: Route, after: Circuit, reason: string): void {
    const before = circuitOf(route);
    remember(route, after);
    if (after.rest === null) {
      if (before.rest !== null) onChange({ ...route, rest: null });
    } else if (after.countsFrom !== before.countsFrom) {
      const leftMs = after.rest.until - monotonicMs();
      onChange({ ...route, rest: { isNew: before.rest === null, leftMs, reason } });
    }
  }

  /** What is forgotten is found out again; a rest is not forgotten. */
  function remember({ tool, origin }: Route, circuit: Circuit): void {
    const origins = circuits.get(tool) ?? new Map<string, Circuit>();
    if (!origins.has(origin)) makeRoom(origins, ORIGINS_MAX, ({ rest }) => rest === null);
    origins.set(origin, circuit);
    if (!circuits.has(tool)) makeRoom(circuits, TOOLS_MAX, isAwake);
    circuits.set(tool, origins);
    if (isAwake(origins)) resting.delete(tool);
    else resting.add(tool);
  }

  const circuitOf = ({ tool, origin }: Route) => circuits.get(tool)?.get(origin) ?? CLOSED;

  function roomFor(tool: string): number {
    if (!resting.has(tool)) return Number.POSITIVE_INFINITY;
    const known = [...(circuits.get(tool)?.values() ?? [])];
    const at = monotonicMs();
    // Where its args lead is not known before a claim: a tool rests when nowhere that it goes answers.
    if (known.some((circuit) => hasAnsweredLately(circuit, at))) return Number.POSITIVE_INFINITY;
    const room = Math.max(...known.filter(({ rest }) => rest !== null).map((circuit) => roomIn(circuit, at)));
    return Math.max(0, room - (tries.get(tool) ?? 0));
  }

  /** Begins a try where the tool rests; the answer ends it. */
  function beginTry(tool: string): () => void {
    if (!resting.has(tool)) return () => undefined;
    tries.set(tool, (tries.get(tool) ?? 0) + 1);
    return () => {
      const left = (tries.get(tool) ?? 1) - 1;
      if (left > 0) tries.set(tool, left);
      else tries.delete(tool);
    };
  }

  return {
    restingTools: () => [...resting],
    roomFor,
    watch: (perform) => async (attempt, claimedAtMs) => {
      const { tool, retryCapMs } = attempt;
      const startedAt = monotonicMs();
      const endTry = beginTry(tool);
      try {
        const performed = await perform(attempt, claimedAtMs);
        const { outcome, reached } = performed;
        // An address that we refuse to call says nothing about who is there.
        const isOurs = outcome.class === "configuration" && !outcome.counted;
        if (reached === undefined || isOurs) return performed;
        const route = { tool, origin: reached.origin };
        const failure = "failure" in outcome ? outcome.failure : null;
        const isSilent = reached.status === null && failure !== null && SILENCES.includes(failure.code);
        const call = { startedAt, at: monotonicMs(), isSilent, retryCapMs };
        update(route, circuitAfter(circuitOf(route), call), failure?.message ?? "");
        return performed;
      } finally {
        endTry();
      }
    },
    heard: (route) => {
      if (circuitOf(route).rest !== null) update(route, circuitAnswered(circuitOf(route), monotonicMs()), "");
    },
    tryNow: (route) => {
      if (circuitOf(route).rest !== null) update(route, circuitToTry(circuitOf(route), monotonicMs()), "");
    },
  };
}

function isAwake(origins: Map<string, Circuit>): boolean {
  return [...origins.values()].every(({ rest }) => rest === null);
}

function makeRoom<V>(map: Map<string, V>, max: number, mayGo: (value: V) => boolean): void {
  if (map.size < max) return;
  for (const [key, value] of map) {
    if (!mayGo(value)) continue;
    map.delete(key);
    return;
  }
}
