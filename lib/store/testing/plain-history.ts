// What happened, as plain values: put into the store, and counted again by looks as plain as they are.
import type pg from "pg";
import { sumDecimals } from "@/lib/domain/limits/decimal";
import type { Period } from "@/lib/domain/overview/period";
import { alignDue } from "@/tests/support/align-due";

export type PlainSubmission = {
  id: string;
  atMs: number;
  agent: string;
  run: string | null;
  disposition: "created" | "coalesced" | "replayed" | "drifted" | "lookalike" | "reopened";
  refusal: string | null;
  resembles: boolean;
  /** An operator's, not an agent's. */
  isOrdered: boolean;
  /** What it must be counted as. */
  isDuplicate: boolean;
};
export type PlainDecision = { id: string; atMs: number; heldAtMs: number; heldId: string; type: string; to: string };
export type PlainStory = {
  id: string;
  atMs: number;
  tool: string;
  agent: string;
  state: "succeeded" | "partial" | "held" | "cleared" | "denied" | "in_doubt" | "failed";
  isRead: boolean;
  amount: { currency: string; amount: string } | null;
  submissions: PlainSubmission[];
  /** `by`: what told of it. */
  effect: { id: string; atMs: number; by: "attempt" | "intent.resolve" | "intent.probe" } | null;
  decisions: PlainDecision[];
};

const INTENTS = `
  insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
    fingerprint, args, args_digest, submission_id, agent_id, state, hold, hold_expires_at, cleared_by, decided_digest,
    due_at, doubt_since, failure, transient, effect_id, ended_by, ended_reason, ended_at, window_ends_at)
  select id, 'default', tool, 1, case when "isRead" then 'read' else 'write_non_idempotent' end, id::bytea, id::bytea, '{}', '{}', '', '',
    '{}', 'd', 'sub', agent, state, case state when 'held' then '{}'::json end, case state when 'held' then now() end,
    case when open then '{}'::json end, case when open then 'd'::bytea end, case state when 'cleared' then now() end,
    case state when 'in_doubt' then to_timestamp("atMs" / 1000.0) end,
    case when state in ('failed', 'in_doubt') then '{}'::json end, case state when 'failed' then false end,
    case when state in ('succeeded', 'partial') then 'eff' end, 'somebody', 'because',
    case when not open and state <> 'held' then now() end, case when not open and state <> 'held' then now() end
  from (select *, state in ('cleared', 'in_doubt') as open from json_to_recordset($1::json)
    as r(id text, "atMs" double precision, tool text, agent text, state text, "isRead" boolean)) as r`;
const AMOUNTS = `
  insert into intent_amounts select id, amount ->> 'currency', (amount ->> 'amount')::numeric, tool
  from json_to_recordset($1::json) as r(id text, tool text, amount json) where amount ->> 'currency' is not null`;
const SUBMISSIONS = `
  insert into journal (id, at, type, actor_kind, actor_id, namespace, intent_id, subject, data, detail)
  select 'evt_' || substr(s.id, 5), to_timestamp(s."atMs" / 1000.0), 'submission.recorded',
    case when s."isOrdered" then 'operator' else 'agent' end, case when s."isOrdered" then 'opr_1' else s.agent end,
    'default', r.id, s.id,
    json_strip_nulls(json_build_object('disposition', s.disposition, 'refusal', s.refusal, 'contractVersion', 1)),
    json_strip_nulls(json_build_object('run', s.run, 'resembles',
      case when s.resembles then '[{"intentId":"int_other","kind":"lookalike"}]'::json end))
  from json_to_recordset($1::json) as r(id text, submissions json), json_to_recordset(r.submissions)
    as s(id text, "atMs" double precision, agent text, run text, disposition text, refusal text, resembles boolean, "isOrdered" boolean)`;
/** With an effect that was found out later comes an attempt that ended in nothing known. */
const ATTEMPTS = `
  insert into journal (id, at, type, actor_kind, actor_id, intent_id, data)
  select case when e.by = 'attempt' then e.id else left(e.id, -1) || '1' end, to_timestamp(e."atMs" / 1000.0),
    'intent.settle', 'worker', 'worker', r.id,
    case when e.by = 'attempt' then json_build_object('from', 'executing', 'to', r.state, 'outcome',
      case r.state when 'partial' then 'partial' else 'success' end)
    else '{"from":"executing","to":"in_doubt","outcome":"unknown"}'::json end
  from json_to_recordset($1::json) as r(id text, state text, effect json),
    json_to_record(r.effect) as e(id text, "atMs" double precision, by text) where e.id is not null`;
