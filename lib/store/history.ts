/** Reading for people: one intent with the names that belong to it, and its events. */
import type { Observed } from "@/lib/domain/gate/admit";
import type { Resembled } from "@/lib/domain/gate/resemble";
import { pausesOn } from "@/lib/domain/pause/pause";
import { INTENTS, selectList } from "./columns";
import type { Tx } from "./database";
import { holdOf, type IntentRow } from "./intent-row";
import { loadPauses, type StoredPause } from "./pauses";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type NamedIntentRow = IntentRow & {
  agentName: string;
  reason: string | null;
  resembles: Resembled[] | null;
  observed: Observed | null;
  /** Those that cover it, past ones too; none where nothing waits. */
  pauses: StoredPause[];
};

/** `from` names the intents' rows `i`; `more` is selected with them. */
export const SELECT_NAMED = (more = "", from = "intents i") => `
  select ${selectList(INTENTS, "i")}, a.name as "agentName", s.reason as "reason", s.resembles as "resembles", s.observed as "observed"${more}
  from ${from} join agents a on a.id = i.agent_id left join submissions s on s.id = i.submission_id`;

/** Those of `$1`, in no order. */
export const FIND_NAMED_ROWS_SQL = `${SELECT_NAMED()} where i.id = any($1)`;

export async function findNamedIntent(client: Reader, id: string): Promise<NamedIntentRow | null> {
  return (await namedIntents(client, `${SELECT_NAMED()} where i.id = $1`, [id]))[0] ?? null;
}

/** `sql` begins with `SELECT_NAMED`. */
export async function namedIntents(client: Reader, sql: string, values: unknown[]): Promise<NamedIntentRow[]> {
  return withPauses(client, await client.$queryRawUnsafe<Unpaused[]>(sql, ...values));
}

type Unpaused = Omit<NamedIntentRow, "pauses">;

async function withPauses(client: Reader, rows: Unpaused[]): Promise<NamedIntentRow[]> {
  const waiting = rows.filter(({ state }) => state === "held" || state === "cleared");
  if (waiting.length === 0) return rows.map((row) => ({ ...row, pauses: [] }));
  const since = waiting.flatMap((row) => (row.state === "held" ? (holdOf(row)?.since ?? []) : []));
  const pauses = await loadPauses(client, Math.min(Number.POSITIVE_INFINITY, ...since));
  return rows.map((row) => ({ ...row, pauses: pausesOn(pauses, row) }));
}

export type EventRow = {
  id: string;
  at: Date;
  type: string;
  actorKind: string;
  actorId: string;
  actorName: string | null;
  data: Record<string, unknown>;
  /** What people said; null: nothing, or it was erased. */
  detail: Record<string, unknown> | null;
};

/** `actor`: only what such actors did. */
export async function listIntentEvents(
  client: Reader,
  intentId: string,
  after: string,
  limit: number,
  actor: string | null = null,
): Promise<EventRow[]> {
  return client.$queryRawUnsafe<EventRow[]>(
    `select e.id, e.at, e.type, e.actor_kind as "actorKind", e.actor_id as "actorId", coalesce(a.name, o.name) as "actorName", e.data, d.detail
     from audit_events e
     left join agents a on e.actor_kind = 'agent' and a.id = e.actor_id
     left join operators o on e.actor_kind = 'operator' and o.id = e.actor_id
     left join event_details d on d.event_id = e.id
     where e.intent_id = $1 and e.id > $2 and ($4::text is null or e.actor_kind = $4) order by e.id limit $3`,
    intentId,
    after,
    limit,
    actor,
  );
}

export type NameOf = { agents: Map<string, string>; operators: Map<string, string> };

export async function namesOf(client: Reader, agentIds: string[], operatorIds: string[]): Promise<NameOf> {
  const agents = await client.$queryRawUnsafe<{ id: string; name: string }[]>(
    "select id, name from agents where id = any($1)",
    agentIds,
  );
  const operators = await client.$queryRawUnsafe<{ id: string; name: string }[]>(
    "select id, name from operators where id = any($1)",
    operatorIds,
  );
  return {
    agents: new Map(agents.map(({ id, name }) => [id, name])),
    operators: new Map(operators.map(({ id, name }) => [id, name])),
  };
}
