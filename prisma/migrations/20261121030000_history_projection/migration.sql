-- What people look through is a projection of the journal (decision 046). Nothing that decides reads it, and it can be
-- rebuilt from the intents at any time: submissions, claims and settles no longer pay for it.

-- One row an intent: what lists filter and sort by. What a list shows of it comes from the intent itself.
create table history (
  id         text     not null,
  -- Of the intent that it was written from.
  version    integer  not null,
  namespace  text     not null,
  tool       text     not null,
  agent_id   text     not null,
  run        text,
  -- The state in which it ended; null: it is open.
  ended_as   text,
  -- `hashtextextended` of the effect id.
  effect     bigint
);

-- How far the journal is projected.
create table projection (
  only_one       boolean      primary key default true check (only_one),
  -- Snapshots count the transactions of one cluster.
  cluster        text         not null,
  -- What this could see is projected.
  seen           pg_snapshot  not null,
  -- A long tail is worked off in batches: up to what this could see, and this far.
  until          pg_snapshot,
  at_txid        xid8,
  at_id          text,
  -- A rebuild is through with intents up to this one; null: there is none.
  rebuilt_through text,
  -- How often one began: who read pages of history learns whether it was emptied in between.
  rebuild_count   integer      not null default 0,
  check ((until is null) = (at_txid is null) and (until is null) = (at_id is null))
);

-- Amounts that were still to be read are read by a rebuild.
insert into projection (cluster, seen, rebuilt_through)
  select (select system_identifier::text from pg_control_system()), pg_current_snapshot(),
    case when exists (select from amount_backfill) then '' end;
drop table amount_backfill;

-- A tool's amounts are told apart from those of others in the index: its intents need not be looked up.
alter table intent_amounts add column tool text;
update intent_amounts m set tool = i.tool from intents i where i.id = m.intent_id;
delete from intent_amounts where tool is null;
alter table intent_amounts alter column tool set not null;
drop index intent_amounts_amount;
create index intent_amounts_amount on intent_amounts (currency, amount, intent_id, tool);

insert into history (id, version, namespace, tool, agent_id, run, ended_as, effect)
  select id, version, namespace, tool, agent_id, run, case when ended_at is not null then state end,
    hashtextextended(effect_id, 0)
  from intents order by id;

alter table history add primary key (id);
create index history_namespace on history (namespace, id);
create index history_tool on history (tool, id);
create index history_agent on history (agent_id, id);
create index history_run on history (run, id) where run is not null;
create index history_effect on history (effect, id) where effect is not null;
-- Nearly all succeed: what ended otherwise is found among few.
create index history_ended on history (ended_as, id) where ended_as <> 'succeeded';
create index history_tool_ended on history (tool, ended_as, id) where ended_as <> 'succeeded';
create index history_agent_ended on history (agent_id, ended_as, id) where ended_as <> 'succeeded';

drop index intents_history;
drop index intents_tool;
drop index intents_run;
drop index intents_agent;
drop index intents_ended;
drop index intents_tool_ended;
drop index intents_agent_ended;
