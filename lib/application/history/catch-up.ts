/**
 * Who looks through history sees what was there when they asked. Before it is read, what is not projected yet is projected
 * here, by the same turns as in the worker, so far as that takes no longer than people wait; else it is said how far
 * history is behind.
 */
import { readLag } from "@/lib/store/projection/tail";
import { ConflictError } from "../errors";
import { type ProjectDeps, projectWithin } from "./project";

/** Null: history has everything that was committed when it was asked. */
export type Behind = { behindMs: number | null };
export type CatchUp = () => Promise<Behind>;
export type CatchUpBounds = { changesMax: number; timeMaxMs: number };

/** Of one turn: the event loop and the lock are for others as well. */
const TURN_CHANGES = 500;
const LOOK: CatchUpBounds = { changesMax: 2_000, timeMaxMs: 300 };
/** For what must be complete, and is not asked often. */
const WHOLE: CatchUpBounds = { changesMax: 50_000, timeMaxMs: 5_000 };

type LookDeps = ProjectDeps & { onError: (error: unknown) => void };

/** Those who ask while one runs share the next one: what they wait for may be newer than what the first could see. */
export function makeCatchUp({ onError, ...deps }: LookDeps, bounds = LOOK): CatchUp {
  let running: Promise<Behind> | null = null;
  let next: Promise<Behind> | null = null;

  async function look(): Promise<Behind> {
    try {
      return await catchUp(deps, bounds);
    } catch (error) {
      // Old news are news: who asks is told how old.
      onError(error);
      return readBehind(deps);
    }
  }

  function start(): Promise<Behind> {
    next = null;
    const begun = look().finally(() => {
      if (running === begun) running = null;
    });
    running = begun;
    return begun;
  }

  return () => {
    if (running === null) return start();
    next ??= running.then(start, start);
    return next;
  };
}

export async function catchUp(deps: ProjectDeps, { changesMax, timeMaxMs }: CatchUpBounds): Promise<Behind> {
  const endsAtMs = performance.now() + timeMaxMs;
  for (let left = changesMax; left > 0; ) {
    const waitMs = endsAtMs - performance.now();
    if (waitMs <= 0) break;
    const turn = await projectWithin(deps, { changesMax: Math.min(left, TURN_CHANGES), waitMs, rebuilds: false });
    if (turn.kind === "busy" || turn.isRebuilding) break;
    if (!turn.isFull) return { behindMs: null };
    left -= turn.changes;
  }
  return readBehind(deps);
}

/** For what must miss nothing. */
export async function isHistoryWhole(deps: ProjectDeps): Promise<boolean> {
  return (await catchUp(deps, WHOLE)).behindMs === null;
}

/** The same, refused. */
export async function requireWholeHistory(deps: ProjectDeps): Promise<void> {
  const { behindMs } = await catchUp(deps, WHOLE);
  if (behindMs === null) return;
  const seconds = Math.ceil(behindMs / 1_000);
  const message = `History is ${seconds} s behind what happened: what it does not have yet would be missed.`;
  throw new ConflictError("history_behind", message, { retriable: true });
}

async function readBehind({ db }: ProjectDeps): Promise<Behind> {
  const { seconds } = await readLag(db.client);
  return { behindMs: Math.max(1, Math.round(seconds * 1_000)) };
}
