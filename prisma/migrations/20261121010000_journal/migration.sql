-- The journal: what happened, append-only, one row a change (decision 045). Submissions, decisions, attempts and audit
-- events are readings of it: views of these names, with the columns that the tables had.

-- What was recorded before waits here until `npm run migrate` has moved it (prisma/moves).
alter table submissions rename to former_submissions;
alter table decisions rename to former_decisions;
alter table attempts rename to former_attempts;
alter table audit_events rename to former_audit_events;
alter table event_details rename to former_event_details;
alter table audit_positions rename to former_audit_positions;

create table journal (
  -- Which transaction wrote it: a row is sealed once no transaction as old is under way.
  txid        xid8           not null default pg_current_xact_id(),
  at          timestamptz(3) not null,
  -- `evt_…`. What is read from the row bears its time and number under its own prefix: `sub_…`, `dec_…`, `att_…`.
  id          text           not null,
  type        text           not null,
  actor_kind  text           not null,
  actor_id    text           not null,
  namespace   text,
  intent_id   text,
  subject     text,
  -- The sealed part: ids, digests, states. `follows` is what came of it for the same intent at the same time.
  data        json           not null default '{}',
  follows     json,
  -- Args, inputs, exchange, words of people: may be erased, and the row stays. `data` holds its salted digest.
  salt        text,
  detail      json,
  -- Of what was recorded before there was a journal: the id under which it was sealed.
  sealed_as   text,
  -- Null, but for what the two small indexes below are for.
  drifted     boolean,
  calls_back  boolean,
  primary key (id)
);
create index journal_intent on journal (intent_id, id) where intent_id is not null;
-- The tail: what the sealer, the projector and live screens have not seen yet.
create index journal_tail on journal (txid, id);
-- What people ask the log for; kinds that every submission writes are left out, and found by id.
create index journal_rare on journal (type, id)
  where type not in ('submission.recorded', 'intent.opened', 'intent.claim', 'intent.settle');
create index journal_person on journal (actor_id, id) where actor_kind = 'operator';
create index journal_operator on journal (actor_id, intent_id) where actor_kind = 'operator' and intent_id is not null;
create index journal_sealed_as on journal (sealed_as) where sealed_as is not null;
-- What else was asked for in the place of what waits: few beside the retries of one intent.
create index journal_drifted on journal (intent_id, id) where drifted;
-- Settling asks for these only; nearly no submission is among them.
create index journal_calls_back on journal (intent_id) where calls_back;

-- Only the detail may ever change, and only by being erased.
create function keep_sealed_part() returns trigger language plpgsql as $$
begin
  if (old.txid, old.at, old.id, old.type, old.actor_kind, old.actor_id, old.namespace, old.intent_id, old.subject,
      old.data::text, old.follows::text, old.sealed_as)
    is distinct from (new.txid, new.at, new.id, new.type, new.actor_kind, new.actor_id, new.namespace, new.intent_id,
      new.subject, new.data::text, new.follows::text, new.sealed_as) then
    raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger journal_append_only before delete or truncate on journal
  for each statement execute function refuse_change();
create trigger journal_sealed_part before update on journal
  for each row execute function keep_sealed_part();

create view audit_events as
  select coalesce(sealed_as, id) as id, at, type, actor_kind, actor_id, namespace, intent_id, subject, data, txid
  from journal
  union all
  select substr(j.id, 1, 29) || substr('0123456789abcdefghjkmnpqrstvwxyz', f.place::integer + 1, 1), j.at,
    f.event ->> 'type', f.event -> 'actor' ->> 'kind', f.event -> 'actor' ->> 'id', j.namespace, j.intent_id,
    f.event ->> 'subject', case when f.event ->> 'type' in ('intent.opened', 'intent.reopened')
      then (jsonb_build_object('decisionId', 'dec_' || substr(j.id, 5), 'argsDigest', j.data -> 'argsDigest')
        || (f.event -> 'data')::jsonb)::json
      else f.event -> 'data' end, j.txid
  from journal j cross join lateral json_array_elements(j.follows) with ordinality as f(event, place)
  where j.follows is not null;

