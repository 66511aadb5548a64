/**
 * Effects that happened in a time, each once, when they happened: an attempt ended with one, or a probe or people found
 * out that an earlier attempt had. Reads have none.
 */
import { firstIdAt } from "@/lib/domain/id";
import type { Period } from "@/lib/domain/overview/period";
import { PLANNED_ANEW, type Tx } from "../database";
import { OPENED, ofIntent, withIntents } from "./of-intents";

type Reader = Pick<Tx, "$queryRawUnsafe">;
type Place = { tool: string; agentId: string };

export type EffectFigures = {
  /** From 1. */
  buckets: { bucket: number; effects: number }[];
  tools: { tool: string; effects: number }[];
  agents: { agentId: string; effects: number }[];
  /** Of the places that were asked for. */
  places: (Place & { effects: number })[];
};

/** A row's id is made by a worker's clock. */
const ID_MARGIN_MS = 3_600_000;

const HAPPENED = `
  happened as (
    select e.intent_id, e.at from journal e
    where e.type in ('intent.settle', 'intent.resolve', 'intent.probe') and e.id >= $1 and e.id < $2
      and e.at >= $4::timestamptz and e.at < $5::timestamptz and e.data ->> 'to' in ('succeeded', 'partial')
  ), effects as materialized (
    select width_bucket(r.at, $3::timestamptz[]) as bucket, ${ofIntent("tool")} as tool, ${ofIntent("agent_id")} as "agentId"
    from ${withIntents("(select intent_id, min(at) as at from happened group by intent_id)")}
    where ${ofIntent("effect")} <> 'read'
  )`;

const COUNT = "count(*)::integer as effects";
const list = (rows: string) => `(select coalesce(json_agg(r), '[]') from (${rows}) as r)`;

const SQL = `${PLANNED_ANEW} with ${OPENED("$8", "$9")}, ${HAPPENED} select
  ${list(`select bucket, ${COUNT} from effects group by bucket`)} as buckets,
  ${list(`select tool, ${COUNT} from effects group by tool`)} as tools,
  ${list(`select "agentId", ${COUNT} from effects group by "agentId"`)} as agents,
  ${list(`select tool, "agentId", ${COUNT} from effects
    where (tool, "agentId") in (select * from unnest($6::text[], $7::text[])) group by tool, "agentId"`)} as places`;

export async function readEffects(client: Reader, period: Period, places: Place[]): Promise<EffectFigures> {
  const { fromMs, toMs, startsMs } = period;
  const instant = (ms: number) => new Date(ms).toISOString();
  const [figures] = await client.$queryRawUnsafe<EffectFigures[]>(
    SQL,
    firstIdAt("evt", fromMs - ID_MARGIN_MS),
    firstIdAt("evt", toMs + ID_MARGIN_MS),
    startsMs.map(instant),
    ...[fromMs, toMs].map(instant),
    places.map(({ tool }) => tool),
    places.map(({ agentId }) => agentId),
    ...[fromMs, toMs].map((ms) => firstIdAt("int", ms)),
  );
  if (figures === undefined) throw new TypeError("The database did not count.");
  return figures;
}