const FOUND_OUT = `
  insert into journal (id, at, type, actor_kind, actor_id, intent_id, data)
  select e.id, to_timestamp(e."atMs" / 1000.0), e.by, 'worker', 'worker', r.id, '{"from":"in_doubt","to":"succeeded"}'
  from json_to_recordset($1::json) as r(id text, effect json),
    json_to_record(r.effect) as e(id text, "atMs" double precision, by text) where e.by <> 'attempt'`;
const DECISIONS = `
  insert into journal (id, at, type, actor_kind, actor_id, intent_id, data)
  select distinct on (m.id) m.id, to_timestamp(m.at / 1000.0), m.type, m.kind, 'somebody', r.id, m.data::json
  from json_to_recordset($1::json) as r(id text, decisions json), json_to_recordset(r.decisions)
    as d(id text, "atMs" double precision, "heldAtMs" double precision, "heldId" text, type text, "to" text),
    lateral (values (d."heldId", d."heldAtMs", 'intent.opened', 'policy', '{"to":"held"}'),
      (d.id, d."atMs", d.type, 'operator', json_build_object('from', 'held', 'to', d.to)::text)) as m(id, at, type, kind, data)`;

export async function insertStories(client: pg.Client, stories: PlainStory[]): Promise<void> {
  const rows = JSON.stringify(stories);
  for (const sql of [INTENTS, AMOUNTS, SUBMISSIONS, ATTEMPTS, FOUND_OUT, DECISIONS]) await client.query(sql, [rows]);
  await alignDue((sql) => client.query(sql));
}

/** Everything below counts one by one, and knows nothing of how the store does it. */
export function countStories(stories: PlainStory[], { fromMs, toMs, startsMs }: Period) {
  const within = ({ atMs }: { atMs: number }) => atMs >= fromMs && atMs < toMs;
  const bucketOf = (atMs: number) => startsMs.filter((startMs) => startMs <= atMs).length;
  const submitted = stories.flatMap((story) =>
    story.submissions.filter((one) => within(one) && !one.isOrdered).map((one) => ({ ...one, story })),
  );
  const happened = stories.flatMap(({ tool, agent, effect, isRead }) =>
    effect !== null && within(effect) && !isRead ? [{ tool, agent, atMs: effect.atMs }] : [],
  );
  const duplicates = submitted.filter(({ isDuplicate }) => isDuplicate);
  const took = stories.flatMap(({ decisions }) => decisions.filter(within));
  return {
    buckets: startsMs.map((_start, index) => {
      const inside = ({ atMs }: { atMs: number }) => bucketOf(atMs) === index + 1;
      return {
        submissions: submitted.filter(inside).length,
        duplicates: duplicates.filter(inside).length,
        effects: happened.filter(inside).length,
        prevented: amountsOf(duplicates.filter(inside)),
        took: percentiles(took.filter(inside)),
      };
    }),
    prevented: amountsOf(duplicates),
    took: percentiles(took),
    opened: stories.filter(within),
    submitted,
    duplicates,
    happened,
  };
}

function amountsOf(duplicates: { story: PlainStory }[]): Record<string, { amount: string; duplicates: number }> {
  const found: Record<string, { amount: string; duplicates: number }> = {};
  for (const { story } of duplicates) {
    if (story.amount === null) continue;
    const { currency, amount } = story.amount;
    const before = found[currency] ?? { amount: "0", duplicates: 0 };
    found[currency] = { amount: sumDecimals([before.amount, amount]), duplicates: before.duplicates + 1 };
  }
  return found;
}

/** As people reckon them: between the two nearest, in proportion. */
function percentiles(decisions: PlainDecision[]): { count: number; p50Ms: number; p95Ms: number } | null {
  const sorted = decisions.map(({ atMs, heldAtMs }) => atMs - heldAtMs).sort((left, right) => left - right);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return Math.round(below + (above - below) * (place - Math.floor(place)));
  };
  return sorted.length === 0 ? null : { count: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95) };
}
