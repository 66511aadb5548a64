/**
 * One turn of the projector: the next changes of the journal, and the next step of a rebuild, in one transaction with how
 * far it came. A process that dies in between leaves nothing, and the next turn does it again, in whichever process.
 */
import { crashPoint } from "@/lib/config/crash-point";
import { isKnownEvent } from "@/lib/domain/topic";
import type { Database } from "@/lib/store/database";
import { isBusy } from "@/lib/store/errors";
import {
  beginRebuild,
  emptyProjection,
  lockProjection,
  nextToRebuild,
  saveReached,
  saveRebuilt,
  tryLockProjection,
} from "@/lib/store/projection/position";
import { type Change, readUnprojected, type Tail } from "@/lib/store/projection/tail";
import { NO_LOCKS, type PipelinedTx } from "@/lib/store/raw-transaction";
import type { VersionOf } from "../intake/pending";
import { projectIntents } from "./project-intents";

export type ProjectDeps = {
  db: Database;
  versionOf: VersionOf;
  /** A kind of change that this release does not know: its intent is projected as it stands. */
  onUnknown?: (type: string) => void;
};

export type ProjectWanted = {
  /** At most so many changes; of a rebuild as many intents. */
  changesMax: number;
  /** Another one projects: wait so long for it. Absent: not at all. */
  waitMs?: number;
  /** A rebuild goes on, too. */
  rebuilds: boolean;
};

/** `isFull`: there may be more, at once. */
export type ProjectTurn =
  | { kind: "busy" }
  | { kind: "projected"; changes: number; rebuilt: number; isFull: boolean; isRebuilding: boolean };

export async function projectTurn(deps: ProjectDeps, wanted: ProjectWanted): Promise<ProjectTurn> {
  const turn = await deps.db.rawTransaction(NO_LOCKS, async (tx): Promise<ProjectTurn> => {
    if (!(await isOurs(tx, wanted.waitMs))) return { kind: "busy" };
    return project(tx, deps, wanted);
  });
  crashPoint("history_projected");
  return turn;
}

/** Everything anew, from nothing; lists say that they are behind until it is through. */
export async function startRebuild({ db }: Pick<ProjectDeps, "db">): Promise<void> {
  await db.rawTransaction(NO_LOCKS, async (tx) => {
    await lockProjection(tx);
    await emptyProjection(tx);
    await beginRebuild(tx);
  });
}

async function isOurs(tx: PipelinedTx, waitMs: number | undefined): Promise<boolean> {
  if (waitMs === undefined) return tryLockProjection(tx);
  await lockProjection(tx, waitMs);
  return true;
}

async function project(tx: PipelinedTx, deps: ProjectDeps, wanted: ProjectWanted): Promise<ProjectTurn> {
  const tail = await readUnprojected(tx, wanted.changesMax);
  if (!tail.isHere) {
    await beginRebuild(tx);
    return { kind: "projected", changes: 0, rebuilt: 0, isFull: true, isRebuilding: true };
  }
  const { changes } = tail;
  for (const type of new Set(changes.map((change) => change.type))) if (!isKnownEvent(type)) deps.onUnknown?.(type);
  const isFull = changes.length === wanted.changesMax;
  const wanting = { apart: straysIn(changes), isRebuilding: tail.rebuiltThrough !== null };
  await projectIntents(tx, deps.versionOf, { intentIds: intentsIn(changes), ...wanting });
  await saveTail(tx, tail, isFull);
  const rebuilt = wanted.rebuilds && tail.rebuiltThrough !== null ? await rebuild(tx, deps, tail, wanted) : null;
  crashPoint("history_written");
  const isRebuilding = tail.rebuiltThrough !== null && rebuilt?.isOver !== true;
  return {
    ...{ kind: "projected", changes: changes.length, rebuilt: rebuilt?.count ?? 0, isRebuilding },
    // A tail that was begun ends where it ended then: what was committed since is in the next one.
    isFull: isFull || tail.isBegun || (rebuilt !== null && !rebuilt.isOver),
  };
}

async function saveTail(tx: PipelinedTx, { changes, until, isBegun }: Tail, isFull: boolean): Promise<void> {
  const last = changes.at(-1);
  if (isFull && last !== undefined) await saveReached(tx.atCommit, { until, last });
  // A look that found nothing is worth no write: the next one finds it as cheaply.
  else if (last !== undefined || isBegun) await saveReached(tx.atCommit, { until, last: null });
}

/** In the order of ids; what is submitted meanwhile is in the tail as well. */
async function rebuild(tx: PipelinedTx, deps: ProjectDeps, { rebuiltThrough }: Tail, { changesMax }: ProjectWanted) {
  const intentIds = await nextToRebuild(tx, rebuiltThrough ?? "", changesMax);
  await projectIntents(tx, deps.versionOf, { intentIds, apart: "all", anew: true, isRebuilding: true });
  const isOver = intentIds.length < changesMax;
  await saveRebuilt(tx.atCommit, isOver ? null : (intentIds.at(-1) ?? null));
  return { count: intentIds.length, isOver };
}

function intentsIn(changes: Change[]): string[] {
  return [...new Set(changes.flatMap(({ intentId }) => intentId ?? []))];
}

/** What came under a caller's key of another action is kept with the intent whose key it is. */
function straysIn(changes: Change[]): Set<string> {
  return new Set(changes.flatMap(({ type, intentId }) => (type === "submission.refused" ? (intentId ?? []) : [])));
}

/** A turn that finds another one at it for too long has done nothing. */
export async function projectWithin(deps: ProjectDeps, wanted: ProjectWanted): Promise<ProjectTurn> {
  try {
    return await projectTurn(deps, wanted);
  } catch (error) {
    if (isBusy(error)) return { kind: "busy" };
    throw error;
  }
}
