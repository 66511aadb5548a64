/** /api/v1/intents: submit, read, list, decide. Handlers are schemas, one verb and a presenter. */
import { type Context, Hono } from "hono";
import { type Principal, requireOperator } from "@/lib/application/authenticate";
import { decideIntent } from "@/lib/application/decide-intent";
import { InvalidError, NotFoundError } from "@/lib/application/errors";
import { listAttempts } from "@/lib/store/attempts";
import { findNamedIntent, listIntentEvents, listIntents, type NamedIntentRow, namesOf } from "@/lib/store/history";
import { listSubmissions } from "@/lib/store/submissions";
import { DecisionBody, IntentListQuery } from "@/lib/wire/intent";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { namedIntentDto, toAttemptDto, toEventDto, toSubmissionDto } from "./intent-dto";
import { parseWaitSeconds } from "./prefer";
import { readBody, readQuery } from "./read-body";
import { isSettledRow, submitHandler } from "./submit";

const PAGE_MAX = 500;

export function intentRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.post("/", (context) => submitHandler(deps, context));
  routes.get("/", (context) => listHandler(deps, context));
  routes.get("/:id", (context) => readHandler(deps, context));
  routes.post("/:id/decisions", (context) => decideHandler(deps, context));
  routes.get("/:id/submissions", async (context) => {
    const { id } = await loadForOperator(deps, context);
    const rows = await listSubmissions(deps.db.client, id, "", PAGE_MAX);
    const ids = (pick: (row: (typeof rows)[number]) => string | null) => [
      ...new Set(rows.flatMap((row) => pick(row) ?? [])),
    ];
    const names = await namesOf(
      deps.db.client,
      ids((row) => row.agentId),
      ids((row) => row.operatorId),
    );
    return context.json({ items: rows.map((row) => toSubmissionDto(row, names)), nextCursor: null });
  });
  routes.get("/:id/attempts", async (context) => {
    const { id } = await loadForOperator(deps, context);
    const rows = await listAttempts(deps.db.client, id, PAGE_MAX);
    return context.json({ items: rows.map(toAttemptDto), nextCursor: null });
  });
  routes.get("/:id/events", async (context) => {
    const { id } = await loadForOperator(deps, context);
    const rows = await listIntentEvents(deps.db.client, id, "", PAGE_MAX);
    return context.json({ items: rows.map(toEventDto), nextCursor: null });
  });
  return routes;
}

async function readHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  let row = await loadVisible(deps, principal, context.req.param("id") ?? "");
  const waitSeconds = parseWaitSeconds(context.req.header("prefer"));
  if (waitSeconds > 0 && !isSettledRow(row)) {
    await deps.waiters.wait(row.id, waitSeconds * 1_000);
    row = await loadVisible(deps, principal, row.id);
  }
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (waitSeconds > 0) headers["preference-applied"] = `wait=${waitSeconds}`;
  return context.json(namedIntentDto(row, await titleOf(deps, row)), 200, headers);
}

async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  const query = readQuery(context, IntentListQuery);
  const { state, tool, run, agent, q, limit } = query;
  const rows = await listIntents(deps.db.client, {
    namespace: principal.kind === "agent" ? principal.agent.namespace : null,
    state,
    tool,
    run,
    agent,
    q,
    fromMs: query.from === undefined ? undefined : Date.parse(query.from),
    toMs: query.to === undefined ? undefined : Date.parse(query.to),
    before: query.cursor === undefined ? undefined : parseCursor(query.cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const items = await Promise.all(page.map(async (row) => namedIntentDto(row, await titleOf(deps, row))));
  const nextCursor = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
  return context.json({ items, nextCursor }, 200, { "cache-control": "no-store" });
}

async function decideHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "approver");
  const { body } = await readBody(context, DecisionBody);
  const { termsOf } = deps.catalog;
  await decideIntent({ ...deps, termsOf }, { operator, intentId: context.req.param("id") ?? "", body });
  const row = await loadVisible(deps, { kind: "operator", operator, session: null }, context.req.param("id") ?? "");
  return context.json(namedIntentDto(row, await titleOf(deps, row)));
}

/** An agent is told of another namespace's intent exactly what it is told of one that does not exist. */
async function loadVisible(deps: ApiDeps, principal: Principal, id: string): Promise<NamedIntentRow> {
  const row = await findNamedIntent(deps.db.client, id);
  if (row === null || (principal.kind === "agent" && row.namespace !== principal.agent.namespace)) {
    throw new NotFoundError("not_found", "There is no such intent.");
  }
  return row;
}

async function loadForOperator(deps: ApiDeps, context: Context): Promise<NamedIntentRow> {
  const principal = await identifyCaller(deps, context);
  requireOperator(principal);
  return loadVisible(deps, principal, context.req.param("id") ?? "");
}

async function titleOf(deps: ApiDeps, row: NamedIntentRow): Promise<string> {
  return (await deps.catalog.version(row.tool, row.contractVersion)).definition.title;
}

function parseCursor(cursor: string): string {
  if (/^int_[0-9a-z]{26}$/.test(cursor)) return cursor;
  const message = "Expected the nextCursor of an earlier page.";
  throw new InvalidError("invalid_request", message, [{ pointer: "/cursor", message }]);
}
