/** An admin adds an agent. Its first key and its webhook secret exist in clear only in the answer. */
import type { Actor } from "@/lib/domain/actor";
import { type AgentRow, insertAgentIfFree } from "@/lib/store/agents";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { CreateAgentBody } from "@/lib/wire/agent";
import { ConflictError } from "./errors";
import { type IssuedKey, issueAgentKey } from "./issue-agent-key";
import { type AgentKeyDeps, agentCreatedEvent, agentEvent } from "./known-agent";

export type CreatedAgent = IssuedKey & { agent: AgentRow };

export async function createAgent(
  deps: AgentKeyDeps,
  input: { actor: Actor; body: CreateAgentBody },
): Promise<CreatedAgent> {
  const { name, namespace, labels, mayRepeat } = input.body;
  const tools = [...new Set(input.body.tools)];
  return deps.db.transaction(async (tx) => {
    const atMs = await databaseNow(tx);
    const createdAt = new Date(atMs);
    const agent = { id: deps.newId("agt"), name, namespace, labels, tools, mayRepeat, createdAt, disabledAt: null };
    if (!(await insertAgentIfFree(tx, agent))) throw nameTaken(namespace);
    const issued = await issueAgentKey(deps, tx, agent.id, { createdAt, expiresAt: null });
    const { id: keyId } = issued.key;
    await recordEvents(tx, deps.newId, atMs, [
      agentCreatedEvent(input.actor, agent),
      agentEvent("agent.key_created", input.actor, agent, { keyId, expiresAt: null }),
    ]);
    return { agent, ...issued };
  });
}

function nameTaken(namespace: string): ConflictError {
  const correctiveAction = "Choose another name; that of a disabled agent stays taken, because history names it.";
  return new ConflictError("name_taken", `An agent of the namespace ${namespace} has this name already.`, {
    correctiveAction,
  });
}
