/** What is measured of each system, in this order. */
import type { BodyPlan, Job } from "../load/job";
import type { Kind, System } from "./systems";

export type Cell = { kind: Kind; connections: number };

/** Starts and duplicates are measured by a crowd; only what is waited for is of interest alone. */
const CROWD = 32;
const WARM_UP_MS = 1_000;
/** Many more than connections, so that duplicates in one batch are of different intents. */
const PREPARED_COUNT = 2_000;
export const ENDED: BodyPlan = { prefix: "ended", distinctCount: PREPARED_COUNT, verdict: "cleared", reworded: false };

export function cellsFor(connections: number[]): Cell[] {
  const crowd = connections.includes(CROWD) ? CROWD : Math.max(...connections);
  return [
    { kind: "start", connections: crowd },
    ...connections.map((count): Cell => ({ kind: "done", connections: count })),
    { kind: "duplicate", connections: crowd },
  ];
}

/** Runs every path, and leaves behind what duplicates are duplicates of. */
export function preparation(system: System): Job {
  return {
    target: system.target("done", ENDED),
    connections: CROWD,
    warmUpMs: 0,
    until: { requestCount: PREPARED_COUNT },
  };
}

export function jobFor(system: System, { kind, connections }: Cell, seconds: number): Job {
  const fresh: BodyPlan = {
    prefix: `${kind}-${connections}`,
    distinctCount: null,
    verdict: "cleared",
    reworded: false,
  };
  return {
    target: system.target(kind, kind === "duplicate" ? { ...ENDED, reworded: true } : fresh),
    connections,
    warmUpMs: WARM_UP_MS,
    until: { ms: seconds * 1_000 },
  };
}
