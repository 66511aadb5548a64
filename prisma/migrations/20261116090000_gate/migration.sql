-- The gate: what "the same action" means across publishes, limits, grants, pauses, findings and notifications.

-- Every way in which keys of a tool were derived and that may still matter. Intake derives a key under the active
-- version and under each of these that is open, so that a publish never lets a retry run twice.
create table key_derivations (
  tool        text           not null,
  digest      text           not null,
  version     integer        not null,
  opened_at   timestamptz(3) not null default now(),
  -- When the last window of its intents is over at the latest; null while one of them is open.
  closes_at   timestamptz(3),
  closed_at   timestamptz(3),
  primary key (tool, digest),
  foreign key (tool, version) references contract_versions (tool, version)
);

alter table intents
  add column derivation  text    not null default '',
  add column occurrence  integer not null default 1 check (occurrence >= 1),
  -- What all occurrences in one context share, where something may move the occurrence.
  add column family      text;

-- Nothing asks by these, and every submission pays for them.
drop index submissions_fingerprint;
drop index submissions_agent;
drop index audit_events_type;
drop index intents_identity;
drop index intents_caller_key;
-- Look-alikes (same fingerprint) and variants (another one) whose window is open.
create index intents_resembles on intents (identity_digest, fingerprint, window_ends_at);
-- Lists by how an intent ended. A claim leaves it null, so it stays a heap-only update (decision 004).
alter table intents add column ended_as text
  generated always as (case when ended_at is not null and state <> 'succeeded' then state end) stored;
create index intents_ended on intents (ended_as, id) where ended_as is not null;
create index intents_family on intents (family, occurrence) where family is not null;

alter table submissions
  add column resembles  json    not null default '[]',
  -- In observe mode: what enforcing would have done.
  add column observed   json,
  add column edited     boolean not null default false;

-- Whose a caller's key is, for as long as the window of any of these intents is open.
create table caller_keys (
  digest           text  not null,
  intent_id        text  not null,
  identity_digest  text  not null,
  primary key (digest, intent_id)
);

-- What cleared intents have taken from a limit; gone when the intent ends without an effect, or no window reaches it.
create table reservations (
  intent_id  text           not null,
  bucket     text           not null,
  amount     numeric        not null check (amount >= 0),
  at         timestamptz(3) not null,
  primary key (intent_id, bucket)
);
create index reservations_bucket on reservations (bucket, at) include (amount);

-- The same, added up by minute and by hour, so that asking for a usage costs the same whatever the traffic. What was
-- given back is a row of its own: whoever takes and whoever gives back never wait for each other.
create table reservation_slots (
  bucket      text           not null,
  span        text           not null check (span in ('minute', 'hour')),
  slot        timestamptz(3) not null,
  given_back  boolean        not null,
  amount      numeric        not null,
  primary key (bucket, span, slot, given_back),
  constraint what_was_given_back_is_below_zero check (case when given_back then amount <= 0 else amount >= 0 end)
) with (fillfactor = 80);
-- One row for each hour of a bucket: where removing what is old begins.
create index reservation_slots_hours on reservation_slots (slot) where span = 'hour' and not given_back;

create table grants (
  id            text           primary key,
  tool          text           not null,
  namespace     text,
  agent_id      text           references agents (id),
  pins          json           not null,
  expires_at    timestamptz(3) not null,
  uses_max      integer        check (uses_max >= 1),
  uses_count    integer        not null default 0,
  sum_max       text,
  sum_of        text,
  -- Exact decimals as text, by currency.
  sums          json           not null default '{}',
  last_used_at  timestamptz(3),
  reason        text,
  created_by    text           not null,
  created_at    timestamptz(3) not null default now(),
  revoked_by    text,
  revoked_at    timestamptz(3),
  constraint for_an_agent_or_a_namespace check ((namespace is null) <> (agent_id is null)),
  constraint a_ceiling_sums_something check (sum_max is null or sum_of is not null),
  constraint never_used_more_than_allowed check (uses_max is null or uses_count <= uses_max)
);
create index grants_tool on grants (tool, id);

-- One row a use; the grant's row counts and adds them up, under its lock.
create table grant_uses (
  grant_id     text           not null references grants (id),
  decision_id  text           not null,
  intent_id    text           not null,
  amount       numeric        not null default 0,
  currency     text           not null default '',
  at           timestamptz(3) not null,
  primary key (grant_id, decision_id)
);
create index grant_uses_intent on grant_uses (intent_id);

-- A pause changes no intent: what it covers is not claimed, and hold clocks stand still while it lasts.
create table pauses (
  id          text           primary key,
  covers      text           not null check (covers in ('everything', 'tool', 'agent')),
  target      text           not null default '',
  reason      text           not null,
  paused_by   text           not null,
  paused_at   timestamptz(3) not null default now(),
  resumed_by  text,
  resumed_at  timestamptz(3),
  constraint everything_has_no_target check ((covers = 'everything') = (target = '')),
  constraint somebody_resumed check ((resumed_at is null) = (resumed_by is null))
);
create unique index pauses_active on pauses (covers, target) where resumed_at is null;
create index pauses_target on pauses (covers, target, paused_at);

create table findings (
  id             text           primary key,
  kind           text           not null,
  state          text           not null default 'open' check (state in ('open', 'acknowledged', 'resolved')),
  namespace      text           not null,
  tool           text           not null,
  intent_id      text,
  submission_id  text,
  data           json           not null default '{}',
  note           text,
  changed_by     text,
  created_at     timestamptz(3) not null default now()
);
create index findings_state on findings (state, id);
create index findings_intent on findings (intent_id, id) where intent_id is not null;

-- Outgoing messages wait here; the row is the outbox.
create table notifications (
  id             text           primary key,
  kind           text           not null,
  intent_id      text,
  payload        json           not null,
  created_at     timestamptz(3) not null default now(),
  due_at         timestamptz(3),
  attempt_count  integer        not null default 0,
  delivered_at   timestamptz(3),
  last_error     text,
  constraint delivered_is_not_due check (delivered_at is null or due_at is null)
);
create index notifications_due on notifications (due_at) where due_at is not null;
