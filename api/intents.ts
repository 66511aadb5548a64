/** /api/v1/intents: submit, read, list, decide. Handlers are schemas, one verb and a presenter. */

import { type Context, Hono } from "hono";
import { type Principal, requireAgent, requireOperator } from "@/lib/application/authenticate";
import { ifReadable } from "@/lib/application/contract-catalog";
import { decideIntent } from "@/lib/application/decide-intent";
import { NotFoundError } from "@/lib/application/errors";
import { undoIntent } from "@/lib/application/undo-intent";
import { withdrawIntent } from "@/lib/application/withdraw-intent";
import type { IdPrefix } from "@/lib/domain/id";
import { listAttempts } from "@/lib/store/attempts";
import { listDecisions } from "@/lib/store/decisions";
import { findNamedIntent, type NamedIntentRow, namesOf } from "@/lib/store/history";
import { isAnsweredRow } from "@/lib/store/intent-row";
import { listIntentEvents } from "@/lib/store/journal-read";
import { listSubmissions } from "@/lib/store/submissions";
import { DecisionBody } from "@/lib/wire/decision";
import { EventListQuery, type IntentDto, PartListQuery, ReasonBody } from "@/lib/wire/intent";
import { bypassHandler, findBypassDto, type ShowIntent, withdrawBypassHandler } from "./bypass";
import { identifyCaller } from "./caller";
import { toDecisionDto } from "./decisions";
import type { ApiDeps } from "./deps";
import { explainChoiceHandler } from "./explain-choice";
import { explainFields, explainSubmissions, toFieldDto } from "./explained-fields";
import { toAttemptDto, toEventDto, toSubmissionDto } from "./intent-dto";
import { exportHandler } from "./intent-export";
import { totalsHandler } from "./intent-totals";
import { listHandler, withLastDecisions } from "./list-intents";
import { cutPage, cutPageBy, idOf, parseCursor, parseNumberCursor } from "./page";
import { parseWaitSeconds } from "./prefer";
import { presentIntent } from "./present-intents";
import { readBody, readQuery } from "./read-body";
import { findDoubtDto, resolveHandler } from "./resolution";
import { requireExactNumbers, submitHandler } from "./submit";

export function intentRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  const showIntent: ShowIntent = async (principal, id) =>
    present(deps, principal, await loadVisible(deps, principal, id));
  routes.post("/", (context) => submitHandler(deps, context));
  routes.get("/", (context) => listHandler(deps, context));
  routes.get("/totals", (context) => totalsHandler(deps, context));
  routes.get("/export", (context) => exportHandler(deps, context));
  routes.get("/:id", (context) => readHandler(deps, context));
  routes.post("/:id/explain", (context) => explainChoiceHandler(deps, context));
  routes.post("/:id/decisions", (context) => decideHandler(deps, context));
  routes.post("/:id/withdraw", (context) => withdrawHandler(deps, context));
  routes.post("/:id/undo", (context) => undoHandler(deps, context));
  routes.post("/:id/bypass", (context) => bypassHandler(deps, context, showIntent));
  routes.post("/:id/resolution", (context) => resolveHandler(deps, context, showIntent));
  routes.delete("/:id/bypass", (context) => withdrawBypassHandler(deps, context));
  routes.get("/:id/submissions", (context) => submissionsHandler(deps, context));
  routes.get("/:id/attempts", (context) => attemptsHandler(deps, context));
  routes.get("/:id/decisions", async (context) => {
    const { id } = await loadForOperator(deps, context);
    const { limit, after } = readPage(context, "dec");
    const { page, nextCursor } = cutPage(await listDecisions(deps.db.client, id, after, limit + 1), limit);
    return context.json({ items: page.map(toDecisionDto), nextCursor });
  });
  routes.get("/:id/events", async (context) => {
    const { id } = await loadForOperator(deps, context);
    const { limit, cursor, actor } = readQuery(context, EventListQuery);
    const after = parseCursor(cursor, "evt") ?? "";
    const rows = await listIntentEvents(deps.db.client, id, after, limit + 1, actor);
    const { page, nextCursor } = cutPage(rows, limit);
    return context.json({ items: page.map(toEventDto), nextCursor });
  });
  return routes;
}

