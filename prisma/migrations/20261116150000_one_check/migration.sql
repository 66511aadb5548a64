-- What must hold of every intent, as one function instead of eighteen CHECKs. Postgres reads and prepares the text of
-- each CHECK anew for every statement that writes to the table: with so many of them that took longer than a flush's
-- rows. The body of a function is prepared once a session. Names, rules and the error's code are as they were
-- (decision 021).
create function intent_holds_together(
  effect text, state text, generation integer, occurrence integer, submission_count integer, fence integer,
  counted_count integer, hold json, hold_expires_at timestamptz, cleared_by json, decided_digest text, args_digest
  text, due_at timestamptz, attempt_id text, attempt_started_at timestamptz, lease_until timestamptz, doubt_since
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
  drop constraint intents_effect_check,
  drop constraint intents_state_check,
  drop constraint intents_generation_check,
  drop constraint intents_occurrence_check,
  drop constraint intents_submission_count_check,
  drop constraint intents_fence_check,
  drop constraint intents_counted_count_check,
  drop constraint held_has_its_hold,
  drop constraint due_while_it_may_run,
  drop constraint decided_args_run,
  drop constraint executing_has_a_lease,
  drop constraint doubt_has_a_start,
  drop constraint said_while_in_doubt,
  drop constraint ended_has_an_end,
  drop constraint effect_has_an_id,
  drop constraint failed_says_why,
  drop constraint no_needs_a_reason,
  drop constraint successor_after_the_end,
  add constraint holds_together check (intent_holds_together(
    effect, state, generation, occurrence, submission_count, fence, counted_count, hold, hold_expires_at,
    cleared_by, decided_digest, args_digest, due_at, attempt_id, attempt_started_at, lease_until, doubt_since,
    probe_at, doubt, failure, transient, effect_id, ended_by, ended_reason, ended_at, window_ends_at,
    successor_id
  ));