create view submissions as
  select 'sub_' || substr(id, 5) as id, id as event_id, intent_id, namespace,
    case when actor_kind = 'agent' then actor_id end as agent_id,
    case when actor_kind = 'operator' then actor_id end as operator_id,
    coalesce(data ->> 'disposition', 'drifted') as disposition, data ->> 'refusal' as refusal,
    (data ->> 'contractVersion')::integer as contract_version,
    coalesce(detail -> 'args', '{}') as args,
    coalesce(detail -> 'executableArgs', detail -> 'args', '{}') as executable_args,
    data ->> 'argsDigest' as args_digest, coalesce(data ->> 'fingerprint', '') as fingerprint,
    coalesce(detail -> 'differences', '[]') as differences, coalesce(detail -> 'resembles', '[]') as resembles,
    data -> 'observed' as observed, coalesce((data ->> 'edited')::boolean, false) as edited,
    detail ->> 'run' as run, detail ->> 'step' as step, detail ->> 'session' as session,
    detail ->> 'callerKey' as caller_key, detail ->> 'reason' as reason, detail -> 'metadata' as metadata,
    detail ->> 'callbackUrl' as callback_url, at as received_at, (detail ->> 'erasedAt')::timestamptz(3) as erased_at,
    drifted, calls_back, sealed_as is not null as is_former
  from journal where type in ('submission.recorded', 'submission.refused');

-- By the gate: with the submission that it is about. By people: an approval, a denial, an order (`decisions` in the detail
-- of what it opened, and of what was recorded before there was a journal).
create view decisions as
  select 'dec_' || substr(j.id, 5) as id, j.id as event_id, j.intent_id,
    case f.event -> 'data' ->> 'to' when 'cleared' then 'clear' when 'held' then 'hold' else 'refuse' end as verdict,
    case when f.event -> 'data' ->> 'grantId' is null then 'policy' else 'grant' end as decided_by,
    null as operator_id, coalesce(f.event -> 'data' ->> 'grantId', f.event -> 'data' ->> 'rule') as rule,
    coalesce(j.detail -> 'inputs', '{}') as inputs, j.data ->> 'argsDigest' as args_digest,
    'sub_' || substr(j.id, 5) as submission_id, j.detail ->> 'refusedBecause' as reason, j.at as created_at
  from journal j cross join lateral json_array_elements(j.follows) as f(event)
  where j.follows is not null and f.event ->> 'type' in ('intent.opened', 'intent.reopened')
  union all
  select d.made ->> 'id', j.id, j.intent_id, d.made ->> 'verdict', d.made ->> 'decidedBy', d.made ->> 'operatorId',
    d.made ->> 'rule', coalesce(d.made -> 'inputs', '{}'), j.data ->> 'argsDigest', d.made ->> 'submissionId',
    d.made ->> 'reason', j.at
  from journal j cross join lateral json_array_elements(j.detail -> 'decisions') as d(made)
  where j.type in ('intent.opened', 'intent.reopened')
  union all
  select 'dec_' || substr(id, 5), id, intent_id, substr(type, 8), 'operator', actor_id, null,
    json_strip_nulls(json_build_object('chosen', data -> 'chosen', 'edited', data -> 'edited')),
    data ->> 'argsDigest', data ->> 'submissionId', detail ->> 'reason', at
  from journal where type in ('intent.approve', 'intent.deny');

create view attempts as
  select 'att_' || substr(c.id, 5) as id, c.id as event_id, c.intent_id, (c.data ->> 'fence')::integer as fence,
    c.actor_id as worker, c.data ->> 'argsDigest' as args_digest, c.at as started_at,
    (c.data ->> 'leaseUntil')::timestamptz(3) as lease_until, e.at as ended_at, e.outcome, e.failure, e.exchange
  from journal c left join lateral (
    -- The first word on it counts; a later one is on record, and changes nothing of how it ended.
    select s.at, coalesce(s.data ->> 'outcome', 'unknown') as outcome, s.detail -> 'failure' as failure,
      s.detail -> 'exchange' as exchange
    from journal s
    where s.intent_id = c.intent_id and s.type in ('intent.settle', 'intent.lose_lease', 'intent.store_restored')
      and s.data ->> 'attemptId' = 'att_' || substr(c.id, 5)
    order by s.txid, s.id limit 1) as e on true
  where c.type = 'intent.claim' and c.data ->> 'to' = 'executing';

-- When an id was made, in milliseconds, by the clock that made it; what is no id of ours says 0.
create function id_ms(id text) returns bigint language sql immutable parallel safe as $$
  select case when id ~ '^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$' then (
    select sum((strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, 4 + place, 1)) - 1)::bigint << (50 - 5 * place))
    from generate_series(1, 10) as place)::bigint else 0 end
$$;

-- Which rows a seal is over, in their order: a position is a seal's number and a place in it. `span`: from when to when
-- their ids were made.
alter table audit_seals
  add column rows text[],
  add column span int8range,
  -- No row behind its watermark is in a seal. Of seals from before the journal, and after a restore, that is not known.
  add column is_exact boolean not null default false;
create index audit_seals_span on audit_seals using gist (span);
