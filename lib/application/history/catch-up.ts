/**
 * Who looks through history sees what was there when they asked. Before it is read, what is not projected yet is projected
 * here, by the same turns as in the worker, so far as that takes no longer than people wait; else it is said how far
 * history is behind.
 */
import { countRebuilds } from "@/lib/store/projection/position";
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

/**
 * History had everything, after so many rebuilds. Another one may begin before it is read: who must miss nothing reads
 * first, and asks then whether it is whole still (`isStillWhole`).
 */
export type WholeHistory = { rebuildCount: number };

/** For what must miss nothing. Null: it is behind. */
export async function findWholeHistory(deps: ProjectDeps): Promise<WholeHistory | null> {
  const found = await lookForWhole(deps);
  return "behindMs" in found ? null : found;
}

/** The same, refused. */
export async function requireWholeHistory(deps: ProjectDeps): Promise<WholeHistory> {
  const found = await lookForWhole(deps);
  if (!("behindMs" in found)) return found;
  const seconds = Math.ceil(found.behindMs / 1_000);
  throw behind(`History is ${seconds} s behind what happened: what it does not have yet would be missed.`);
}

async function lookForWhole(deps: ProjectDeps): Promise<WholeHistory | { behindMs: number }> {
  const rebuildCount = await countRebuilds(deps.db.client);
  const { behindMs } = await catchUp(deps, WHOLE);
  return behindMs === null ? { rebuildCount } : { behindMs };
}

type Reader = Parameters<typeof countRebuilds>[0];

/** Asked after what it answers for was read. */
export async function isStillWhole(client: Reader, { rebuildCount }: WholeHistory): Promise<boolean> {
  return (await countRebuilds(client)) === rebuildCount;
}

export async function requireStillWhole(client: Reader, whole: WholeHistory): Promise<void> {
  if (await isStillWhole(client, whole)) return;
  throw behind("History began to be made anew while it was read: what it does not have yet would be missed.");
}

function behind(message: string): ConflictError {
  return new ConflictError("history_behind", message, { retriable: true });
}

async function readBehind({ db }: ProjectDeps): Promise<Behind> {
  const { seconds } = await readLag(db.client);
  return { behindMs: Math.max(1, Math.round(seconds * 1_000)) };
}
