/**
 * The generated history, as SQL: everything about an intent follows from its number, so that every table is written on
 * its own and all agree. Skewed as life is: a hot tool and a rare one, 2,000 agents of which some do most, a run of
 * fifty thousand, a value that a third of all identities have.
 */
export const AGENTS = 2_000;
/** Fourteen months. */
const SPAN_MS = 420 * 86_400_000;

/** Spread evenly from 0 to 1, the same each time: `seed` tells one question from another. */
const share = (seed: number) => `((hashint8extended(n, ${seed}) & 1073741823)::float8 / 1073741824)`;

/** As `makeIdSource` writes them: 48 bits of milliseconds in base 32, then what tells them apart. */
function idSql(prefix: string): string {
  const digits = Array.from({ length: 10 }, (_none, place) => {
    const shift = 5 * (9 - place);
    return `substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> ${shift}) & 31)::integer + 1, 1)`;
  });
  return `'${prefix}_' || ${digits.join(" || ")} || substr(md5(n::text), 1, 16)`;
}

/** Numbers from $1 to $2 of $3 in all; $4 is when the last of them was submitted, in ms. */
const ROWS = `
  select r.*, ${idSql("int")} as id,
    case when is_rare then 'agt_rare' else 'agt_' || agent end as agent_id,
    case when is_rare then 'rare' when agent % 7 = 3 then 'payments' else 'default' end as namespace,
    case when tool = 'hot_tool' and how = 'denied' then 'succeeded' else how end as state
  from (
    select n, $4::bigint - (($3::bigint - n) * ${SPAN_MS}.0 / $3::bigint)::bigint as ms,
      n % ($3::bigint / 20) = 7 as is_rare,
      floor(${AGENTS} * power(${share(1)}, 3))::integer as agent,
      case when n % ($3::bigint / 20) = 7 then 'rare_tool' when ${share(2)} < 0.4 then 'hot_tool'
        else 'tool_' || (1 + floor(30 * power(${share(3)}, 2)))::integer end as tool,
      case when n > $3::bigint - 50 then 'executing' when n > $3::bigint - 250 then 'cleared'
        when how < 0.0005 then 'held' when how < 0.0006 then 'in_doubt' when how < 0.02 then 'failed'
        when how < 0.035 then 'denied' when how < 0.045 then 'expired' when how < 0.055 then 'refused'
        when how < 0.058 then 'withdrawn' when how < 0.059 then 'partial' else 'succeeded' end as how,
      case when ${share(5)} < 0.005 then 'run_nightly' else 'run_' || n / 5 end as run,
      case when ${share(6)} < 0.01 then 'ok' else 'eff_' || substr(md5((n + 1)::text), 1, 20) end as effect,
      'cus_' || floor($3::bigint / 10 * power(${share(7)}, 2))::bigint as customer,
      case when ${share(8)} < 0.3 then 'mer_main' when ${share(8)} < 0.5
        then 'mer_' || floor(1000 * ${share(9)})::integer end as merchant,
      case when ${share(10)} < 0.56 then 'USD' when ${share(10)} < 0.76 then 'EUR' when ${share(10)} < 0.8 then 'JPY'
        end as currency,
      case when ${share(11)} < 0.05 then 50 else round(exp(9 * ${share(12)})::numeric, 2) end as amount
    from (select n, ${share(4)} as how from generate_series($1::bigint, $2::bigint) as n) as numbers
  ) as r`;

/** What all the others are made from, worked out once. */
export const PLANNED = "bench_planned";
export const PLANNED_TABLE = `
  create temporary table ${PLANNED} (n bigint, ms bigint, is_rare boolean, agent integer, tool text, how text, run text,
    effect text, customer text, merchant text, currency text, amount numeric, id text, agent_id text, namespace text,
    state text)`;
export const PLAN = `insert into ${PLANNED} ${ROWS}`;

const FROM = `from ${PLANNED} as r`;
const at = "to_timestamp(ms / 1000.0)";
/** What a submission and its row have in common. */
const number = "substr(id, 5, 25) || '0'";

