-- The audit log is sealed in batches: positions, Merkle roots, a chain of signed seals.

-- Which transaction wrote it: an event may be sealed once no transaction as old is under way. The default is not
-- volatile, so what is there already gets the id of this migration's transaction without being written again.
alter table audit_events add column txid xid8 not null default pg_current_xact_id();
create index audit_events_txid on audit_events (txid, id);

-- What people ask the log for; kinds of event that every submission writes are left out, and found by id.
create index audit_events_rare on audit_events (type, id)
  where type not in ('submission.recorded', 'intent.opened', 'intent.claim', 'intent.settle');
create index audit_events_person on audit_events (actor_id, id) where actor_kind = 'operator';
create index if not exists audit_events_operator on audit_events (actor_id, intent_id)
  where actor_kind = 'operator' and intent_id is not null;

-- What people said and what was exchanged: never in an event itself, which holds only a salted digest of it. May be
-- removed; the event stays.
create table event_details (
  event_id  text   primary key,
  salt      text   not null,
  detail    json   not null
);

-- Given by the sealer alone, gapless from 1.
create table audit_positions (
  event_id  text    primary key,
  position  bigint  not null unique check (position >= 1)
);

create table audit_keys (
  key_id      text            primary key,
  public_key  text            not null,
  first_used  timestamptz(3)  not null
);

create table audit_seals (
  number          bigint          primary key check (number >= 1),
  first_position  bigint          not null unique,
  last_position   bigint          not null unique check (last_position >= first_position),
  root            text            not null,
  previous_hash   text            not null unique,
  leaves          bytea           not null check (octet_length(leaves) = 32 * (last_position - first_position + 1)),
  key_id          text            not null references audit_keys,
  signature       text            not null,
  hash            text            not null unique,
  -- Everything of this cluster up to here was sealed when this seal was made. Another cluster counts its own numbers.
  cluster         text            not null,
  watermark       xid8            not null,
  watermark_id    text            not null,
  sealed_at       timestamptz(3)  not null
);
-- Hashes do not compress; to try costs.
alter table audit_seals alter column leaves set storage external;
create index audit_seals_time on audit_seals (sealed_at, number);

create trigger audit_positions_append_only before update or delete or truncate on audit_positions
  for each statement execute function refuse_change();
create trigger audit_keys_append_only before update or delete or truncate on audit_keys
  for each statement execute function refuse_change();
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();