async function attemptsHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const { id } = await loadForOperator(deps, context);
  const { limit, cursor } = readQuery(context, PartListQuery);
  const rows = await listAttempts(deps.db.client, id, parseNumberCursor(cursor) ?? 0, limit + 1);
  const { page, nextCursor } = cutPageBy(rows, limit, ({ fence }) => fence);
  return context.json({ items: page.map(toAttemptDto), nextCursor });
}

async function submissionsHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const { id, tool } = await loadForOperator(deps, context);
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
  const explained = await explainSubmissions(deps, tool, page);
  return context.json({ items: page.map((row) => toSubmissionDto(row, names, explained(row))), nextCursor });
}

async function readHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  let row = await loadVisible(deps, principal, intentIdOf(context));
  const waitSeconds = parseWaitSeconds(context.req.header("prefer"));
  if (waitSeconds > 0 && !isAnsweredRow(row)) {
    await deps.waiters.wait(row.id, waitSeconds * 1_000);
    row = await loadVisible(deps, principal, row.id);
  }
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (waitSeconds > 0) headers["preference-applied"] = `wait=${waitSeconds}`;
  return context.json(await present(deps, principal, row), 200, headers);
}

/** One intent, whole: operators also see who had the last word, its fields, its bypass order and its doubt. */
async function present(deps: ApiDeps, { kind }: Principal, row: NamedIntentRow): Promise<IntentDto> {
  const shown = await presentIntent(deps, row, kind);
  if (kind !== "operator") return shown;
  const fields = explainFields(await ifReadable(deps.catalog.version(row.tool, row.contractVersion)), row);
  const [decided] = await withLastDecisions(deps, [shown]);
  return {
    ...(decided ?? shown),
    ...(fields === null ? {} : { fields: fields.map(toFieldDto) }),
    ...(await findBypassDto(deps, row)),
    ...(await findDoubtDto(deps, row)),
  };
}

async function decideHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  const operator = requireOperator(principal, "approver");
  const intentId = intentIdOf(context);
  const { text, body } = await readBody(context, DecisionBody);
  requireExactNumbers(text);
  const { termsOf, versionOf } = deps.catalog;
  await decideIntent({ ...deps, termsOf, versionOf }, { operator, intentId, body });
  return context.json(await present(deps, principal, await loadVisible(deps, principal, intentId)));
}

async function withdrawHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  const agent = requireAgent(principal);
  const intentId = intentIdOf(context);
  const { body } = await readBody(context, ReasonBody);
  await withdrawIntent({ ...deps, termsOf: deps.catalog.termsOf }, { agent, intentId, reason: body.reason ?? null });
  const row = await loadVisible(deps, principal, intentId);
  return context.json(await presentIntent(deps, row, "agent"));
}

async function undoHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  const operator = requireOperator(principal, "approver");
  const intentId = intentIdOf(context);
  const { body } = await readBody(context, ReasonBody);
  await undoIntent({ ...deps, termsOf: deps.catalog.termsOf }, { operator, intentId, reason: body.reason ?? null });
  return context.json(await present(deps, principal, await loadVisible(deps, principal, intentId)));
}

/** An agent is told of another namespace's intent exactly what it is told of one that does not exist. */
async function loadVisible(deps: ApiDeps, principal: Principal, id: string): Promise<NamedIntentRow> {
  const row = await findNamedIntent(deps.db.client, id);
  if (row === null || (principal.kind === "agent" && row.namespace !== principal.agent.namespace)) {
    throw new NotFoundError("not_found", "There is no such intent.");
  }
  return row;
}

function intentIdOf(context: Context): string {
  return idOf(context, "id", "int", "intent");
}

async function loadForOperator(deps: ApiDeps, context: Context): Promise<NamedIntentRow> {
  const principal = await identifyCaller(deps, context);
  requireOperator(principal);
  return loadVisible(deps, principal, intentIdOf(context));
}

function readPage(context: Context, prefix: IdPrefix): { limit: number; after: string } {
  const { limit, cursor } = readQuery(context, PartListQuery);
  return { limit, after: parseCursor(cursor, prefix) ?? "" };
}
