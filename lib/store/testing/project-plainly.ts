// History of intents that a test put into the store by hand, as one statement says it; what is told of them is passed by.
const SQL = `
  insert into history (id, version, namespace, tool, agent_id, run, ended_as, effect)
  select id, version, namespace, tool, agent_id, run, case when ended_at is not null then state end,
    hashtextextended(effect_id, 0)
  from intents on conflict (id) do nothing`;

export async function projectPlainly(client: { query(sql: string): Promise<unknown> }): Promise<void> {
  await client.query(SQL);
  await client.query("update projection set seen = pg_current_snapshot()");
}
