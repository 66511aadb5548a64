// A table of intents in which one value of each kind is common and another one rare.
import type pg from "pg";
import { candidateDigests } from "@/lib/domain/identity-values";
import { alignDue } from "@/tests/support/align-due";
import { toBytea } from "../projection/rows";
import { projectPlainly } from "./project-plainly";

/** The digits are the time in them, base 32. */
export const intentIdOf = (n: number) => `int_${String(n).padStart(10, "0")}${"0".repeat(16)}`;
export const createdAtOf = (n: number) => Number.parseInt(String(n), 32);

/** Every thousandth is rare in every way; nothing rare is new. */
export async function insertManyIntents(client: pg.Client, count: number): Promise<void> {
  await client.query("insert into agents (id, name) values ('agt_1', 'busy'), ('agt_2', 'rare')");
  await client.query(INTENTS, [count]);
  await alignDue((sql) => client.query(sql));
  await client.query(AMOUNTS);
  await client.query(ACTS);
  await client.query(SUBMISSIONS);
  await projectPlainly(client);
  for (const [text, condition] of VALUES) {
    const [digest] = candidateDigests(text);
    if (digest === undefined) throw new TypeError("There is no digest of this value.");
    await client.query(`insert into identity_values select $1::bytea, id from intents where ${condition}`, [
      toBytea(digest),
    ]);
  }
}

const VALUES = [
  ["everybody", "true"],
  // Nobody else has it in another way.
  ["SOME", "substr(id, 5, 10) like '%55'"],
  ["rare_one", "tool = 'rare_tool'"],
] as const;

const INTENTS = `
  insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
    fingerprint, args, args_digest, submission_id, agent_id, run, state, hold, hold_expires_at, cleared_by, decided_digest,
    due_at, doubt_since, failure, transient, effect_id, ended_by, ended_reason, ended_at, window_ends_at)
  select 'int_' || lpad(n::text, 10, '0') || repeat('0', 16), r || 'default', r || 'tool', 1, 'write_non_idempotent', ('stem' || n)::bytea, ('key' || n)::bytea,
    '{}', '{}', ('i' || n)::bytea, 'f', '{}', 'd', 'sub_' || lpad(n::text, 26, '0'),
    case r when '' then 'agt_1' else 'agt_2' end, r || 'run', s,
    case s when 'held' then '{"reasons":[]}'::json end, case s when 'held' then now() end,
    case when open then '{}'::json end, case when open then 'd'::bytea end,
    case when s in ('cleared', 'executing') then now() end, case s when 'in_doubt' then now() end,
    case when s in ('failed', 'in_doubt') then '{}'::json end, case s when 'failed' then false end,
    case when s in ('succeeded', 'partial') then case when n % 2 = 0 then 'ok' else r || 'effect' || n end end,
    'somebody', 'because', case when not open and s <> 'held' then now() end,
    case when not open and s <> 'held' then now() end
  from (
    select n, r, s, s in ('cleared', 'in_doubt') as open from (
      select n, case when n % 1000 = 1 and n < $1::integer / 2 then 'rare_' else '' end as r,
        case when n % 1000 between 1 and 8 and n < $1::integer / 2
          then (array['held', 'cleared', 'in_doubt', 'denied', 'failed', 'expired', 'refused', 'withdrawn'])[n % 1000]
          else 'succeeded' end as s
      from generate_series(1, $1::integer) as n) as kinds) as rows`;
const AMOUNTS = `
  insert into intent_amounts (intent_id, currency, amount, tool)
  select id, case tool when 'tool' then 'USD' else 'EUR' end, substr(id, 5, 10)::integer, tool from intents`;
/** As intake writes them: what came of a submission follows in its row. */
const SUBMISSIONS = `
  insert into journal (id, at, type, actor_kind, actor_id, intent_id, data, follows)
  select 'evt_7' || substr(id, 6), now(), 'submission.recorded', 'agent', agent_id, id, '{"disposition":"created"}',
    '[{"type":"intent.opened","actor":{"kind":"policy","id":"policy"},"subject":null,"data":{"to":"cleared"}}]'
  from intents`;
/** Each intent twice by somebody busy; and agents' events, which are no operator's. */
const ACTS = `
  insert into journal (id, at, type, actor_kind, actor_id, intent_id)
  select 'evt_' || lpad((4 * row_number() over () + k)::text, 26, '0'), now(), 'approved',
    case k when 0 then 'agent' else 'operator' end,
    case k when 0 then 'agt_1' when 3 then 'opr_2' else 'opr_1' end, id
  from intents, generate_series(0, 3) as k where k < 3 or tool = 'rare_tool'`;
