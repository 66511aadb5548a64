/** POST /api/v1/explain: the dry run of a submission, for agents and operators. */
import { type Context, Hono } from "hono";
import type { Principal } from "@/lib/application/authenticate";
import { ForbiddenError, NotFoundError } from "@/lib/application/errors";
import { explainIntent } from "@/lib/application/explain-intent";
import { requireCallback, requireTool } from "@/lib/application/submit-intent";
import { findAgent, type StoredAgent } from "@/lib/store/agents";
import { ExplainBody } from "@/lib/wire/explain";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { toExplanationDto } from "./explanation-dto";
import { parseCallerKey } from "./idempotency-key";
import { readBody } from "./read-body";
import { readUnsafeNumbers } from "./submit";

const DEFAULT_NAMESPACE = "default";

export function explainRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.post("/", (context) => explainHandler(deps, context));
  return routes;
}

async function explainHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  const { text, body } = await readBody(context, ExplainBody);
  const agent = await loadAsker(deps, principal, body);
  requireTool(agent, body.tool);
  requireCallback(deps.callbacks, body.callbackUrl ?? null);
  const explained = await explainIntent(deps, {
    agent,
    keyHash: null,
    body,
    callerKey: parseCallerKey(context.req.header("idempotency-key")),
    bytes: text.length,
    unsafeNumbers: readUnsafeNumbers(text),
  });
  return context.json(toExplanationDto(explained, principal.kind), 200, { "cache-control": "no-store" });
}

async function loadAsker(deps: ApiDeps, principal: Principal, body: ExplainBody): Promise<StoredAgent> {
  if (principal.kind === "agent") {
    const { agent } = principal;
    const asksForOther =
      (body.namespace ?? agent.namespace) !== agent.namespace || (body.agent ?? agent.id) !== agent.id;
    if (asksForOther) throw new ForbiddenError("An agent can only explain its own submissions.");
    return agent;
  }
  if (body.agent == null) {
    const namespace = body.namespace ?? DEFAULT_NAMESPACE;
    return { id: "", name: "", namespace, labels: {}, tools: [], mayRepeat: true };
  }
  const found = await findAgent(deps.db.client, body.agent);
  if (found === null) throw new NotFoundError("not_found", "There is no such agent.");
  const { id, name, labels, tools, mayRepeat } = found;
  return { id, name, namespace: body.namespace ?? found.namespace, labels, tools, mayRepeat };
}
