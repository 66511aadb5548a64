-- Key audits: a regular look at whether keys do what they promise. One at a time.
create table key_audits (
  id            text           primary key,
  state         text           not null check (state in ('waiting', 'running', 'finished', 'failed')),
  -- Intents that were opened in it are looked at.
  window_from   timestamptz(3) not null,
  window_to     timestamptz(3) not null,
  -- The operator who asked for it; null: the schedule did.
  requested_by  text,
  created_at    timestamptz(3) not null,
  started_at    timestamptz(3),
  ended_at      timestamptz(3),
  done          integer        not null default 0,
  total         integer,
  -- The last intent that is in `partial`: whoever takes over goes on behind it.
  cursor        text           not null default '',
  partial       json,
  result        json,
  failure       text,
  -- A worker holds it while the lease lasts; what one with an older fence still writes is refused.
  worker        text,
  fence         integer        not null default 0,
  lease_until   timestamptz(3),
  constraint ended_says_when check ((state in ('finished', 'failed')) = (ended_at is not null)),
  constraint finished_says_what check ((state = 'finished') = (result is not null)),
  constraint failed_says_why check ((state = 'failed') = (failure is not null)),
  constraint a_window_has_length check (window_from < window_to)
);
create unique index key_audits_open on key_audits ((true)) where ended_at is null;
