/** What every verb about agents shares: its dependencies, its event, its refusals. */
import type { Actor, AuditEvent, RecordedEvent } from "@/lib/domain/actor";
import type { IdPrefix } from "@/lib/domain/id";
import type { SecretBox } from "@/lib/domain/secret-box";
import type { AgentRow } from "@/lib/store/agents";
import { lockAgent } from "@/lib/store/agents";
import type { Database, Tx } from "@/lib/store/database";
import { ConflictError, NotFoundError } from "./errors";

export type AgentDeps = { db: Database; newId: (prefix: IdPrefix) => string };
/** Making a key also makes the secret that the agent's callbacks are signed with. */
export type AgentKeyDeps = AgentDeps & { webhookSecrets: SecretBox };

export function agentEvent(
  type: `agent.${string}`,
  actor: Actor,
  agent: { id: string; namespace: string },
  data: Record<string, unknown>,
): AuditEvent {
  return { type, actor, namespace: agent.namespace, intentId: null, subject: agent.id, data };
}

/** What it is called is kept beside the event; which labels it has is in it. */
export function agentCreatedEvent(
  actor: Actor,
  agent: Pick<AgentRow, "id" | "namespace" | "name" | "labels" | "tools" | "mayRepeat">,
): RecordedEvent {
  const { name, labels, tools, mayRepeat } = agent;
  const event = agentEvent("agent.created", actor, agent, { labelled: Object.keys(labels), tools, mayRepeat });
  return { ...event, detail: { name, labels } };
}

export async function lockKnownAgent(tx: Tx, id: string): Promise<AgentRow> {
  const agent = await lockAgent(tx, id);
  if (agent === null) throw new NotFoundError("not_found", "There is no such agent.");
  return agent;
}

export async function lockEnabledAgent(tx: Tx, id: string): Promise<AgentRow> {
  const agent = await lockKnownAgent(tx, id);
  if (agent.disabledAt === null) return agent;
  const correctiveAction = "Create another agent; a disabled one stays disabled.";
  throw new ConflictError("agent_disabled", "The agent is disabled.", { correctiveAction });
}
