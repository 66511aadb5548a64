/**
 * What waits for a person: held intents, what a pause keeps from running, doubts, and orders of a bypass that lack
 * people. The soonest end first; what has no end comes after that, the oldest first. All of it is found by partial
 * indexes that hold nothing else, so a page costs what waits, whatever there is.
 */

import { hasDigest } from "@/lib/domain/identity-values";
import type { JsonObject } from "@/lib/domain/json";
import { PLANNED_ANEW, type Tx } from "./database";
import { type NamedIntentRow, namedIntents, SELECT_NAMED } from "./history";
import { HELD_SINCE, holdEndsAt } from "./holds";
import type { Bind } from "./intent-conditions";
import { IS_NOT_PAUSED, isNotPaused } from "./pauses";
import { toBytea } from "./projection/rows";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type InboxFilter = {
  tool?: string | undefined;
  agent?: string | undefined;
  /** The intent's id or run, or one of these values of an identity field. */
  q?: { text: string; identity: Buffer[] } | undefined;
};

export type InboxPage = InboxFilter & {
  reason?: string | undefined;
  after?: { key: string; id: string } | undefined;
  limit: number;
};

export type WaitingRow = NamedIntentRow & {
  waitingReasons: string[];
  waitingSince: Date;
  waitingUntil: Date | null;
  /** What the list is sorted by, then by id. */
  waitingKey: string;
};

/** In milliseconds; later than any end that there is. */
const NO_END = "4000000000000000";

/** CTEs of `WAITING`. A clock is stopped by what was resumed after it began: of the pauses of years those are few. */
const HELD = `
  held as materialized (
    select i.id, i.tool, i.agent_id, i.run, i.hold_expires_at, ${HELD_SINCE} as since, i.hold -> 'reasons' as reasons
    from intents i where i.hold_expires_at is not null
  ), stops as materialized (
    select covers, target, paused_at, resumed_at from pauses where resumed_at > (select min(since) from held)
  )`;

/** What is cleared is looked at only while something is paused: a backlog of it is not read for nothing. */
const WAITING = `
  select i.id, i.tool, i.agent_id, i.run, i.since,
    case when switch.is_off then null else ${holdEndsAt("i.since", "stops")} end as until,
    array(select json_array_elements_text(i.reasons))
      || case when switch.is_off then array['paused'] else '{}'::text[] end as reasons
  from held i, lateral (select not (${IS_NOT_PAUSED}) as is_off) as switch
  union all
  select i.id, i.tool, i.agent_id, i.run, i.created_at, null, array['paused'] from (
    select intent_id from due d where d.what = 'run' and not (${isNotPaused("d")})
      and exists (select from pauses where resumed_at is null)) as d
  cross join lateral (select * from intents where id = d.intent_id and state = 'cleared' offset 0) as i
  union all
  select i.id, i.tool, i.agent_id, i.run, i.doubt_since, null, array['in_doubt'] from intents i
  where i.doubt_since is not null
  union all
  select i.id, i.tool, i.agent_id, i.run, b.created_at, b.expires_at, array['bypass']
  from bypass_orders b join intents i on i.id = b.intent_id
  where b.closed_at is null and b.expires_at > statement_timestamp() and i.ended_at = b.ended_at
    and i.successor_id is null`;

const KEY = `coalesce(extract(epoch from w.until) * 1000, ${NO_END} + extract(epoch from w.since) * 1000)::bigint`;

/** One row more than asked for tells the caller that there is another page. */
export async function listWaiting(client: Reader, page: InboxPage): Promise<WaitingRow[]> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const where = conditionsOn(page, await findUnprojected(client, page), bind);
  if (page.reason !== undefined) where.push(`${bind(page.reason)} = any(w.reasons)`);
  if (page.after !== undefined)
    where.push(`(${KEY}, w.id) > (${bind(page.after.key)}::bigint, ${bind(page.after.id)})`);
  const ids = `select w.id, w.reasons, w.since, w.until, ${KEY} as key from (${WAITING}) as w
    ${whereAll(where)} order by key, w.id limit ${bind(page.limit)}`;
  const more = `, p.reasons as "waitingReasons", p.since as "waitingSince", p.until as "waitingUntil", p.key::text as "waitingKey"`;
  const rows = SELECT_NAMED(more, `(${ids}) as p join intents i on i.id = p.id`);
  const sql = `${PLANNED_ANEW} with ${HELD} ${rows} order by p.key, p.id`;
  return (await namedIntents(client, sql, values)) as WaitingRow[];
}

