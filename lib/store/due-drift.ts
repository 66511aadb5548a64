/**
 * Where `due` does not say what the intents say: both are written in one transaction, so neither a kill nor a race makes
 * them differ, but a person at the database, or a mistake of ours, could. Each look is bounded and goes on where the last
 * one ended.
 */
import { type Clocks, type Due, dueOf, isSameDue } from "./due-row";
import { appearedSql, MOVED } from "./due-writes";
import type { RawTx } from "./raw-transaction";
import { rowsSql, toArrays } from "./row-arrays";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

/** `lastId`: the look goes on behind it; null: it has come round. */
export type Drift = { ids: string[]; lastId: string | null };

/** Of every state the one clock that `dueOf` asks; null where nothing is due. */
const AT = "coalesce(i.lease_until, i.hold_expires_at, i.probe_at, i.due_at)";
const WHAT = `case when ${AT} is not null then
  case i.state when 'cleared' then 'run' when 'executing' then 'lease' when 'held' then 'hold' else 'probe' end end`;

const differs = (due: string, intent: string) =>
  `(${due}.what, ${due}.at) is distinct from (${`${WHAT}, ${AT}`.replaceAll("i.", `${intent}.`)})`;

const lookSql = (table: "intents" | "due", id: string, where: string, order: string) => `
  with looked as materialized (select * from ${table} where ${where} order by ${id} ${order} limit $2)
  select array(select l.${id} from looked l ${
    table === "intents"
      ? `left join due d on d.intent_id = l.id where ${differs("d", "l")}`
      : `left join intents i on i.id = l.intent_id where ${differs("l", "i")}`
  }) as ids, (select ${order === "desc" ? "min" : "max"}(${id}) from looked having count(*) = $2) as "lastId"`;

const LOOKS = {
  /** Every due row. */
  due: lookSql("due", "intent_id", "intent_id > $1", "asc"),
  /** Every intent, the newest first. */
  intents: lookSql("intents", "id", "id < $1", "desc"),
  /** What waits for people is few among them, and must not wait for its turn. */
  held: lookSql("intents", "id", "id < $1 and hold_expires_at is not null", "desc"),
  inDoubt: lookSql("intents", "id", "id < $1 and doubt_since is not null", "desc"),
};
export type DriftLook = keyof typeof LOOKS;
export const DRIFT_LOOKS = Object.keys(LOOKS) as DriftLook[];

/** Sorts behind every id. */
const LAST = "~";

export async function findDrift(client: Reader, look: DriftLook, from: string | null, limit: number): Promise<Drift> {
  const start = look === "due" ? "" : LAST;
  const [drift] = await client.$queryRawUnsafe<Drift[]>(LOOKS[look], from ?? start, limit);
  return drift ?? { ids: [], lastId: null };
}

export type Mended = { intentId: string; was: "missing" | "stray" | "wrong" };

type Open = Clocks & { id: string };
type Stored = Due & { intentId: string };

/** What another transaction holds is left for the next time. */
export async function mendDue(tx: RawTx, ids: string[]): Promise<Mended[]> {
  const open = await tx.$queryRawUnsafe<Open[]>(
    `select id, state, due_at as "dueAt", lease_until as "leaseUntil", hold_expires_at as "holdExpiresAt",
       probe_at as "probeAt" from intents where id = any($1) order by id for update skip locked`,
    ids,
  );
  const stored = await tx.$queryRawUnsafe<Stored[]>(
    `select d.intent_id as "intentId", d.what, d.at from due d where d.intent_id = any($1)
       and (d.intent_id = any($2) or not exists (select from intents where id = d.intent_id)) for update skip locked`,
    ids,
    open.map(({ id }) => id),
  );
  const wanted = new Map(open.map((one) => [one.id, dueOf(one)]));
  const before = new Map(stored.map((one) => [one.intentId, one]));
  const mended = [...new Set([...wanted.keys(), ...before.keys()])].flatMap((intentId): Mended[] => {
    const [was, due] = [before.get(intentId) ?? null, wanted.get(intentId) ?? null];
    if (due === null) return was === null ? [] : [{ intentId, was: "stray" }];
    if (was === null) return [{ intentId, was: "missing" }];
    return isSameDue(was, due) ? [] : [{ intentId, was: "wrong" }];
  });
  const idsOf = (isStray: boolean) => mended.flatMap((one) => ((one.was === "stray") === isStray ? one.intentId : []));
  await tx.$executeRawUnsafe("delete from due where intent_id = any($1)", idsOf(true));
  const rows = idsOf(false).flatMap((id) => {
    const due = wanted.get(id);
    return due === null || due === undefined ? [] : [{ id, ...due }];
  });
  if (rows.length > 0) await insertDue(tx, rows);
  return mended;
}

async function insertDue(tx: RawTx, rows: (Due & { id: string })[]): Promise<void> {
  const arrays = toArrays(MOVED, rows);
  const sql = `with saved as (select id, tool, agent_id from intents where id = any($1))
    ${appearedSql(rowsSql(arrays, 2), "saved")}`;
  await tx.$executeRawUnsafe(
    sql,
    rows.map(({ id }) => id),
    ...arrays.arrays,
  );
}
