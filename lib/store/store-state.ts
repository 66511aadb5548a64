/** The store's own row: which store it is, in which epoch, and on which server that epoch began (decision 032). */
import { sameIdAs } from "@/lib/domain/id";
import type { RestoredWhy, ServerIdentity } from "@/lib/domain/store-epoch";
import type { Database, Tx } from "./database";
import { isUnreachable } from "./errors";
import { lockPauseSwitch } from "./pauses";
import type { RawTx } from "./raw-transaction";

export type StoreState = {
  storeId: string;
  epoch: number;
  /** Nothing is claimed while it is true. */
  restoring: boolean;
  hasSuspects: boolean;
  server: ServerIdentity | null;
  /** Another one after every start of the server, and for every database: what was known of it has to be looked at again. */
  instance: string;
};

type Row = Omit<StoreState, "server"> & { server: string | null };
type Reader = Pick<RawTx, "$queryRawUnsafe">;

const INSTANCE =
  "pg_postmaster_start_time()::text || '/' || (select oid from pg_database where datname = current_database())";
const SELECT = `select s.store_id as "storeId", s.epoch, s.restoring, s.has_suspects as "hasSuspects", s.server,
  ${INSTANCE} as instance from store_state s`;

export async function readStoreState(client: Reader): Promise<StoreState> {
  const [row] = await client.$queryRawUnsafe<Row[]>(SELECT);
  return toState(row);
}

/** Null: a restore is under way that has not come to this row yet. */
export async function findEpoch(client: Reader): Promise<number | null> {
  const [row] = await client.$queryRawUnsafe<{ epoch: number }[]>("select epoch from store_state");
  return row?.epoch ?? null;
}

/** Alone: no claim is under way that has not seen what was committed before, and none begins until this commits. */
export async function lockStoreState(tx: Tx): Promise<StoreState> {
  await lockPauseSwitch(tx);
  const [row] = await tx.$queryRawUnsafe<Row[]>(`${SELECT} for update of s`);
  return toState(row);
}

/** False: another worker ended it, or the store went back once more. While this transaction lasts it stays as it is. */
export async function lockRestoring(tx: RawTx, epoch: number): Promise<boolean> {
  const rows = await tx.$queryRawUnsafe<unknown[]>(
    "select 1 from store_state where epoch = $1 and restoring for update",
    epoch,
  );
  return rows.length > 0;
}

function toState(row: Row | undefined): StoreState {
  if (row === undefined) throw new TypeError("The store has no row about itself: run the migrations.");
  return { ...row, server: row.server === null ? null : (JSON.parse(row.server) as ServerIdentity) };
}

export type ClaimGround = {
  now: Date;
  epoch: number;
  restoring: boolean;
  hasSuspects: boolean;
  instance: string;
  /** How many of the claims that were asked for it knows. */
  knownCount: number;
};

/** The time, and all that a claim must know of the store it claims in: one question of the claim's own transaction. */
export async function readClaimGround(tx: RawTx, witnessedIds: string[]): Promise<ClaimGround> {
  const [row] = await tx.$queryRawUnsafe<ClaimGround[]>(
    `select clock_timestamp()::timestamptz(3) as now, s.epoch, s.restoring, s.has_suspects as "hasSuspects",
       ${INSTANCE} as instance, (select count(*)::int from journal where id = any($1)) as "knownCount"
     from store_state s`,
    witnessedIds.map((id) => sameIdAs("evt", id)),
  );
  if (row === undefined) throw new TypeError("The store has no row about itself: run the migrations.");
  return row;
}

/** `xmin`: transactions below it were over when it was looked. */
export type NewestClaims = { byWorker: Record<string, string>; epoch: number; now: Date; xmin: string };

/** More than all workers together claim while their clocks differ. */
const NEWEST_MAX = 200;
/** Rows that are looked through for them. What was claimed longer ago was told of when it was new. */
const LOOKED_THROUGH_MAX = 20_000;

/**
 * What was committed since `xmin`, the newest transactions first: whatever the clocks of those who made its ids say. In a
 * store that went back, where transactions of then are numbered anew, all of them. What another cluster numbered is not new.
 */
const COMMITTED_LATELY = `
  select * from journal
  where txid >= case when $1::text::xid8 <= pg_snapshot_xmin(pg_current_snapshot()) then $1::text::xid8 else '0' end
    and txid < pg_snapshot_xmax(pg_current_snapshot())
  order by txid desc, id desc limit ${LOOKED_THROUGH_MAX}`;

/**
 * The newest claim of each worker by the order of ids, of those that claimed since the look before (`seen`) or lately, with
 * the epoch that it was seen in. Where nothing is claimed, what is older is not read twice a second for ever.
 */
export async function newestClaims(db: Database, seen: NewestClaims | null = null): Promise<NewestClaims> {
  const [row] = await db.query<NewestClaims>(
    `select s.epoch, clock_timestamp()::timestamptz(3) as now, pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
       (select coalesce(json_object_agg(worker, id), '{}') from (
         select worker, max(id) as id from (
           select actor_id as worker, 'att_' || substr(id, 5) as id from (${COMMITTED_LATELY}) as newest
           where type = 'intent.claim' and data ->> 'to' = 'executing' limit ${NEWEST_MAX}) as late
         group by worker) as newest) as "byWorker"
     from store_state s`,
    seen?.xmin ?? "0",
  );
  if (row === undefined) throw new TypeError("The store has no row about itself: run the migrations.");
  return row;
}

/** Managed servers may refuse parts of it; those are null. */
export async function readServerIdentity(db: Database): Promise<ServerIdentity> {
  const [systemId, timeline, database] = await Promise.all([
    tell(db, "select system_identifier::text as told from pg_control_system()"),
    tell(db, "select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as told"),
    tell(db, "select oid::text as told from pg_database where datname = current_database()"),
  ]);
  return { systemId, timeline, database };
}

async function tell(db: Database, sql: string): Promise<string | null> {
  try {
    const [row] = await db.query<{ told: string }>(sql);
    return row?.told ?? null;
  } catch (error) {
    if (isUnreachable(error)) throw error;
    return null;
  }
}

/** The first worker of a store writes down where it is; a copy of a store that never ran gets an id of its own. */
export async function adoptServer(db: Database, server: ServerIdentity): Promise<void> {
  await db.client.$executeRawUnsafe(
    "update store_state set server = $1, store_id = gen_random_uuid()::text where server is null",
    JSON.stringify(server),
  );
}

export type NewEpoch = {
  epoch: number;
  at: number;
  why: RestoredWhy;
  openedBy: string;
  reason: string | null;
  server: ServerIdentity;
};

export async function insertEpoch(tx: Tx, { epoch, at, why, openedBy, reason, server }: NewEpoch): Promise<void> {
  await tx.$executeRawUnsafe(
    "insert into store_epochs (epoch, opened_at, why, opened_by, reason) values ($1, $2, $3, $4, $5)",
    epoch,
    new Date(at),
    why,
    openedBy,
    reason,
  );
  await tx.$executeRawUnsafe(
    "update store_state set epoch = $1, restoring = true, opened_at = $2, server = $3",
    epoch,
    new Date(at),
    JSON.stringify(server),
  );
}

export async function endRestoring(tx: Tx, epoch: number): Promise<void> {
  await tx.$executeRawUnsafe("update store_state set restoring = false where epoch = $1", epoch);
  await tx.$executeRawUnsafe(
    "update store_epochs set ended_at = clock_timestamp() where epoch = $1 and ended_at is null",
    epoch,
  );
}
