/**
 * The chain of seals: what is not sealed yet, and what is.
 *
 * S1  A row may be sealed once every transaction as old as its own is over: nothing older can appear later.
 * S2  What was looked at up to the watermark need not be looked at again; a row that is in a seal is never sealed twice,
 *     wherever the watermark stands.
 * S3  A position is a seal's number and a place in it: the seal names its rows in their order (`rows`).
 */
import type { Seal } from "@/lib/domain/audit/seal";
import { splitLeaves } from "@/lib/domain/audit/seal";
import type { SealKey } from "@/lib/domain/audit/seal-key";
import { idMs } from "@/lib/domain/id";
import { JOURNAL_COLUMNS, type JournalRow } from "./journal-read";
import type { RawTx, Writer } from "./raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

/** Everything up to this transaction and, in it, this event. The number is Postgres' own, of 64 bits. */
export type Watermark = { txid: string; id: string };
export const FROM_THE_START: Watermark = { txid: "0", id: "" };
/** `isExact`: no row behind the watermark is in a seal. */
export type LastSeal = Seal & { cluster: string; watermark: Watermark; isExact: boolean };

/** Any number that nobody else takes: one sealer at a time. */
const SEALER_LOCK = "7310285114921003";

/** False: somebody else is at it. */
export async function tryLockSealer(tx: Reader): Promise<boolean> {
  const [row] = await tx.$queryRawUnsafe<{ taken: boolean }[]>(
    "select pg_try_advisory_xact_lock($1::bigint) as taken",
    SEALER_LOCK,
  );
  return row?.taken === true;
}

export const SEAL_COLUMNS = `s.number::double precision as number, s.first_position::double precision as "firstPosition",
  s.last_position::double precision as "lastPosition", s.root, s.previous_hash as previous, s.key_id as "keyId",
  s.signature, s.hash, s.sealed_at as "sealedAt"`;

export type SealRow = Omit<Seal, "sealedAt"> & { sealedAt: Date };

export function toSeal({ sealedAt, ...row }: SealRow): Seal {
  const { number, firstPosition, lastPosition, root, previous, keyId, hash, signature } = row;
  return {
    number,
    firstPosition,
    lastPosition,
    root,
    previous,
    keyId,
    hash,
    signature,
    sealedAt: sealedAt.toISOString(),
  };
}

export async function findLastSeal(client: Reader): Promise<LastSeal | null> {
  const [row] = await client.$queryRawUnsafe<
    (SealRow & { cluster: string; txid: string; watermarkId: string; isExact: boolean })[]
  >(
    `select ${SEAL_COLUMNS}, s.cluster, s.watermark::text as txid, s.watermark_id as "watermarkId", s.is_exact as "isExact"
     from audit_seals s order by s.number desc limit 1`,
  );
  if (row === undefined) return null;
  const { cluster, txid, watermarkId, isExact } = row;
  return { ...toSeal(row), cluster, watermark: { txid, id: watermarkId }, isExact };
}

/** Newest first. */
export async function listSeals(client: Reader, before: number | null, limit: number): Promise<Seal[]> {
  const rows = await client.$queryRawUnsafe<SealRow[]>(
    `select ${SEAL_COLUMNS} from audit_seals s where s.number < coalesce($1::bigint, 9223372036854775807)
     order by s.number desc limit $2`,
    before,
    limit,
  );
  return rows.map(toSeal);
}

export type SealWithLeaves = { seal: Seal; leaves: Buffer[] };

export async function findSealOf(client: Reader, position: number): Promise<SealWithLeaves | null> {
  const [row] = await client.$queryRawUnsafe<(SealRow & { leaves: Uint8Array })[]>(
    `select ${SEAL_COLUMNS}, s.leaves from audit_seals s where s.last_position >= $1 order by s.last_position limit 1`,
    position,
  );
  // Where somebody removed it by hand, the next one is not its own.
  if (row === undefined || row.firstPosition > position) return null;
  return { seal: toSeal(row), leaves: splitLeaves(row.leaves) };
}

export type Place = { position: number; sealNumber: number };

/**
 * Each seal that may hold some of them is taken apart once, for all of them: of a restored store thousands are asked for
 * at a time, and a seal names as many.
 */
const PLACES_SQL = `
  with wanted as materialized (select id, id_ms(id) as ms from unnest($1::text[]) as w(id)),
    near as materialized (
      select distinct s.number from wanted w cross join lateral (
        select number from audit_seals where span @> w.ms offset 0) as s)
  select distinct on (r.id) r.id, s.number::double precision as "sealNumber",
    (s.first_position + r.place - 1)::double precision as position
  from near n join audit_seals s on s.number = n.number
    cross join lateral unnest(s.rows) with ordinality as r(id, place)
    join wanted w on w.id = r.id
  order by r.id, s.number`;

