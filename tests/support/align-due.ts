// Tests that change an intent's clocks by hand make `due` agree with them: what is due is found there.

const ALIGN = `
  with kept as (
    select id, tool, agent_id, case state when 'cleared' then 'run' when 'executing' then 'lease' when 'held' then 'hold'
        when 'in_doubt' then 'probe' end as what,
      case state when 'cleared' then due_at when 'executing' then lease_until when 'held' then hold_expires_at
        when 'in_doubt' then probe_at end as at
    from intents where state in ('cleared', 'executing', 'held', 'in_doubt') order by id for update
  ), gone as (
    delete from due where intent_id not in (select id from kept where at is not null)
  )
  insert into due (intent_id, what, at, tool, agent_id)
  select id, what, at, tool, agent_id from kept where at is not null
  on conflict (intent_id) do update
    set what = excluded.what, at = excluded.at, tool = excluded.tool, agent_id = excluded.agent_id
    where (due.what, due.at, due.tool, due.agent_id)
      is distinct from (excluded.what, excluded.at, excluded.tool, excluded.agent_id)`;

/** Runs behind `changed`: what a worker takes meanwhile is waited for. */
export async function alignDue(query: (sql: string) => PromiseLike<unknown>): Promise<void> {
  await query(ALIGN);
}

/** The same for effects: whose they are is found in a table of their own. */
export async function alignEffects(query: (sql: string) => PromiseLike<unknown>): Promise<void> {
  await query("delete from effects");
  await query(`insert into effects (digest, tool, intent_id)
    select distinct on (effect_id, tool) sha256(convert_to(effect_id, 'UTF8')), tool, id
    from intents where effect_id is not null order by effect_id, tool, ended_at, id`);
}