/** A menu lists so many tools and agents; those with the most come first. */
const NAMED_MAX = 100;

export type WaitingCounts = {
  total: number;
  newestId: string | null;
  byReason: Record<string, number>;
  byTool: { tool: string; title: string; count: number }[];
  byAgent: { id: string; name: string; count: number }[];
};

type CountRow = { of: "all" | "reason" | "tool" | "agent"; id: string; name: string | null; count: number };

export async function countWaiting(client: Reader, filter: InboxFilter): Promise<WaitingCounts> {
  const values: unknown[] = [];
  const where = conditionsOn(filter, await findUnprojected(client, filter), (value) => `$${values.push(value)}`);
  const rows = await client.$queryRawUnsafe<CountRow[]>(
    `${PLANNED_ANEW} with ${HELD}, w as materialized (
       select w.id, w.tool, w.agent_id, w.reasons from (${WAITING}) as w ${whereAll(where)})
     select 'all' as of, coalesce(max(id), '') as id, null as name, count(*)::int as count from w
     union all select 'reason', reason, null, count(*)::int from w, unnest(w.reasons) as reason group by reason
     union all select 'tool', t.tool, v.definition ->> 'title', t.count from (
       select tool, count(*)::int as count from w group by tool order by 2 desc, 1 limit ${NAMED_MAX}) as t
       join contracts c on c.tool = t.tool join contract_versions v on v.tool = c.tool and v.version = c.active_version
     union all select 'agent', a.id, a.name, t.count from (
       select agent_id, count(*)::int as count from w group by agent_id order by 2 desc, 1 limit ${NAMED_MAX}) as t
       join agents a on a.id = t.agent_id
     order by count desc, id`,
    ...values,
  );
  const those = (of: CountRow["of"]) => rows.filter((row) => row.of === of);
  const [all] = those("all");
  return {
    total: all?.count ?? 0,
    newestId: all?.id || null,
    byReason: Object.fromEntries(those("reason").map(({ id, count }) => [id, count])),
    byTool: those("tool").map(({ id, name, count }) => ({ tool: id, title: name ?? id, count })),
    byAgent: those("agent").map(({ id, name, count }) => ({ id, name: name ?? id, count })),
  };
}

/** Of what waits and is not in history as it is: few, unless its projector is away; then so many are looked through. */
const UNPROJECTED_MAX = 5_000;

/** What waits is found whatever is projected: of what is not, the identity itself is read. */
async function findUnprojected(client: Reader, { q }: InboxFilter): Promise<string[]> {
  if (q === undefined || q.identity.length === 0) return [];
  const rows = await client.$queryRawUnsafe<{ id: string; identity: JsonObject }[]>(
    `${PLANNED_ANEW} with ${HELD} select i.id, i.identity from (${WAITING}) as w join intents i on i.id = w.id
       left join history h on h.id = w.id where h.version is distinct from i.version
     order by i.id desc limit ${UNPROJECTED_MAX}`,
  );
  return rows.filter(({ identity }) => hasDigest(identity, q.identity)).map(({ id }) => id);
}

function conditionsOn({ tool, agent, q }: InboxFilter, unprojected: string[], bind: Bind): string[] {
  const where: string[] = [];
  if (tool !== undefined) where.push(`w.tool = ${bind(tool)}`);
  if (agent !== undefined) where.push(`w.agent_id = ${bind(agent)}`);
  if (q !== undefined) {
    const asked = bind(q.text);
    const digests = q.identity.map((digest) => `${bind(toBytea(digest))}::bytea`);
    const named =
      digests.length === 0
        ? ""
        : ` or w.id in (select v.intent_id from identity_values v where v.digest in (${digests.join(", ")}))`;
    const own = unprojected.length === 0 ? "" : ` or w.id = any(${bind(unprojected)}::text[])`;
    where.push(`(w.id = ${asked} or w.run = ${asked}${named}${own})`);
  }
  return where;
}

function whereAll(conditions: string[]): string {
  return conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;
}
