/**
 * Closes a batch of rows of the journal: tree and signed seal, in one transaction. A worker that dies in between leaves nothing.
 *
 * S1  One sealer at a time, by a lock that goes with the transaction.
 * S2  The clock of the seals never goes back, whatever the database's does.
 */
import { crashPoint } from "@/lib/config/crash-point";
import { textLeafHash } from "@/lib/domain/audit/merkle-tree";
import { joinLeaves, makeSeal, SEAL_EVENTS_MAX } from "@/lib/domain/audit/seal";
import type { SealKey } from "@/lib/domain/audit/seal-key";
import { eventText } from "@/lib/domain/audit/sealed-event";
import { toSealedEvent } from "@/lib/store/audit-events";
import type { Database } from "@/lib/store/database";
import type { JournalRow } from "@/lib/store/journal-read";
import { NO_LOCKS, type PipelinedTx } from "@/lib/store/raw-transaction";
import {
  FROM_THE_START,
  findHorizon,
  findLastSeal,
  findStuck,
  type Horizon,
  insertSeal,
  isSealedAhead,
  type LastSeal,
  lookForUnsealed,
  type Stuck,
  tryLockSealer,
  type Watermark,
} from "@/lib/store/seals";

export type SealDeps = {
  db: Database;
  key: SealKey;
  /** Events have waited too long for a transaction that stays open somewhere. */
  onStuck: (stuck: Stuck) => void;
};
/** `isFull`: there may be more, at once. */
export type SealTurn = { sealedCount: number; isFull: boolean };

const STUCK_AFTER_MS = 60_000;
const SLICE = 500;

/** What this process has looked at and found sealed, where no seal says so yet. */
type Memory = { cluster: string; here: Watermark; elsewhere: Watermark };

export function makeSealEvents(deps: SealDeps): () => Promise<SealTurn> {
  let memory: Memory | null = null;
  return async () => {
    const known = memory;
    // What is known is only good if nothing went wrong: a database may come back as another one.
    memory = null;
    const { memory: learned, ...turn } = await deps.db.rawTransaction(NO_LOCKS, (tx) => sealOnce(tx, deps, known));
    crashPoint("sealed");
    memory = learned;
    if (!turn.isFull) await warnIfStuck(deps);
    return turn;
  };
}

type Done = SealTurn & { memory: Memory | null };

async function sealOnce(tx: PipelinedTx, { key }: SealDeps, known: Memory | null): Promise<Done> {
  // Asked at once and answered in this order: what is read is read under the lock.
  const [isOurs, before, horizon] = await Promise.all([tryLockSealer(tx), findLastSeal(tx), findHorizon(tx)]);
  if (!isOurs) return { sealedCount: 0, isFull: false, memory: known };
  const start = startOf(before, horizon, known);
  const { xmin } = horizon;
  const wasExact = before === null || (before.isExact && before.cluster === horizon.cluster);
  const limit = SEAL_EVENTS_MAX;
  const here = await lookForUnsealed(tx, "here", { from: start.here, limit, xmin, mayBeSealed: !wasExact });
  const room = SEAL_EVENTS_MAX - here.unsealed.length;
  const elsewhere = await lookForUnsealed(tx, "elsewhere", {
    from: start.elsewhere,
    limit: room,
    xmin,
    mayBeSealed: true,
  });
  // Not full: nothing below the horizon is left. It only moves forward, so one that was asked for earlier will do.
  const watermark = here.isFull && here.last !== null ? here.last : { txid: horizon.xmin, id: "" };
  const events = [...here.unsealed, ...elsewhere.unsealed];
  const isFull = here.isFull || (elsewhere.isFull && room > 0);
  const memory = { cluster: horizon.cluster, here: watermark, elsewhere: elsewhere.last ?? start.elsewhere };
  // What another cluster numbered comes to lie behind the watermark one day, sealed long before.
  const isWhole =
    wasExact || (!here.isFull && before.cluster === horizon.cluster && !(await isSealedAhead(tx, watermark)));
  const isExact = isWhole && memory.elsewhere.txid === FROM_THE_START.txid;
  if (events.length > 0) await write(tx, key, events, { before, horizon, watermark, isExact });
  return { sealedCount: events.length, isFull, memory };
}

/** A watermark counts transactions of one cluster; in another everything is looked at once more. */
function startOf(before: LastSeal | null, { cluster }: Horizon, known: Memory | null): Omit<Memory, "cluster"> {
  const mine = known?.cluster === cluster ? known : null;
  const elsewhere = mine?.elsewhere ?? FROM_THE_START;
  const sealed = before?.cluster === cluster ? before.watermark : FROM_THE_START;
  return { here: mine === null ? sealed : later(mine.here, sealed), elsewhere };
}

function later(left: Watermark, right: Watermark): Watermark {
  const [a, b] = [BigInt(left.txid), BigInt(right.txid)];
  if (a !== b) return a > b ? left : right;
  return left.id > right.id ? left : right;
}

type Place = { before: LastSeal | null; horizon: Horizon; watermark: Watermark; isExact: boolean };

async function write(tx: PipelinedTx, key: SealKey, events: JournalRow[], place: Place): Promise<void> {
  const { before, horizon, watermark, isExact } = place;
  const first = (before?.lastPosition ?? 0) + 1;
  const leaves = await hashAll(events, first);
  const now = horizon.at.toISOString();
  const sealedAt = before !== null && before.sealedAt > now ? before.sealedAt : now;
  const seal = makeSeal({ before, sealedAt }, leaves, key);
  const rowIds = events.map(({ rowId }) => rowId);
  const { cluster } = horizon;
  await insertSeal(tx, { seal, leaves: joinLeaves(leaves), rowIds, cluster, watermark, isExact, key });
  crashPoint("seal_written");
}

/** In slices: attempts under way in this process wait for none of it. */
async function hashAll(events: JournalRow[], first: number): Promise<Buffer[]> {
  const leaves: Buffer[] = [];
  for (const [index, row] of events.entries()) {
    if (index % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve));
    leaves.push(textLeafHash(eventText(toSealedEvent(row, first + index))));
  }
  return leaves;
}

async function warnIfStuck({ db, onStuck }: SealDeps): Promise<void> {
  const stuck = await findStuck(db.client);
  if (stuck !== null && stuck.ageMs > STUCK_AFTER_MS) onStuck(stuck);
}