/** By row, where it is sealed; without those that are not. */
export async function placesOf(client: Reader, rowIds: string[]): Promise<Map<string, Place>> {
  if (rowIds.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<(Place & { id: string })[]>(PLACES_SQL, rowIds);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

export type Horizon = { cluster: string; xmin: string; at: Date };

/** Which cluster this is, up to where its transactions are over, and what time it is there. */
export async function findHorizon(tx: Reader): Promise<Horizon> {
  const [row] = await tx.$queryRawUnsafe<Horizon[]>(
    `select (select system_identifier::text from pg_control_system()) as cluster,
       pg_snapshot_xmin(pg_current_snapshot())::text as xmin, clock_timestamp()::timestamptz(3) as at`,
  );
  if (row === undefined) throw new Error("Postgres did not answer.");
  return row;
}

export type Looked = {
  /** Those that are in no seal, in the order in which they are sealed. */
  unsealed: JournalRow[];
  /** The last that was looked at; null: there was none. */
  last: Watermark | null;
  /** As many as were asked for: there may be more. */
  isFull: boolean;
};

const BOUNDS = {
  /** S1. By the horizon, and by no later look: the seal's watermark is the horizon, and what is behind it is not sealed. */
  here: "e.txid < $4::text::xid8",
  /**
   * In a database that was restored into another cluster: what is visible and bears the number of a transaction that
   * does not exist yet was written elsewhere, and is as final as anything can be.
   */
  elsewhere: "e.txid >= pg_snapshot_xmax(pg_current_snapshot())",
};

export async function lookForUnsealed(
  tx: Reader,
  written: keyof typeof BOUNDS,
  { from, limit, xmin, mayBeSealed }: { from: Watermark; limit: number; xmin: string; mayBeSealed: boolean },
): Promise<Looked> {
  const rows = await tx.$queryRawUnsafe<(JournalRow & { txid: string })[]>(
    `select ${JOURNAL_COLUMNS}, e.txid::text as txid
     from journal e where (e.txid, e.id) > ($1::text::xid8, $2) and ${BOUNDS[written]}
     order by e.txid, e.id limit $3`,
    from.txid,
    from.id,
    limit,
    ...(written === "here" ? [xmin] : []),
  );
  const sealed = mayBeSealed
    ? await placesOf(
        tx,
        rows.map(({ rowId }) => rowId),
      )
    : new Map<string, Place>();
  const last = rows.at(-1);
  return {
    unsealed: rows.filter(({ rowId }) => !sealed.has(rowId)),
    last: last === undefined ? null : { txid: last.txid, id: last.rowId },
    isFull: rows.length === limit,
  };
}

/** More than anybody writes while a batch is sealed; where there is more, it is not known. */
const AHEAD_LOOKED_AT = 1_000;

/**
 * Whether a row behind this watermark is in a seal already: a restored database may have brought one, whose number lies
 * among those of transactions that are open here, or ahead of them.
 */
export async function isSealedAhead(tx: Reader, from: Watermark): Promise<boolean> {
  const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
    `select id from journal where (txid, id) > ($1::text::xid8, $2) order by txid, id limit ${AHEAD_LOOKED_AT}`,
    from.txid,
    from.id,
  );
  if (rows.length === AHEAD_LOOKED_AT) return true;
  return (
    (
      await placesOf(
        tx,
        rows.map(({ id }) => id),
      )
    ).size > 0
  );
}

/** The age of the oldest event that is there and cannot be sealed yet, and the transaction that stands in the way. */
export type Stuck = { ageMs: number; pid: number | null; application: string | null };

export async function findStuck(client: Reader): Promise<Stuck | null> {
  const [found] = await client.$queryRawUnsafe<(Stuck & { id: string })[]>(
    `select e.id, (extract(epoch from clock_timestamp() - e.at) * 1000)::double precision as "ageMs", a.pid,
       a.application_name as application
     from (
       select id, at from journal
       where txid >= pg_snapshot_xmin(pg_current_snapshot()) and txid < pg_snapshot_xmax(pg_current_snapshot())
       order by txid, id limit 1
     ) e
     left join lateral (
       select pid, application_name from pg_stat_activity where backend_xid is not null
       order by age(backend_xid) desc limit 1
     ) a on true`,
  );
  if (found === undefined) return null;
  const { id, ...stuck } = found;
  // A restore may have brought sealed rows with larger numbers.
  return (await placesOf(client, [id])).has(id) ? null : stuck;
}

export type NewSeal = {
  seal: Seal;
  leaves: Buffer;
  rowIds: string[];
  cluster: string;
  watermark: Watermark;
  isExact: boolean;
  key: SealKey;
};

export async function insertSeal(tx: Writer, made: NewSeal): Promise<void> {
  const { seal, leaves, rowIds, cluster, watermark, isExact, key } = made;
  await tx.$executeRawUnsafe(
    "insert into audit_keys (key_id, public_key, first_used) values ($1, $2, $3::timestamptz) on conflict do nothing",
    key.keyId,
    key.pem,
    seal.sealedAt,
  );
  const times = rowIds.map(idMs);
  await tx.$executeRawUnsafe(
    `insert into audit_seals (number, first_position, last_position, root, previous_hash, leaves, key_id, signature,
       hash, cluster, watermark, watermark_id, sealed_at, rows, span, is_exact)
     values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8, $9, $10, $11::text::xid8, $12, $13::timestamptz, $14::text[],
       int8range($15, $16, '[]'), $17)`,
    seal.number,
    seal.firstPosition,
    seal.lastPosition,
    seal.root,
    seal.previous,
    leaves.toString("hex"),
    seal.keyId,
    seal.signature,
    seal.hash,
    cluster,
    watermark.txid,
    watermark.id,
    seal.sealedAt,
    rowIds,
    Math.min(...times),
    Math.max(...times),
    isExact,
  );
}

export type AuditKeyRow = { keyId: string; publicKey: string; firstUsedAt: Date };

/** One for each INTERLOCK_KEY that was ever used: few. */
const KEYS_MAX = 1_000;

export async function listAuditKeys(client: Reader): Promise<AuditKeyRow[]> {
  return client.$queryRawUnsafe<AuditKeyRow[]>(
    `select key_id as "keyId", public_key as "publicKey", first_used as "firstUsedAt" from audit_keys
     order by first_used, key_id limit ${KEYS_MAX}`,
  );
}
