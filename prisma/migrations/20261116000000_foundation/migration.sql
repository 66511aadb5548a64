-- The whole domain in tables. Rules that must hold whatever code writes are constraints here, not hopes elsewhere.
--
-- Intents are updated several times in their first seconds. No index names a column that a claim changes (due_at stays
-- until the intent leaves `executing`), and pages keep free room, so that a claim is a heap-only update.
-- Hot tables carry no foreign keys: parents and children are written by one statement set and rows are never deleted.

create table contract_versions (
  tool          text           not null,
  version       integer        not null check (version >= 1),
  definition    json           not null,
  source        text           not null,
  format        text           not null check (format in ('yaml', 'json')),
  digest        text           not null,
  warnings      json           not null default '[]',
  published_by  text,
  published_at  timestamptz(3) not null default now(),
  primary key (tool, version)
);

create table contracts (
  tool            text           primary key,
  active_version  integer        not null,
  updated_at      timestamptz(3) not null default now(),
  foreign key (tool, active_version) references contract_versions (tool, version)
);

create table agents (
  id           text           primary key,
  namespace    text           not null default 'default',
  name         text           not null,
  labels       json           not null default '{}',
  tools        text[]         not null default '{}',
  may_repeat   boolean        not null default true,
  created_at   timestamptz(3) not null default now(),
  disabled_at  timestamptz(3),
  unique (namespace, name)
);

create table agent_keys (
  id            text           primary key,
  agent_id      text           not null references agents (id),
  hash          text           not null unique,
  hint          text           not null,
  created_at    timestamptz(3) not null default now(),
  expires_at    timestamptz(3),
  revoked_at    timestamptz(3),
  last_used_at  timestamptz(3)
);
create index agent_keys_agent on agent_keys (agent_id);

create table operators (
  id             text           primary key,
  email          text           not null unique check (email = lower(email)),
  name           text           not null,
  role           text           not null check (role in ('viewer', 'approver', 'admin')),
  password_hash  text,
  created_at     timestamptz(3) not null default now(),
  disabled_at    timestamptz(3)
);

create table operator_tokens (
  id            text           primary key,
  operator_id   text           not null references operators (id),
  name          text           not null,
  hash          text           not null unique,
  hint          text           not null,
  created_at    timestamptz(3) not null default now(),
  expires_at    timestamptz(3),
  revoked_at    timestamptz(3),
  last_used_at  timestamptz(3)
);
create index operator_tokens_operator on operator_tokens (operator_id);

create table sessions (
  id           text           primary key,
  operator_id  text           not null references operators (id),
  hash         text           not null unique,
  created_at   timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null,
  ended_at     timestamptz(3)
);
create index sessions_operator on sessions (operator_id);

create table intents (
  id                  text           primary key,
  namespace           text           not null,
  tool                text           not null,
  contract_version    integer        not null,
  effect              text           not null check (effect in ('read', 'write_idempotent', 'write_non_idempotent', 'irreversible')),
  stem                text           not null,
  key                 text           not null,
  generation          integer        not null default 1 check (generation >= 1),
  context             json           not null,
  identity            json           not null,
  identity_digest     text           not null,
  fingerprint         text           not null,
  args                json           not null,
  args_digest         text           not null,
  submission_id       text           not null,
  submission_count    integer        not null default 1 check (submission_count >= 1),
  agent_id            text           not null,
  run                 text,
  step                text,
  session             text,
  caller_key          text,
  state               text           not null check (state in ('refused', 'held', 'cleared', 'executing', 'succeeded', 'partial', 'failed', 'denied', 'expired', 'withdrawn', 'in_doubt')),
  hold                json,
  hold_expires_at     timestamptz(3),
  cleared_by          json,
  decided_digest      text,
  due_at              timestamptz(3),
  undo_until          timestamptz(3),
  attempt_id          text,
  attempt_started_at  timestamptz(3),
  lease_until         timestamptz(3),
  fence               integer        not null default 0 check (fence >= 0),
  counted_count       integer        not null default 0 check (counted_count >= 0),
  may_have_acted      boolean        not null default false,
  first_started_at    timestamptz(3),
  last_ended_at       timestamptz(3),
  doubt_since         timestamptz(3),
  probe_at            timestamptz(3),
  result              json,
  effect_id           text,
  corrective_action   text,
  failure             json,
  transient           boolean,
  ended_by            text,
  ended_reason        text,
  ended_at            timestamptz(3),
  window_ends_at      timestamptz(3),
  predecessor_id      text,
  successor_id        text,
  version             integer        not null default 1,
  created_at          timestamptz(3) not null default now(),

  constraint held_has_its_hold check ((state = 'held') = (hold_expires_at is not null) and (state <> 'held' or hold is not null)),
  constraint due_while_it_may_run check ((state in ('cleared', 'executing')) = (due_at is not null)),
  -- L3 in the database: nothing is clear to run, or runs, with args other than those decided on.
  constraint decided_args_run check (state not in ('cleared', 'executing', 'in_doubt') or (cleared_by is not null and decided_digest is not null and decided_digest = args_digest)),
  constraint executing_has_a_lease check ((state = 'executing') = (lease_until is not null) and (state = 'executing') = (attempt_id is not null) and (state = 'executing') = (attempt_started_at is not null)),
  constraint doubt_has_a_start check ((state = 'in_doubt') = (doubt_since is not null) and (state = 'in_doubt' or probe_at is null)),
  constraint ended_has_an_end check ((state in ('refused', 'succeeded', 'partial', 'failed', 'denied', 'expired', 'withdrawn')) = (ended_at is not null) and (ended_at is null) = (window_ends_at is null)),
  constraint effect_has_an_id check ((state not in ('succeeded', 'partial') or effect_id is not null or effect = 'read') and (effect_id is null or state in ('succeeded', 'partial'))),
  constraint failed_says_why check ((state in ('failed', 'in_doubt')) = (failure is not null) and (state = 'failed') = (transient is not null)),
  constraint no_needs_a_reason check (state not in ('denied', 'refused') or (ended_by is not null and ended_reason is not null)),
  constraint successor_after_the_end check (successor_id is null or ended_at is not null)
) with (fillfactor = 60);

