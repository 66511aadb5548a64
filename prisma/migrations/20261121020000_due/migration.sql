-- Due work is a table of its own, effects have owners of their own, digests are binary, and an intent's row is updated
-- heap-only (decision 045). Web and worker are stopped.

drop index intents_due, intents_probe, intents_held, intents_in_doubt, intents_effect_id, intents_resembles,
  intents_denied, intents_key, intents_live, intents_family;
drop index if exists attempts_open;
alter table intents drop constraint holds_together;
drop function intent_holds_together;

-- Half as long as their hexadecimal form, in the row and in every index.
alter table intents
  alter column stem            type bytea using decode(stem, 'hex'),
  alter column key             type bytea using decode(key, 'hex'),
  alter column identity_digest type bytea using decode(identity_digest, 'hex'),
  alter column fingerprint     type bytea using decode(fingerprint, 'hex'),
  alter column args_digest     type bytea using decode(args_digest, 'hex'),
  alter column decided_digest  type bytea using decode(decided_digest, 'hex'),
  alter column family          type bytea using decode(family, 'hex'),
  -- When a person's "no" stops to count. Null in every other life, which therefore touches no index of it.
  add column denied_until timestamptz(3)
    generated always as (case when state = 'denied' then window_ends_at end) stored,
  -- What never happened and may be asked for again resembles nothing. Null in every life that comes to something.
  add column came_to_nothing boolean
    generated always as (case when state in ('refused', 'expired', 'withdrawn') or transient then true end) stored;

-- A page has room for all three versions of its rows: at 45 a settle stayed on it only where what the claim left behind
-- could be cleared away, which no snapshot may hold up.
alter table intents set (fillfactor = 35);

-- As before, for binary digests.
create function intent_holds_together(
  effect text, state text, generation integer, occurrence integer, submission_count integer, fence integer,
  counted_count integer, hold json, hold_expires_at timestamptz, cleared_by json, decided_digest bytea,
  args_digest bytea, due_at timestamptz, attempt_id text, attempt_started_at timestamptz, lease_until timestamptz, doubt_since
  timestamptz, probe_at timestamptz, doubt json, failure json, transient boolean, effect_id text, ended_by text,
  ended_reason text, ended_at timestamptz, window_ends_at timestamptz, successor_id text
) returns boolean language plpgsql immutable as $$
declare
  broken text;
begin
  broken := case
    when not (effect in ('read', 'write_idempotent', 'write_non_idempotent', 'irreversible'))
      then 'intents_effect_check'
    when not (state in ('refused', 'held', 'cleared', 'executing', 'succeeded', 'partial', 'failed', 'denied', 'expired',
                          'withdrawn', 'in_doubt'))
      then 'intents_state_check'
    when not (generation >= 1 and occurrence >= 1 and submission_count >= 1 and fence >= 0 and counted_count >= 0)
      then 'counts_from_one'
    when not ((state = 'held') = (hold_expires_at is not null) and (state <> 'held' or hold is not null))
      then 'held_has_its_hold'
    when not ((state in ('cleared', 'executing')) = (due_at is not null))
      then 'due_while_it_may_run'
    when not (state not in ('cleared', 'executing', 'in_doubt')
              or (cleared_by is not null and decided_digest is not null and decided_digest = args_digest))
      then 'decided_args_run'
    when not ((state = 'executing') = (lease_until is not null) and (state = 'executing') = (attempt_id is not null)
              and (state = 'executing') = (attempt_started_at is not null))
      then 'executing_has_a_lease'
    when not ((state = 'in_doubt') = (doubt_since is not null) and (state = 'in_doubt' or probe_at is null))
      then 'doubt_has_a_start'
    when not (doubt is null or state = 'in_doubt')
      then 'said_while_in_doubt'
    when not ((state not in ('held', 'cleared', 'executing', 'in_doubt')) = (ended_at is not null)
              and (ended_at is null) = (window_ends_at is null))
      then 'ended_has_an_end'
    when not ((state not in ('succeeded', 'partial') or effect_id is not null or effect = 'read')
              and (effect_id is null or state in ('succeeded', 'partial')))
      then 'effect_has_an_id'
    when not ((state in ('failed', 'in_doubt')) = (failure is not null) and (state = 'failed') = (transient is not null))
      then 'failed_says_why'
    when not (state not in ('denied', 'refused') or (ended_by is not null and ended_reason is not null))
      then 'no_needs_a_reason'
    when not (successor_id is null or ended_at is not null)
      then 'successor_after_the_end'
  end;
  if broken is not null then
    raise exception 'The row would break the check "%".', broken
      using errcode = 'check_violation', schema = current_schema(), table = 'intents', constraint = broken;
  end if;
  return true;
end $$;

alter table intents
  add constraint holds_together check (intent_holds_together(
    effect, state, generation, occurrence, submission_count, fence, counted_count, hold, hold_expires_at,
    cleared_by, decided_digest, args_digest, due_at, attempt_id, attempt_started_at, lease_until, doubt_since,
    probe_at, doubt, failure, transient, effect_id, ended_by, ended_reason, ended_at, window_ends_at,
    successor_id
  ));

create unique index intents_live on intents (stem) where successor_id is null;
create index intents_family on intents (family, occurrence) where family is not null;
-- Asked by a restored store and by reconciliation alone: eight bytes find it, the row says whether it is the one.
create index intents_key on intents (substring(key for 8));
-- The same thing with the same values, and with any, newest first: windows are checked on the row. What came to nothing,
-- or is held, crowds nothing out: an agent can make as much of it as it likes.
create index intents_resembles on intents (identity_digest, fingerprint, id)
  where came_to_nothing is null and hold_expires_at is null;
create index intents_identity on intents (identity_digest, id)
  where came_to_nothing is null and hold_expires_at is null;
create index intents_denied on intents (identity_digest, denied_until) where denied_until is not null;
-- Only what is held, or in doubt, is in these.
create index intents_held on intents (identity_digest, fingerprint, hold_expires_at) where hold_expires_at is not null;
create index intents_in_doubt on intents (identity_digest, fingerprint, id) where doubt_since is not null;

-- How what is due is found: at most one row an intent. The intent's own columns are the truth.
create table due (
  intent_id  text            primary key,
  what       text            not null check (what in ('run', 'lease', 'hold', 'probe')),
  at         timestamptz(3)  not null,
  -- What a claim leaves out is left out without a look at its intent.
  tool       text            not null,
  agent_id   text            not null
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);

insert into due (intent_id, what, at, tool, agent_id)
select id,
  case state when 'cleared' then 'run' when 'executing' then 'lease' when 'held' then 'hold' else 'probe' end,
  case state when 'cleared' then due_at when 'executing' then lease_until when 'held' then hold_expires_at
    else probe_at end,
  tool, agent_id
from intents
where state in ('cleared', 'executing', 'held') or (state = 'in_doubt' and probe_at is not null);

create index due_at on due (what, at);

-- Whose an effect is: what the downstream calls it belongs to the first intent of its tool that had it.
create table effects (
  digest     bytea  not null,
  tool       text   not null,
  intent_id  text   not null,
  primary key (digest, tool)
);

insert into effects (digest, tool, intent_id)
select distinct on (effect_id, tool) sha256(convert_to(effect_id, 'UTF8')), tool, id
from intents where effect_id is not null order by effect_id, tool, ended_at, id;

-- Statistics that say "empty" would make the first plans of a new store read all of it later.
do $$ begin
  if exists (select from intents) then analyze intents, due, effects; end if;
end $$;
