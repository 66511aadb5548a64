/** Reading for people: lists of intents and the events of one. Keyset pagination on time-sortable ids. */
import type { Observed } from "@/lib/domain/gate/admit";
import type { Resembled } from "@/lib/domain/gate/resemble";
import { firstIdAt } from "@/lib/domain/id";
import { pausesOn } from "@/lib/domain/pause/pause";
import { INTENTS, selectList } from "./columns";
import type { Tx } from "./database";
import { holdOf, type IntentRow } from "./intent-row";
import { IS_NOT_PAUSED, loadPauses, type StoredPause } from "./pauses";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type HistoryFilter = {
  namespace: string | null;
  state?: string | undefined;
  tool?: string | undefined;
  run?: string | undefined;
  agent?: string | undefined;
  q?: string | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  before?: string | undefined;
  limit: number;
};

export type NamedIntentRow = IntentRow & {
  agentName: string;
  reason: string | null;
  resembles: Resembled[] | null;
  observed: Observed | null;
  /** Those that cover it, past ones too; none where nothing waits. */
  pauses: StoredPause[];
};

const SELECT_NAMED = `
  select ${selectList(INTENTS, "i")}, a.name as "agentName", s.reason as "reason", s.resembles as "resembles", s.observed as "observed"
  from intents i join agents a on a.id = i.agent_id left join submissions s on s.id = i.submission_id`;

export async function findNamedIntent(client: Reader, id: string): Promise<NamedIntentRow | null> {
  const rows = await client.$queryRawUnsafe<Unpaused[]>(`${SELECT_NAMED} where i.id = $1`, id);
  return (await withPauses(client, rows))[0] ?? null;
}

type Unpaused = Omit<NamedIntentRow, "pauses">;

async function withPauses(client: Reader, rows: Unpaused[]): Promise<NamedIntentRow[]> {
  const waiting = rows.filter(({ state }) => state === "held" || state === "cleared");
  if (waiting.length === 0) return rows.map((row) => ({ ...row, pauses: [] }));
  const since = waiting.flatMap((row) => (row.state === "held" ? (holdOf(row)?.since ?? []) : []));
  const pauses = await loadPauses(client, Math.min(Number.POSITIVE_INFINITY, ...since));
  return rows.map((row) => ({ ...row, pauses: pausesOn(pauses, row) }));
}

/** Newest first. One row more than asked for tells the caller that there is another page. */
export async function listIntents(client: Reader, filter: HistoryFilter): Promise<NamedIntentRow[]> {
  const values: unknown[] = [];
  const where: string[] = [];
  const add = (condition: string, value: unknown) => {
    if (value === undefined || value === null) return;
    values.push(value);
    where.push(condition.replaceAll("?", `$${values.length}`));
  };
  add("i.namespace = ?", filter.namespace);
  add("i.tool = ?", filter.tool);
  add("i.run = ?", filter.run);
  add("i.agent_id = ?", filter.agent);
  if (filter.state === "held" || filter.state === "cleared") where.push(await shownAs(client, filter.state));
  else add(ENDED_OTHERWISE.has(filter.state ?? "") ? "i.ended_as = ?" : "i.state = ?", filter.state);
  if (filter.state === "in_doubt") where.push("i.doubt_since is not null");
  if (filter.state === "executing") where.push("i.due_at is not null");
  add("(i.id = ? or i.effect_id = ? or i.run = ?)", filter.q);
  add("i.id >= ?", filter.fromMs === undefined ? undefined : firstIdAt("int", filter.fromMs));
  add("i.id < ?", filter.toMs === undefined ? undefined : firstIdAt("int", filter.toMs));
  add("i.id < ?", filter.before);
  values.push(filter.limit);
  const rows = await client.$queryRawUnsafe<Unpaused[]>(
    `${SELECT_NAMED} ${where.length > 0 ? `where ${where.join(" and ")}` : ""} order by i.id desc limit $${values.length}`,
    ...values,
  );
  return withPauses(client, rows);
}

/** Rare beside what succeeded: found by an index of their own. */
const ENDED_OTHERWISE = new Set(["partial", "failed", "denied", "refused", "expired", "withdrawn"]);
const HELD = "i.state = 'held' and i.hold_expires_at is not null";
const CLEARED = "i.state = 'cleared' and i.due_at is not null";

/** The state as answers show it: what is cleared and paused counts as held. */
async function shownAs(client: Reader, state: "held" | "cleared"): Promise<string> {
  if ((await loadPauses(client)).length === 0) return state === "held" ? HELD : CLEARED;
  return state === "held" ? `(${HELD} or ${CLEARED} and not (${IS_NOT_PAUSED}))` : `${CLEARED} and ${IS_NOT_PAUSED}`;
}

export type EventRow = {
  id: string;
  at: Date;
  type: string;
  actorKind: string;
  actorId: string;
  actorName: string | null;
  data: Record<string, unknown>;
};

export async function listIntentEvents(
  client: Reader,
  intentId: string,
  after: string,
  limit: number,
): Promise<EventRow[]> {
  return client.$queryRawUnsafe<EventRow[]>(
    `select e.id, e.at, e.type, e.actor_kind as "actorKind", e.actor_id as "actorId", coalesce(a.name, o.name) as "actorName", e.data
     from audit_events e
     left join agents a on e.actor_kind = 'agent' and a.id = e.actor_id
     left join operators o on e.actor_kind = 'operator' and o.id = e.actor_id
     where e.intent_id = $1 and e.id > $2 order by e.id limit $3`,
    intentId,
    after,
    limit,
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
