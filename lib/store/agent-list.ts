/** Agents for people: with what can be said of their keys and their pause, in one statement a page. */
import { KEY_LIVES } from "./agent-keys";
import type { AgentRow } from "./agents";
import type { Tx } from "./database";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type ListedAgent = AgentRow & { liveKeyCount: number; lastUsedAt: Date | null; paused: boolean };
export type AgentFilter = { namespace?: string | undefined; before?: string | undefined; limit: number };

/** Newest first. */
export async function listAgents(client: Reader, { namespace, before, limit }: AgentFilter): Promise<ListedAgent[]> {
  return selectAgents(
    client,
    "where ($1::text is null or namespace = $1) and ($2::text is null or id < $2) order by id desc limit $3",
    [namespace ?? null, before ?? null, limit],
  );
}

export async function findListedAgent(client: Reader, id: string): Promise<ListedAgent | null> {
  const [agent] = await selectAgents(client, "where id = $1", [id]);
  return agent ?? null;
}

async function selectAgents(client: Reader, which: string, values: unknown[]): Promise<ListedAgent[]> {
  return client.$queryRawUnsafe<ListedAgent[]>(
    `select a.id, a.namespace, a.name, a.labels, a.tools, a.may_repeat as "mayRepeat", a.created_at as "createdAt",
            a.disabled_at as "disabledAt", k."liveKeyCount", k."lastUsedAt",
            exists (select from pauses p where p.covers = 'agent' and p.target = a.id and p.resumed_at is null) as paused
     from (select * from agents ${which}) a
     cross join lateral (
       select count(*) filter (where ${KEY_LIVES})::integer as "liveKeyCount", max(last_used_at) as "lastUsedAt"
       from agent_keys where agent_id = a.id) k
     order by a.id desc`,
    ...values,
  );
}
