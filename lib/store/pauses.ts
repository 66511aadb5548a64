/**
 * Pauses: who stopped what, from when until when. Rows are kept: past ones say how long a hold's clock stood still.
 *
 * P1  A pause takes the switch exclusively, a claim shares it: once a pause is committed, every later claim sees it,
 *     and no earlier one is still under way.
 */
import type { Pause } from "@/lib/domain/pause/pause";
import type { Tx } from "./database";
import type { RawTx } from "./raw-transaction";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type StoredPause = Pause & {
  id: string;
  reason: string;
  pausedBy: { id: string; name: string };
  resumedBy: { id: string; name: string } | null;
};

/** Any number that no other advisory lock of ours uses ("paus" in ASCII); the two-key form has its own space. */
const SWITCH = "1885435251, 0";
/** Newest first; a clock that forgets older stops ends a hold early, which is the safe side. */
const PAUSES_MAX = 10_000;

export async function lockPauseSwitch(tx: Tx): Promise<void> {
  await tx.$queryRawUnsafe(`select count(pg_advisory_xact_lock(${SWITCH}))`);
}

/** A statement of its own: what is read after it sees every pause that was committed before it was granted. */
export async function sharePauseSwitch(tx: RawTx): Promise<void> {
  await tx.$queryRawUnsafe(`select count(pg_advisory_xact_lock_shared(${SWITCH}))`);
}

type PauseRow = {
  id: string;
  covers: Pause["covers"];
  target: string;
  reason: string;
  pausedBy: string;
  pausedByName: string | null;
  pausedAt: Date;
  resumedBy: string | null;
  resumedByName: string | null;
  resumedAt: Date | null;
};

const SELECT = `
  select p.id, p.covers, p.target, p.reason, p.paused_by as "pausedBy", b.name as "pausedByName",
         p.paused_at as "pausedAt", p.resumed_by as "resumedBy", r.name as "resumedByName", p.resumed_at as "resumedAt"
  from pauses p left join operators b on b.id = p.paused_by left join operators r on r.id = p.resumed_by`;

/** Those that are active, and those that were resumed after `sinceMs`: what can have stopped a clock set then. */
export async function loadPauses(client: Reader, sinceMs: number = Number.POSITIVE_INFINITY): Promise<StoredPause[]> {
  const since = Number.isFinite(sinceMs) ? new Date(sinceMs) : null;
  const rows = await client.$queryRawUnsafe<PauseRow[]>(
    `${SELECT} where p.resumed_at is null or p.resumed_at > $1::timestamptz
     order by p.resumed_at desc nulls first limit ${PAUSES_MAX}`,
    since,
  );
  return rows.map(toPause);
}

/** Newest first. One row more than asked for tells the caller that there is another page. */
export async function listPauses(
  client: Reader,
  filter: { active: boolean | null; before: string | null; limit: number },
): Promise<StoredPause[]> {
  const rows = await client.$queryRawUnsafe<PauseRow[]>(
    `${SELECT} where ($1::boolean is null or (p.resumed_at is null) = $1) and ($2::text is null or p.id < $2)
     order by p.id desc limit $3`,
    filter.active,
    filter.before,
    filter.limit,
  );
  return rows.map(toPause);
}

type Place = Pick<Pause, "covers" | "target">;

/** The active one of this tool, agent or everything; else the newest past one. */
export async function findLatestPause(client: Reader, { covers, target }: Place): Promise<StoredPause | null> {
  const rows = await client.$queryRawUnsafe<PauseRow[]>(
    `${SELECT} where p.covers = $1 and p.target = $2 order by p.resumed_at is null desc, p.paused_at desc limit 1`,
    covers,
    target,
  );
  return rows[0] === undefined ? null : toPause(rows[0]);
}

export type NewPause = Place & { id: string; reason: string; pausedBy: string; pausedAt: Date };

export async function insertPause(tx: Tx, row: NewPause): Promise<void> {
  await tx.pause.create({ data: row });
}

/** False: it was not paused. A clock that went backwards never makes a pause end before it began. */
export async function endPause(tx: Tx, { covers, target }: Place, by: string, atMs: number): Promise<boolean> {
  const ended = await tx.$executeRawUnsafe(
    `update pauses set resumed_by = $3, resumed_at = greatest(paused_at, $4::timestamptz)
     where covers = $1 and target = $2 and resumed_at is null`,
    covers,
    target,
    by,
    new Date(atMs),
  );
  return ended > 0;
}

/** SQL: no active pause covers the intent `i`. Each part is looked up once a statement, not once a row. */
export const isNotPaused = (row: string) => `
  not exists (select from pauses where covers = 'everything' and resumed_at is null)
  and ${row}.tool <> all (array(select target from pauses where covers = 'tool' and resumed_at is null))
  and ${row}.agent_id <> all (array(select target from pauses where covers = 'agent' and resumed_at is null))`;
export const IS_NOT_PAUSED = isNotPaused("i");

function toPause(row: PauseRow): StoredPause {
  const { id, covers, target, reason, pausedBy, pausedByName, resumedBy, resumedByName } = row;
  return {
    id,
    covers,
    target,
    reason,
    pausedBy: { id: pausedBy, name: pausedByName ?? pausedBy },
    pausedAt: row.pausedAt.getTime(),
    resumedBy: resumedBy === null ? null : { id: resumedBy, name: resumedByName ?? resumedBy },
    resumedAt: row.resumedAt?.getTime() ?? null,
  };
}