-- L1 in the database: a key names one intent, and of all generations of an action only the newest is live.
create unique index intents_key on intents (namespace, key);
-- (The stem already hashes the namespace.)
create unique index intents_live on intents (stem) where successor_id is null;
create index intents_due on intents (due_at) where due_at is not null;
create index intents_held on intents (hold_expires_at) where hold_expires_at is not null;
create index intents_in_doubt on intents (doubt_since) where doubt_since is not null;
create index intents_probe on intents (probe_at) where probe_at is not null;
create index intents_history on intents (namespace, id);
create index intents_tool on intents (tool, id);
create index intents_run on intents (run, id) where run is not null;
create index intents_agent on intents (agent_id, id);
create index intents_identity on intents (identity_digest, id);
create index intents_caller_key on intents (namespace, tool, caller_key) where caller_key is not null;
create index intents_effect_id on intents (effect_id) where effect_id is not null;

create table submissions (
  id                text           primary key,
  intent_id         text           not null,
  namespace         text           not null,
  agent_id          text,
  operator_id       text,
  disposition       text           not null check (disposition in ('created', 'coalesced', 'replayed', 'drifted', 'lookalike', 'reopened')),
  refusal           text,
  contract_version  integer        not null,
  args              json           not null,
  executable_args   json           not null,
  args_digest       text           not null,
  fingerprint       text           not null,
  differences       json           not null default '[]',
  run               text,
  step              text,
  session           text,
  caller_key        text,
  reason            text,
  metadata          json,
  callback_url      text,
  received_at       timestamptz(3) not null default now(),
  constraint somebody_asked check ((agent_id is null) <> (operator_id is null))
);
create index submissions_intent on submissions (intent_id, id);
create index submissions_fingerprint on submissions (intent_id, fingerprint);
create index submissions_agent on submissions (agent_id, id) where agent_id is not null;

create table decisions (
  id             text           primary key,
  intent_id      text           not null,
  verdict        text           not null check (verdict in ('approve', 'deny', 'clear', 'hold', 'refuse')),
  decided_by     text           not null check (decided_by in ('operator', 'policy', 'grant')),
  operator_id    text,
  rule           text,
  inputs         json           not null default '{}',
  args_digest    text           not null,
  submission_id  text           not null,
  reason         text,
  voided_at      timestamptz(3),
  created_at     timestamptz(3) not null default now(),
  constraint a_person_is_named check ((decided_by = 'operator') = (operator_id is not null))
);
create index decisions_intent on decisions (intent_id, id);

create table attempts (
  id           text           primary key,
  intent_id    text           not null,
  fence        integer        not null check (fence >= 1),
  worker       text           not null,
  args_digest  text           not null,
  started_at   timestamptz(3) not null,
  lease_until  timestamptz(3) not null,
  ended_at     timestamptz(3),
  outcome      text           check (outcome in ('success', 'partial', 'definitive', 'not_sent', 'unknown', 'configuration')),
  failure      json,
  exchange     json,
  constraint ended_with_an_outcome check ((ended_at is null) = (outcome is null)),
  unique (intent_id, fence)
);
create index attempts_open on attempts (lease_until) where ended_at is null;

create table audit_events (
  id          text           primary key,
  at          timestamptz(3) not null default now(),
  type        text           not null,
  actor_kind  text           not null check (actor_kind in ('agent', 'operator', 'policy', 'worker', 'system')),
  actor_id    text           not null,
  namespace   text,
  intent_id   text,
  subject     text,
  data        json           not null default '{}'
);
create index audit_events_intent on audit_events (intent_id, id) where intent_id is not null;
create index audit_events_type on audit_events (type, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_change();
create trigger contract_versions_immutable before update or delete or truncate on contract_versions
  for each statement execute function refuse_change();
