-- Reconciliation: what we intended, compared with what the downstream says happened.

-- One comparison. A worker holds it while `due_at` lies ahead; whoever takes it next names a higher fence, and what the
-- one before still writes is refused.
create table reconciliations (
  id             text           primary key,
  -- A short name for its staged rows.
  number         integer        generated always as identity unique,
  tool           text           not null,
  source         text           not null check (source in ('probe', 'list', 'statement')),
  state          text           not null check (state in ('receiving', 'running', 'finished', 'failed', 'stopped')),
  phase          text           not null check (phase in ('receiving', 'reading', 'rows', 'intents', 'probing', 'done')),
  -- What the source covers; null: a statement without dates.
  window_from    timestamptz(3),
  window_to      timestamptz(3),
  -- So near the window's ends nothing is called missing.
  margin_ms      integer        not null,
  unit           text           not null default 'major' check (unit in ('major', 'minor')),
  -- The operator who asked for it; null: the schedule did.
  requested_by   text,
  scheduled_for  timestamptz(3),
  created_at     timestamptz(3) not null,
  -- What ended later cannot be in the source.
  read_at        timestamptz(3),
  ended_at       timestamptz(3),
  failure        text,
  counts         json           not null default '{}',
  warnings       json           not null default '[]',
  done           integer        not null default 0,
  total          integer,
  cursor         json,
  tries          integer        not null default 0,
  -- It has rows in statement_rows that are still to be removed.
  staged         boolean        not null default false,
  worker         text,
  fence          integer        not null default 0,
  due_at         timestamptz(3),
  constraint ended_says_when check ((state in ('receiving', 'running')) = (ended_at is null)),
  constraint due_while_it_goes_on check ((state in ('receiving', 'running')) = (due_at is not null)),
  constraint failed_says_why check ((state = 'failed') = (failure is not null)),
  constraint by_a_person_or_the_schedule check ((requested_by is null) = (scheduled_for is not null))
);
create index reconciliations_tool on reconciliations (tool, id);
create index reconciliations_due on reconciliations (due_at) where due_at is not null;
create index reconciliations_staged on reconciliations (number) where staged;
-- Of several workers that find a run due, one starts it.
create unique index reconciliations_schedule on reconciliations (tool, scheduled_for) where scheduled_for is not null;

-- What a statement or a listing says, until it is compared; of rows that could not be read, the first are kept.
create table statement_rows (
  run        integer        not null,
  line       integer        not null,
  key        text,
  effect_id  text,
  -- In major units if the currency is known, else as written.
  amount     text,
  currency   text,
  at         timestamptz(3),
  target     json,
  digest     text           not null,
  fault      text,
  primary key (run, line)
);
-- By hash: a downstream's ids may be longer than a btree takes.
create index statement_rows_key on statement_rows (run, hashtextextended(key, 0), line) where key is not null;
create index statement_rows_effect on statement_rows (run, hashtextextended(effect_id, 0), line) where effect_id is not null;
create index statement_rows_fault on statement_rows (run, line) where fault is not null;

alter table findings
  -- What makes it the same finding: whoever finds it again raises no second one.
  add column key                text,
  -- The last reconciliation that saw it, and when.
  add column reconciliation_id  text,
  add column seen_at            timestamptz(3),
  add column changed_at         timestamptz(3),
  add column version            integer not null default 1;
create unique index findings_key on findings (key) where key is not null;
create index findings_kind on findings (kind, id);
create index findings_tool on findings (tool, id);
create index findings_reconciliation on findings (reconciliation_id, id) where reconciliation_id is not null;
