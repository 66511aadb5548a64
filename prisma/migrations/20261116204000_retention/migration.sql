-- Raw args do not stay for ever: retention lets them go when their time is over, an erasure when somebody asks for it.
-- Digests stay, so keys, duplicates and seals work as before.
alter table submissions add column erased_at timestamptz(3);

-- Whom it is about is never stored: only which intents were found.
create table erasures (
  id            text           primary key,
  -- The asker's own name for it, such as a ticket's number.
  reference     text,
  tool          text,
  requested_by  text           not null,
  found_count   integer        not null check (found_count >= 0),
  erased_count  integer        not null default 0,
  created_at    timestamptz(3) not null,
  ended_at      timestamptz(3)
);
create index erasures_open on erasures (id) where ended_at is null;

-- What is still to be erased; one that is open waits for its end. An empty submission means all of the intent.
create table erasure_items (
  erasure_id     text           not null references erasures (id),
  intent_id      text           not null,
  submission_id  text           not null default '',
  due_at         timestamptz(3) not null,
  primary key (erasure_id, intent_id, submission_id)
);
create index erasure_items_due on erasure_items (due_at);

-- How far retention has looked through a tool's intents, and what it passed by because its time was not over.
create table retention_marks (
  tool        text  primary key,
  through_id  text  not null
);
create table retention_waiting (
  intent_id  text           primary key,
  tool       text           not null,
  due_at     timestamptz(3) not null
);
create index retention_waiting_due on retention_waiting (tool, due_at);
