/** /api/v1/intents: submit, read, list, decide. Handlers are schemas, one verb and a presenter. */
import { type Context, Hono } from "hono";
import { type Principal, requireOperator } from "@/lib/application/authenticate";
import { decideIntent } from "@/lib/application/decide-intent";
import { InvalidError, NotFoundError } from "@/lib/application/errors";
import type { IdPrefix } from "@/lib/domain/id";
import { listAttempts } from "@/lib/store/attempts";
import { findNamedIntent, listIntentEvents, listIntents, type NamedIntentRow, namesOf } from "@/lib/store/history";
import { listSubmissions } from "@/lib/store/submissions";
import { DecisionBody, IntentListQuery, PartListQuery } from "@/lib/wire/intent";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { namedIntentDto, toAttemptDto, toEventDto, toSubmissionDto } from "./intent-dto";
import { parseWaitSeconds } from "./prefer";
import { readBody, readQuery } from "./read-body";
import { isSettledRow, submitHandler } from "./submit";

/** Retries are bounded well below it. */
const ATTEMPTS_MAX = 500;

export function intentRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.post("/", (context) => submitHandler(deps, context));
  routes.get("/", (context) => listHandler(deps, context));
  routes.get("/:id", (context) => readHandler(deps, context));
  routes.post("/:id/decisions", (context) => decideHandler(deps, context));
  routes.get("/:id/submissions", (context) => submissionsHandler(deps, context));
  routes.get("/:id/attempts", async (context) => {
    const { id } = await loadForOperator(deps, context);
    const rows = await listAttempts(deps.db.client, id, ATTEMPTS_MAX);
    return context.json({ items: rows.map(toAttemptDto), nextCursor: null });
  });
  routes.get("/:id/events", async (context) => {
    const { id } = await loadForOperator(deps, context);
    const { limit, after } = readPage(context, "evt");
    const { page, nextCursor } = cutPage(await listIntentEvents(deps.db.client, id, after, limit + 1), limit);
    return context.json({ items: page.map(toEventDto), nextCursor });
  });
  return routes;
}

async function submissionsHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const { id } = await loadForOperator(deps, context);
  const { limit, after } = readPage(context, "sub");
  const { page, nextCursor } = cutPage(await listSubmissions(deps.db.client, id, after, limit + 1), limit);
  const ids = (pick: (row: (typeof page)[number]) => string | null) => [
    ...new Set(page.flatMap((row) => pick(row) ?? [])),
  ];
  const names = await namesOf(
    deps.db.client,
    ids((row) => row.agentId),
    ids((row) => row.operatorId),
  );
  return context.json({ items: page.map((row) => toSubmissionDto(row, names)), nextCursor });
}

async function readHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  let row = await loadVisible(deps, principal, intentIdOf(context));
  const waitSeconds = parseWaitSeconds(context.req.header("prefer"));
  if (waitSeconds > 0 && !isSettledRow(row)) {
    await deps.waiters.wait(row.id, waitSeconds * 1_000);
    row = await loadVisible(deps, principal, row.id);
  }
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (waitSeconds > 0) headers["preference-applied"] = `wait=${waitSeconds}`;
  return context.json(namedIntentDto(row, await titleOf(deps, row), principal.kind), 200, headers);
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
    before: query.cursor === undefined ? undefined : parseCursor(query.cursor, "int"),
    limit: limit + 1,
  });
  const { page, nextCursor } = cutPage(rows, limit);
  const items = await Promise.all(
    page.map(async (row) => namedIntentDto(row, await titleOf(deps, row), principal.kind)),
  );
  return context.json({ items, nextCursor }, 200, { "cache-control": "no-store" });
}

async function decideHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "approver");
  const intentId = intentIdOf(context);
  const { body } = await readBody(context, DecisionBody);
  const { termsOf } = deps.catalog;
  await decideIntent({ ...deps, termsOf }, { operator, intentId, body });
  const row = await loadVisible(deps, { kind: "operator", operator, session: null }, intentId);
  return context.json(namedIntentDto(row, await titleOf(deps, row), "operator"));
}

/** An agent is told of another namespace's intent exactly what it is told of one that does not exist. */
async function loadVisible(deps: ApiDeps, principal: Principal, id: string): Promise<NamedIntentRow> {
  const row = await findNamedIntent(deps.db.client, id);
  if (row === null || (principal.kind === "agent" && row.namespace !== principal.agent.namespace)) {
    throw noSuchIntent();
  }
  return row;
}

/** Anything else names no intent, and some of it could not even be asked for. */
function intentIdOf(context: Context): string {
  const id = context.req.param("id") ?? "";
  if (!isIdOf("int", id)) throw noSuchIntent();
  return id;
}

function noSuchIntent(): NotFoundError {
  return new NotFoundError("not_found", "There is no such intent.");
}

async function loadForOperator(deps: ApiDeps, context: Context): Promise<NamedIntentRow> {
  const principal = await identifyCaller(deps, context);
  requireOperator(principal);
  return loadVisible(deps, principal, intentIdOf(context));
}

async function titleOf(deps: ApiDeps, row: NamedIntentRow): Promise<string> {
  return (await deps.catalog.version(row.tool, row.contractVersion)).definition.title;
}

function readPage(context: Context, prefix: IdPrefix): { limit: number; after: string } {
  const { limit, cursor } = readQuery(context, PartListQuery);
  return { limit, after: cursor === undefined ? "" : parseCursor(cursor, prefix) };
}

/** One row more than asked for says that there is another page. */
function cutPage<T extends { id: string }>(rows: T[], limit: number): { page: T[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  return { page, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

function parseCursor(cursor: string, prefix: IdPrefix): string {
  if (isIdOf(prefix, cursor)) return cursor;
  const message = "Expected the nextCursor of an earlier page.";
  throw new InvalidError("invalid_request", message, [{ pointer: "/cursor", message }]);
}

function isIdOf(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-z]{26}$/.test(text.slice(prefix.length + 1));
}
