-- Execution: what people say about a doubt, orders to act again, callbacks.

-- A compare-and-swap that is sent together with its commit checks itself: a lost race undoes the transaction, as a
-- write conflict that is tried again.
create function require_all(saved bigint, wanted bigint) returns boolean language plpgsql as $$
begin
  if saved <> wanted then
    raise exception 'An intent was changed by somebody else at the same time.' using errcode = 'serialization_failure';
  end if;
  return true;
end $$;

-- An order to act again waits here until enough people have given it. One at a time for an intent.
create table bypass_orders (
  id             text           primary key,
  intent_id      text           not null,
  -- What would run: a submission never changes, so naming it names the args.
  submission_id  text           not null,
  -- The end that the order is about: an intent that was opened again since has another one, and the order is void.
  ended_at       timestamptz(3) not null,
  -- Who gave the order, in order: operator, reason, when. The first one ordered, the others confirmed.
  people         json           not null,
  -- What the contract asked for when it was ordered; it may only become stricter.
  role           text           not null check (role in ('viewer', 'approver', 'admin')),
  people_needed  integer        not null check (people_needed >= 1),
  created_at     timestamptz(3) not null,
  expires_at     timestamptz(3) not null,
  closed_at      timestamptz(3),
  closed_as      text           check (closed_as in ('given', 'withdrawn', 'expired', 'void')),
  closed_by      text,
  successor_id   text,
  constraint closed_says_how check ((closed_at is null) = (closed_as is null)),
  constraint given_has_a_successor check (coalesce(closed_as = 'given', false) = (successor_id is not null))
);
create unique index bypass_orders_open on bypass_orders (intent_id) where closed_at is null;
create index bypass_orders_successor on bypass_orders (successor_id) where successor_id is not null;

-- What callbacks of this agent are signed with, sealed under INTERLOCK_KEY; keys made before have none.
alter table agent_keys add column webhook_secret text;

-- Agents who gave a callbackUrl are told here; the row is the outbox. The intent is kept as it was when it got there,
-- so that a late delivery does not say something else, and only until nobody is to be told any more.
create table callbacks (
  id             text           primary key,
  intent_id      text           not null,
  submission_id  text           not null,
  agent_id       text           not null,
  url            text           not null,
  origin         text           not null,
  intent         json,
  created_at     timestamptz(3) not null,
  due_at         timestamptz(3),
  attempt_count  integer        not null default 0,
  delivered_at   timestamptz(3),
  given_up_at    timestamptz(3),
  last_error     text,
  constraint due_until_told check ((due_at is null) = (delivered_at is not null or given_up_at is not null)),
  constraint told_or_given_up check (delivered_at is null or given_up_at is null),
  constraint kept_while_due check (due_at is null or intent is not null)
);
create index callbacks_due on callbacks (origin, due_at) where due_at is not null;
create index callbacks_intent on callbacks (intent_id, id);
-- Settling asks for these only; nearly no submission is in it.
create index submissions_callback on submissions (intent_id) where callback_url is not null and refusal is null;

-- What probes and people have said about a doubt so far: it belongs to the doubt and goes with it.
alter table intents
  add column doubt json,
  add constraint said_while_in_doubt check (doubt is null or state = 'in_doubt');

-- A downstream's effect id may be longer than a btree takes (2,704 bytes): a known success must not fail to be stored.
drop index intents_effect_id;
create index intents_effect_id on intents using hash (effect_id) where effect_id is not null;
