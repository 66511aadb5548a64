import type { Tx } from "./database";

const TABLES = { agent_key: "agent_keys", operator_token: "operator_tokens" } as const;

/** Skips what another process noted within the minute, and what somebody is just changing: nothing ever waits here. */
export async function touchCredentials(
  client: Pick<Tx, "$executeRawUnsafe">,
  kind: keyof typeof TABLES,
  ids: string[],
): Promise<void> {
  const table = TABLES[kind];
  await client.$executeRawUnsafe(
    `update ${table} set last_used_at = statement_timestamp() where id in (
       select id from ${table}
       where id = any($1) and (last_used_at is null or last_used_at <= statement_timestamp() - interval '1 minute')
       for no key update skip locked)`,
    ids,
  );
}