/** Digests are half as long as real ones, and args as small as they come. */
const INTENTS = `
  insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
    fingerprint, args, args_digest, submission_id, agent_id, run, step, state, hold, hold_expires_at, cleared_by,
    decided_digest, due_at, attempt_id, attempt_started_at, lease_until, fence, doubt_since, failure, transient, result,
    effect_id, corrective_action, ended_by, ended_reason, ended_at, window_ends_at, derivation, created_at)
  select id, namespace, tool, 1, 'write_non_idempotent', decode(md5('s' || n), 'hex'), decode(md5('k' || n), 'hex'),
    json_build_object('run', run, 'step', 'refund', 'occurrence', 1),
    json_strip_nulls(json_build_object('/customer', customer, '/merchant', merchant)), decode(md5('i' || customer), 'hex'),
    decode(md5('f' || n), 'hex'), json_build_object('paymentId', customer, 'amount', amount, 'currency', currency), decode(md5('a' || n), 'hex'),
    submission_id, agent_id, run, 'refund', state,
    case state when 'held' then json_build_object('reasons', array['approval'], 'rule', null, 'approvalsNeeded', 1,
      'role', 'approver', 'approvals', array[]::text[], 'since', ms, 'expiresAt', ms + 86400000, 'escalatedAt', null) end,
    case state when 'held' then ${at} + interval '1 year' end,
    case when is_open then '{"kind":"policy","rule":"1"}'::json end, case when is_open then decode(md5('a' || n), 'hex') end,
    case when state in ('cleared', 'executing') then ${at} end,
    case state when 'executing' then 'att_' || substr(id, 5) end, case state when 'executing' then ${at} end,
    case state when 'executing' then ${at} end, 1, case state when 'in_doubt' then ${at} end,
    case when state in ('failed', 'in_doubt') then '{"code":"timeout","message":"No answer in time."}'::json end,
    case state when 'failed' then false end,
    case when state in ('succeeded', 'partial') then json_build_object('id', effect, 'status', 'done') end,
    case when state in ('succeeded', 'partial') then effect end, case state when 'partial' then 'Look at it.' end,
    case when state in ('denied', 'refused') then 'somebody' end,
    case when state in ('denied', 'refused') then 'Not like this.' end,
    case when not is_open and state <> 'held' then ${at} end,
    case when not is_open and state <> 'held' then ${at} + interval '7 days' end, 'd', ${at}
  from (select *, 'sub_' || ${number} as submission_id, state in ('cleared', 'executing', 'in_doubt') as is_open ${FROM}) as r`;

/** As the projector leaves them. */
const HISTORY = `
  insert into history (id, version, namespace, tool, agent_id, run, ended_as, effect)
  select id, 1, namespace, tool, agent_id, run,
    case when state not in ('held', 'cleared', 'executing', 'in_doubt') then state end,
    case when state in ('succeeded', 'partial') then hashtextextended(effect, 0) end
  ${FROM}`;

const SUBMISSIONS = `
  insert into journal (id, at, type, actor_kind, actor_id, namespace, intent_id, subject, data, detail)
  select 'evt_' || ${number}, ${at}, 'submission.recorded', 'agent', agent_id, namespace, id, 'sub_' || ${number},
    json_build_object('disposition', 'created', 'argsDigest', md5('a' || n), 'fingerprint', md5('f' || n), 'contractVersion', 1),
    '{"reason":"The customer asked for it."}'
  ${FROM}`;

const digest = (text: string) => `substring(sha256(convert_to(${text}, 'UTF8')) for 16)`;
const VALUES = `
  insert into identity_values (digest, intent_id)
  select ${digest("v")}, id ${FROM} cross join lateral (values (customer), (merchant)) as t(v)
  where v is not null`;

const AMOUNTS = `
  insert into intent_amounts (intent_id, currency, amount, tool)
  select id, currency, case currency when 'JPY' then round(amount) else amount end, tool ${FROM}
  where currency is not null`;

/** Fifteen in a thousand were decided by one of forty people, by the first of them mostly; each leaves two events. */
const EVENTS = `
  insert into journal (id, at, type, actor_kind, actor_id, namespace, intent_id, subject)
  select 'evt_' || substr(id, 5, 23) || 'z' || k || '0', ${at}, 'intent.approve', 'operator',
    case when is_rare then 'opr_rare' else 'opr_' || floor(40 * power(${share(21)}, 3))::integer end, namespace, id, tool
  ${FROM} cross join generate_series(1, 2) as k where is_rare or ${share(20)} < 0.015`;

const DUE = `
  insert into due (intent_id, what, at, tool, agent_id)
  select id, case state when 'cleared' then 'run' when 'executing' then 'lease' else 'hold' end,
    case state when 'held' then ${at} + interval '1 year' else ${at} end, tool, agent_id
  ${FROM} where state in ('cleared', 'executing', 'held')`;
/** The first of each id alone owns it. */
const EFFECTS = `
  insert into effects (digest, tool, intent_id)
  select sha256(convert_to(effect, 'UTF8')), tool, id ${FROM} where state in ('succeeded', 'partial') and effect <> 'ok'`;

export const TABLES = ["intents", "due", "effects", "history", "journal", "identity_values", "intent_amounts"];
export const INSERTS = [INTENTS, DUE, EFFECTS, HISTORY, SUBMISSIONS, VALUES, AMOUNTS, EVENTS];
