/** The states that intents are in now: those opened in a time, and everything that is in doubt. */
import { firstIdAt } from "@/lib/domain/id";
import type { Period } from "@/lib/domain/overview/period";
import { PLANNED_ANEW, type Tx } from "../database";
import { IS_NOT_PAUSED } from "../pauses";

type Reader = Pick<Tx, "$queryRawUnsafe">;

/** Of all, of one tool, or of one agent. */
export type StateFigures = { state: string; tool: string | null; agentId: string | null; count: number };

/** As answers show it: what is cleared and paused is held. */
const SHOWN = `case when i.state = 'cleared' and not (${IS_NOT_PAUSED}) then 'held' else i.state end`;

const STATES_SQL = `${PLANNED_ANEW}
  select state, tool, agent_id as "agentId", count(*)::integer as count
  from (select ${SHOWN} as state, i.tool, i.agent_id from intents i where i.id >= $1 and i.id < $2) as opened
  group by grouping sets ((state), (state, tool), (state, agent_id))`;

export async function readStates(client: Reader, { fromMs, toMs }: Period): Promise<StateFigures[]> {
  const id = (ms: number) => firstIdAt("int", ms);
  return client.$queryRawUnsafe<StateFigures[]>(STATES_SQL, id(fromMs), id(toMs));
}

export type DoubtFigures = {
  count: number;
  oldestSince: Date | null;
  /** One more than the bounds: how many are younger than the first, …, as old as the last or older. */
  ages: number[];
};

/** `boundsMs`: ages, ascending. */
export async function readDoubts(client: Reader, boundsMs: number[]): Promise<DoubtFigures> {
  const rows = await client.$queryRawUnsafe<{ band: number; count: number; since: Date }[]>(
    `${PLANNED_ANEW} select width_bucket(1000 * extract(epoch from statement_timestamp() - doubt_since)::double precision,
       $1::double precision[]) as band, count(*)::integer as count, min(doubt_since) as since
     from intents where doubt_since is not null group by 1`,
    boundsMs,
  );
  const ages = [...boundsMs, Number.POSITIVE_INFINITY].map(
    (_bound, index) => rows.find(({ band }) => band === index)?.count ?? 0,
  );
  const since = rows.map((row) => row.since.getTime());
  return {
    count: ages.reduce((sum, count) => sum + count, 0),
    oldestSince: since.length === 0 ? null : new Date(Math.min(...since)),
    ages,
  };
}
