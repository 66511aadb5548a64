-- What was recorded before the journal is moved into it by `npm run migrate` (prisma/moves, decision 048), in batches
-- and after the migrations. What its sealed data lacks and a view needs is beside it: ids, digests and times, never words.
alter table journal add column former json;

create or replace function keep_sealed_part() returns trigger language plpgsql as $$
begin
  if (old.txid, old.at, old.id, old.type, old.actor_kind, old.actor_id, old.namespace, old.intent_id, old.subject,
      old.data::text, old.follows::text, old.sealed_as, old.former::text)
    is distinct from (new.txid, new.at, new.id, new.type, new.actor_kind, new.actor_id, new.namespace, new.intent_id,
      new.subject, new.data::text, new.follows::text, new.sealed_as, new.former::text) then
    raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace view submissions as
  select 'sub_' || substr(id, 5) as id, id as event_id, intent_id, namespace,
    case when actor_kind = 'agent' then actor_id end as agent_id,
    case when actor_kind = 'operator' then actor_id end as operator_id,
    coalesce(data ->> 'disposition', 'drifted') as disposition, data ->> 'refusal' as refusal,
    (data ->> 'contractVersion')::integer as contract_version,
    coalesce(detail -> 'args', '{}') as args,
    coalesce(detail -> 'executableArgs', detail -> 'args', '{}') as executable_args,
    data ->> 'argsDigest' as args_digest,
    coalesce(data ->> 'fingerprint', former ->> 'fingerprint', '') as fingerprint,
    coalesce(detail -> 'differences', '[]') as differences, coalesce(detail -> 'resembles', '[]') as resembles,
    data -> 'observed' as observed, coalesce((data ->> 'edited')::boolean, false) as edited,
    detail ->> 'run' as run, detail ->> 'step' as step, detail ->> 'session' as session,
    detail ->> 'callerKey' as caller_key, detail ->> 'reason' as reason, detail -> 'metadata' as metadata,
    detail ->> 'callbackUrl' as callback_url, at as received_at, (detail ->> 'erasedAt')::timestamptz(3) as erased_at,
    drifted, calls_back, sealed_as is not null as is_former
  from journal where type in ('submission.recorded', 'submission.refused');

-- By the gate: with the submission that it is about. By people: an approval, a denial, an order (`decisions` in the detail
-- of what it opened, and of what was recorded before there was a journal).
create or replace view decisions as
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
    data ->> 'argsDigest', coalesce(data ->> 'submissionId', former ->> 'submissionId'),
    coalesce(detail ->> 'reason', former ->> 'reason'), at
  from journal where type in ('intent.approve', 'intent.deny');

create or replace view attempts as
  select 'att_' || substr(c.id, 5) as id, c.id as event_id, c.intent_id, (c.data ->> 'fence')::integer as fence,
    c.actor_id as worker, c.data ->> 'argsDigest' as args_digest, c.at as started_at,
    coalesce(c.data ->> 'leaseUntil', c.former ->> 'leaseUntil')::timestamptz(3) as lease_until,
    e.at as ended_at, e.outcome, e.failure, e.exchange
  from journal c left join lateral (
    -- The first word on it counts; a later one is on record, and changes nothing of how it ended. That one is later is
    -- said by the row, because a store that was moved to another cluster counts transactions anew.
    select s.at, coalesce(s.data ->> 'outcome', 'unknown') as outcome, s.detail -> 'failure' as failure,
      s.detail -> 'exchange' as exchange
    from journal s
    where s.intent_id = c.intent_id and s.type in ('intent.settle', 'intent.lose_lease', 'intent.store_restored')
      and coalesce(s.data ->> 'attemptId', s.former ->> 'attemptId') = 'att_' || substr(c.id, 5)
    order by (s.data ->> 'late') is not null, s.txid, s.id limit 1) as e on true
  where c.type = 'intent.claim' and c.data ->> 'to' = 'executing';

-- How far each step of the move is: its batch and this row are one transaction.
create table moves (
  name         text         primary key,
  place        integer      not null unique,
  -- The last that was moved, or compared.
  through      text         not null default '',
  done_count   bigint       not null default 0,
  total        bigint       not null,
  -- What all intents were like before: the move leaves them as they are, and so must every migration behind this one.
  digest       text,
  finished_at  timestamptz(3)
);

-- In whatever order they are read. The move compares it at the end, and removes it. A later migration makes digests
-- binary: both are read as hexadecimal text.
create function intents_digest() returns text language sql stable as $$
  select count(*) || ' ' || coalesce(sum(hashtextextended((
    i.id, i.namespace, i.tool, i.contract_version, i.effect, ltrim(i.stem::text, '\x'), ltrim(i.key::text, '\x'),
    i.generation, i.context, i.identity, ltrim(i.identity_digest::text, '\x'), ltrim(i.fingerprint::text, '\x'),
    i.args, ltrim(i.args_digest::text, '\x'), i.submission_id, i.submission_count, i.agent_id, i.run,
    i.step, i.session, i.caller_key, i.derivation, i.occurrence, ltrim(i.family::text, '\x'), i.state, i.hold, i.hold_expires_at,
    i.cleared_by, ltrim(i.decided_digest::text, '\x'), i.due_at, i.undo_until, i.attempt_id, i.attempt_started_at, i.lease_until,
    i.fence, i.counted_count, i.may_have_acted, i.first_started_at, i.last_ended_at, i.doubt_since, i.probe_at,
    i.doubt, i.result, i.effect_id, i.corrective_action, i.failure, i.transient, i.ended_by, i.ended_reason,
    i.ended_at, i.window_ends_at, i.predecessor_id, i.successor_id, i.version, i.created_at
  )::text, 0)), 0) from intents i
$$;

create function pg_temp.has_former() returns boolean language sql as $$
  select exists (select from former_audit_events) or exists (select from former_submissions)
    or exists (select from former_decisions) or exists (select from former_attempts)
    or exists (select from audit_seals)
$$;

do $$
begin
  if pg_temp.has_former() then
    set local timezone = 'UTC';
    insert into moves (place, name, total) values
      (1, 'events', (select count(*) from former_audit_events)),
      (2, 'seals', (select count(*) from audit_seals)),
      (3, 'compare intents', (select count(*) from intents)),
      (4, 'compare events', (select count(*) from former_audit_events)),
      (5, 'compare seals', (select count(*) from audit_seals)),
      (6, 'remove former tables', 1);
    update moves set digest = intents_digest() where name = 'compare intents';
  else
    drop table former_submissions, former_decisions, former_attempts, former_audit_events, former_event_details,
      former_audit_positions;
    drop function intents_digest();
  end if;
end $$;
drop function pg_temp.has_former();
