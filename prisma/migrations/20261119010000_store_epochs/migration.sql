-- What lets a worker notice that the store went back in time (decision 032) and that its clock jumped (decision 033).

-- One row. `store_id` is copied with every backup: a witness knows by it which store it speaks of.
create table store_state (
  one         boolean        primary key default true check (one),
  store_id    text           not null default gen_random_uuid()::text,
  -- Grows each time the store is found to have gone back.
  epoch       integer        not null default 1,
  -- While it is true nothing is claimed.
  restoring   boolean        not null default false,
  opened_at   timestamptz(3),
  -- Some key is in `suspect_keys`: a claim has to look.
  has_suspects boolean       not null default false,
  -- System identifier, timeline and database, as they were when the epoch began; null: no worker has seen them yet.
  server      text,
  -- How far the clock may be ahead of what is on record, because it jumped: windows of keys are looked at from so much earlier.
  clock_lag   interval       not null default '0'
);
insert into store_state default values;

create table store_epochs (
  epoch      integer        primary key,
  opened_at  timestamptz(3) not null,
  why        text           not null,
  opened_by  text           not null,
  reason     text,
  ended_at   timestamptz(3)
);

-- Keys under which a worker may have acted although the restored store knows nothing of it.
create table suspect_keys (
  key        text           primary key,
  epoch      integer        not null,
  -- The claim that a witness saw and the store lacks; null: it could have run, and that is all.
  attempt_id text,
  claimed_at timestamptz(3),
  -- Since then the doubt about it is the intent's own; kept, so that no witness raises it twice.
  settled_at timestamptz(3)
);
create index suspect_keys_open on suspect_keys (key) where settled_at is null;

-- The server's clock against the workers' steady ones: what it showed before and after a jump.
create table clock_jumps (
  number    bigint         generated always as identity primary key,
  before_at timestamptz(3) not null,
  after_at  timestamptz(3) not null,
  seen_by   text           not null
);
