/** Reading for people: one intent with the names that belong to it. */
import type { Observed } from "@/lib/domain/gate/admit";
import type { Resembled } from "@/lib/domain/gate/resemble";
import { pausesOn } from "@/lib/domain/pause/pause";
import { eventIdOf, INTENTS, selectList } from "./columns";
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
  from ${from} join agents a on a.id = i.agent_id left join submissions s on s.event_id = ${eventIdOf("i.submission_id")}`;

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
