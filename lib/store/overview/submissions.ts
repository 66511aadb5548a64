/**
 * What agents submitted in a time, and which of it was a duplicate that caused nothing. One pass over the submissions of
 * the time, by id.
 */
import { firstIdAt } from "@/lib/domain/id";
import type { Period } from "@/lib/domain/overview/period";
import { PLANNED_ANEW, type Tx } from "../database";
import { OPENED, ofIntent, withAmounts, withIntents } from "./of-intents";

type Reader = Pick<Tx, "$queryRawUnsafe">;
type Counts = { submissions: number; duplicates: number };

export type SubmissionFigures = {
  /** From 1. Those without a submission are left out. */
  buckets: (Counts & { bucket: number })[];
  tools: (Counts & { tool: string })[];
  agents: (Counts & { agentId: string })[];
  /** Of duplicates, in major units, exactly; `bucket` null: in all of the time. */
  amounts: { bucket: number | null; currency: string; amount: string; duplicates: number }[];
  /** Those with the most duplicates, most first. */
  sources: SourceFigures[];
};

export type SourceFigures = Counts & {
  tool: string;
  agentId: string;
  /** How many intents the duplicates asked for again. */
  intents: number;
  /** The run with the most of its duplicates; null: no run was named. */
  run: string | null;
  runDuplicates: number;
};

const SOURCES_MAX = 10;

/**
 * It joined what was there, or was refused because of it. A look-alike that opened an intent of its own says what it
 * resembles; one that joined does not. A caller's key that belongs to something else is a mistake, not a duplicate.
 */
const IS_DUPLICATE = `
  case when s.refusal is not null then s.refusal in ('already_submitted', 'idempotency_conflict', 'lookalike', 'variant')
    when s.disposition = 'lookalike' then json_array_length(s.resembles) = 0
    else s.disposition in ('coalesced', 'replayed', 'drifted') end`;

/** Agents' own: what an operator edits or orders again is a decision. */
const SUBMITTED = `
  submitted as materialized (
    select width_bucket(s.event_id, $3::text[]) as bucket, s.intent_id, s.agent_id, s.run, count(*)::integer as submissions,
      (count(*) filter (where ${IS_DUPLICATE}))::integer as duplicates
    from submissions s where s.event_id >= $1 and s.event_id < $2 and s.agent_id is not null group by 1, 2, 3, 4
  ), named as materialized (
    select r.*, ${ofIntent("tool")} as tool from ${withIntents("submitted")}
  )`;

const SUMS = `sum(submissions)::integer as submissions, sum(duplicates)::integer as duplicates`;

const SOURCES = `
  noisiest as materialized (
    select tool, agent_id, sum(duplicates)::integer as duplicates from named where duplicates > 0
    group by tool, agent_id order by 3 desc, agent_id, tool limit ${SOURCES_MAX}
  ), theirs as materialized (
    select n.tool, n.agent_id, n.run, n.intent_id, n.submissions, n.duplicates
    from named n join noisiest using (tool, agent_id)
  ), runs as (
    select distinct on (tool, agent_id) tool, agent_id, run, sum(duplicates)::integer as duplicates
    from theirs group by tool, agent_id, run order by tool, agent_id, sum(duplicates) desc, run
  ), sources as (
    select tool, agent_id, ${SUMS}, count(distinct intent_id) filter (where duplicates > 0) as intents
    from theirs group by tool, agent_id
  )`;

const list = (rows: string) => `(select coalesce(json_agg(r), '[]') from (${rows}) as r)`;

const SQL = `${PLANNED_ANEW} with ${OPENED("$4", "$5")}, ${SUBMITTED}, ${SOURCES} select
  ${list(`select bucket, ${SUMS} from submitted group by bucket`)} as buckets,
  ${list(`select tool, ${SUMS} from named group by tool`)} as tools,
  ${list(`select agent_id as "agentId", ${SUMS} from submitted group by agent_id`)} as agents,
  ${list(`select r.bucket, m.currency, sum(m.amount * r.duplicates)::text as amount, sum(r.duplicates)::integer as duplicates
    from ${withAmounts("(select * from submitted where duplicates > 0)", "$4")}
    group by grouping sets ((r.bucket, m.currency), (m.currency))`)} as amounts,
  ${list(`select s.tool, s.agent_id as "agentId", s.submissions, s.duplicates, s.intents, r.run,
      r.duplicates as "runDuplicates"
    from sources s join runs r using (tool, agent_id) order by s.duplicates desc, s.agent_id, s.tool`)} as sources`;

export async function readSubmissions(client: Reader, { fromMs, toMs, startsMs }: Period): Promise<SubmissionFigures> {
  const id = (ms: number) => firstIdAt("evt", ms);
  const opened = [fromMs, toMs].map((ms) => firstIdAt("int", ms));
  const values = [id(fromMs), id(toMs), startsMs.map(id), ...opened];
  const [figures] = await client.$queryRawUnsafe<SubmissionFigures[]>(SQL, ...values);
  if (figures === undefined) throw new TypeError("The database did not count.");
  return figures;
}
