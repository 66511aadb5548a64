-- History: finding intents by a value of their identity, by amount, by who acted on them. Tables of their own, so that
-- an intent's row keeps its heap-only updates (decision 004).

-- What is submitted meanwhile waits: read past, it would be found neither by a person's value nor by its amount, ever.
lock table intents in share row exclusive mode;

-- First half of the SHA-256 of each identity value as text; of each element where it is a list.
create table identity_values (
  digest     bytea  not null,
  intent_id  text   not null
);

create function pg_temp.identity_texts(value json) returns setof text language plpgsql as $$
begin
  case json_typeof(value)
    when 'string', 'number' then return next value #>> '{}';
    when 'array' then
      return query select t from json_array_elements(value) as e(v), lateral pg_temp.identity_texts(e.v) as t;
    when 'object' then
      return query select t from json_each(value) as m, lateral pg_temp.identity_texts(m.value) as t;
    else null;
  end case;
end $$;

-- A shape (`#/items`) is no value. The function is for what nests; nearly nothing does.
insert into identity_values (digest, intent_id)
select distinct on (i.id, v.digest) v.digest, i.id
from intents i cross join lateral (
  select substring(sha256(convert_to(t, 'UTF8')) for 16) as digest
  from json_each(i.identity) as m cross join lateral (
    select m.value #>> '{}' as t where json_typeof(m.value) in ('string', 'number')
    union all
    select pg_temp.identity_texts(m.value) where json_typeof(m.value) in ('array', 'object')
  ) as texts
  where m.key like '/%' and t <> ''
) as v;

alter table identity_values add primary key (digest, intent_id);

-- What an intent is about in money: the first `money` field of its contract that the args have, in major units, exact.
create table intent_amounts (
  intent_id  text     primary key,
  currency   text     not null,
  amount     numeric  not null
);
create index intent_amounts_amount on intent_amounts (currency, amount, intent_id);

-- Amounts of what is older than this: only its contract can read them, so a worker does, oldest first, and removes the
-- row when it is through.
create table amount_backfill (
  only_one    boolean  primary key default true check (only_one),
  through_id  text     not null,
  until_id    text     not null
);
insert into amount_backfill (through_id, until_id) select '', max(id) from intents having max(id) is not null;

-- Who acted on an intent.
create index if not exists audit_events_operator on audit_events (actor_id, intent_id)
  where actor_kind = 'operator' and intent_id is not null;

-- How a tool's and an agent's intents ended. What is submitted is not in them, and what succeeds never is.
create index intents_tool_ended on intents (tool, ended_as, id) where ended_as is not null;
create index intents_agent_ended on intents (agent_id, ended_as, id) where ended_as is not null;
-- What waits for people, newest first: the inbox asks for it all the time.
create index intents_held_newest on intents (id) where hold_expires_at is not null;
