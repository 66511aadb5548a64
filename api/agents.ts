/** /api/v1/agents, for admins: who may submit, with which keys. A key is in clear in one answer and nowhere else. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { changeAgent } from "@/lib/application/change-agent";
import { createAgent } from "@/lib/application/create-agent";
import { disableAgent } from "@/lib/application/disable-agent";
import { NotFoundError } from "@/lib/application/errors";
import { revokeAgentKey } from "@/lib/application/revoke-agent-key";
import { rotateAgentKey } from "@/lib/application/rotate-agent-key";
import { type AgentKeyRow, listAgentKeys } from "@/lib/store/agent-keys";
import { findListedAgent, type ListedAgent, listAgents } from "@/lib/store/agent-list";
import {
  type AgentDetailDto,
  type AgentDto,
  type AgentKeyDto,
  AgentListQuery,
  ChangeAgentBody,
  CreateAgentBody,
  type CreatedAgentDto,
  type NewAgentKeyDto,
  RotateKeyBody,
} from "@/lib/wire/agent";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { cutPage, idOf, parseCursor } from "./page";
import { readBody, readQuery } from "./read-body";

/** More than can work at once; of the others the newest are shown. */
const KEYS_SHOWN_MAX = 100;
const PRIVATE = { "cache-control": "no-store" };

export function agentRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.post("/", (context) => createHandler(deps, context));
  routes.get("/", (context) => listHandler(deps, context));
  routes.get("/:id", async (context) => {
    await requireAdmin(deps, context);
    return context.json(await loadDetail(deps, agentIdOf(context)), 200, PRIVATE);
  });
  routes.patch("/:id", async (context) => {
    const actor = await requireAdmin(deps, context);
    const agentId = agentIdOf(context);
    const { body } = await readBody(context, ChangeAgentBody);
    await changeAgent(deps, { actor, agentId, body });
    return context.json(await loadDetail(deps, agentId), 200, PRIVATE);
  });
  routes.delete("/:id", async (context) => {
    const actor = await requireAdmin(deps, context);
    await disableAgent(deps, { actor, agentId: agentIdOf(context) });
    return context.body(null, 204);
  });
  routes.post("/:id/keys", (context) => rotateHandler(deps, context));
  routes.delete("/:id/keys/:keyId", async (context) => {
    const actor = await requireAdmin(deps, context);
    const keyId = idOf(context, "keyId", "key", "key");
    await revokeAgentKey(deps, { actor, agentId: agentIdOf(context), keyId });
    return context.body(null, 204);
  });
  return routes;
}

async function createHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const actor = await requireAdmin(deps, context);
  const { body } = await readBody(context, CreateAgentBody);
  const { agent, key, secret, webhookSecret } = await createAgent(deps, { actor, body });
  const fresh = { ...agent, liveKeyCount: 1, lastUsedAt: null, paused: false };
  const created: CreatedAgentDto = { ...toAgentDto(fresh), keys: [toKeyDto(key)], key: secret, webhookSecret };
  return context.json(created, 201, { ...PRIVATE, location: `/api/v1/agents/${agent.id}` });
}

async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  await requireAdmin(deps, context);
  const { namespace, limit, cursor } = readQuery(context, AgentListQuery);
  const before = parseCursor(cursor, "agt");
  const { page, nextCursor } = cutPage(
    await listAgents(deps.db.client, { namespace, before, limit: limit + 1 }),
    limit,
  );
  return context.json({ items: page.map(toAgentDto), nextCursor }, 200, PRIVATE);
}

async function rotateHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const actor = await requireAdmin(deps, context);
  const agentId = agentIdOf(context);
  const { body } = await readBody(context, RotateKeyBody);
  const { key, secret, webhookSecret } = await rotateAgentKey(deps, { actor, agentId, body });
  return context.json({ ...toKeyDto(key), key: secret, webhookSecret } satisfies NewAgentKeyDto, 201, PRIVATE);
}

async function requireAdmin(deps: ApiDeps, context: Context) {
  const { id } = requireOperator(await identifyCaller(deps, context), "admin");
  return { kind: "operator", id } as const;
}

function agentIdOf(context: Context): string {
  return idOf(context, "id", "agt", "agent");
}

async function loadDetail(deps: ApiDeps, id: string): Promise<AgentDetailDto> {
  const agent = await findListedAgent(deps.db.client, id);
  if (agent === null) throw new NotFoundError("not_found", "There is no such agent.");
  const keys = await listAgentKeys(deps.db.client, id, KEYS_SHOWN_MAX);
  return { ...toAgentDto(agent), keys: keys.map(toKeyDto) };
}

function toAgentDto({ createdAt, disabledAt, lastUsedAt, ...agent }: ListedAgent): AgentDto {
  const { id, name, namespace, labels, tools, mayRepeat, liveKeyCount, paused } = agent;
  return {
    id,
    name,
    namespace,
    labels,
    tools,
    mayRepeat,
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
    liveKeyCount,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    paused,
  };
}

function toKeyDto({ id, hint, createdAt, expiresAt, revokedAt, lastUsedAt }: AgentKeyRow): AgentKeyDto {
  return {
    id,
    hint,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
