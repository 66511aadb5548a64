/** Reconciliations: started, uploaded, watched and stopped. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { InvalidError, NotFoundError } from "@/lib/application/errors";
import { startReconciliation } from "@/lib/application/reconcile/start-reconciliation";
import { stopReconciliation } from "@/lib/application/reconcile/stop-reconciliation";
import type { StoredOperator } from "@/lib/store/operators";
import { findReconciliation, listReconciliations, type ReconciliationRow } from "@/lib/store/reconciliations";
import { listRowFaults, type RowFault } from "@/lib/store/statement-rows";
import {
  ReconciliationBody,
  type ReconciliationDto,
  ReconciliationListQuery,
  RowFaultListQuery,
  StatementQuery,
  StopBody,
} from "@/lib/wire/reconciliation";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { cutPage, cutPageBy, idOf, parseCursor, parseNumberCursor } from "./page";
import { RequestError } from "./problem";
import { readBody, readQuery } from "./read-body";
import { receiveUpload, STATEMENT_TYPES } from "./statement-upload";

const NO_STORE = { "cache-control": "no-store" };
const ERRORS_SHOWN_MAX = 20;
const JSON_TYPE = "application/json";

export function reconciliationRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.post("/", (context) => startHandler(deps, context));
  routes.get("/", (context) => listHandler(deps, context));
  routes.get("/:id", (context) => readHandler(deps, context));
  routes.get("/:id/errors", (context) => errorsHandler(deps, context));
  routes.post("/:id/stop", (context) => stopHandler(deps, context));
  return routes;
}

/** A JSON body without `?tool=` says what to start; anything else is a statement. */
async function startHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "approver");
  const type = (context.req.header("content-type") ?? JSON_TYPE).split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const query = readQuery(context, StatementQuery);
  if (type !== JSON_TYPE || query.tool !== undefined) return uploadHandler(deps, context, operator, type);
  requireNoQuery(context);
  const { body } = await readBody(context, ReconciliationBody);
  const run = await startReconciliation(deps, { ...body, operator, from: instant(body.from), to: instant(body.to) });
  return accepted(context, run, []);
}

/** They are a statement's; here they would be left out silently. */
function requireNoQuery(context: Context): void {
  const errors = Object.keys(context.req.query()).map((name) => ({
    pointer: `/${name}`,
    message: "A comparison without a statement takes this in its body; one with a statement also needs ?tool=….",
  }));
  if (errors.length > 0) throw new InvalidError("invalid_request", "A query parameter is not as expected.", errors);
}

async function uploadHandler(deps: ApiDeps, context: Context, operator: StoredOperator, type: string) {
  const format = STATEMENT_TYPES[type];
  if (format === undefined) {
    const fix = "Send text/csv, application/x-ndjson, or a JSON array as application/json.";
    throw new RequestError(415, "unsupported_media_type", "A statement is CSV or JSON.", fix);
  }
  const { tool, from, to, unit } = readQuery(context, StatementQuery);
  if (tool === undefined) {
    const message = "Expected the tool that the statement is about: ?tool=…";
    throw new InvalidError("invalid_request", message, [{ pointer: "/tool", message }]);
  }
  const input = { operator, tool, format, unit, from: instant(from), to: instant(to) };
  const { run, faults } = await receiveUpload(deps, context, input);
  return accepted(context, run, faults);
}

function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

function accepted(context: Context, run: ReconciliationRow, faults: RowFault[]): Response {
  const dto = toDto(run, faults);
  return context.json(dto, 202, { ...NO_STORE, location: dto.links.self, "retry-after": "1" });
}

async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const { limit, cursor, tool } = readQuery(context, ReconciliationListQuery);
  const rows = await listReconciliations(deps.db.client, {
    tool,
    before: parseCursor(cursor, "rec"),
    limit: limit + 1,
  });
  const { page, nextCursor } = cutPage(rows, limit);
  return context.json({ items: page.map((run) => toDto(run, [])), nextCursor }, 200, NO_STORE);
}

async function readHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const run = await load(deps, context);
  return context.json(await withFaults(deps, run), 200, NO_STORE);
}

async function errorsHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const { limit, cursor } = readQuery(context, RowFaultListQuery);
  const after = parseNumberCursor(cursor) ?? 0;
  const { number } = await load(deps, context);
  const rows = await listRowFaults(deps.db.client, number, after, limit + 1);
  const { page, nextCursor } = cutPageBy(rows, limit, ({ line }) => line);
  return context.json({ items: page, nextCursor }, 200, NO_STORE);
}

async function stopHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "approver");
  const id = runId(context);
  await readBody(context, StopBody);
  return context.json(await withFaults(deps, await stopReconciliation(deps, { operator, id })), 200, NO_STORE);
}

async function load(deps: ApiDeps, context: Context): Promise<ReconciliationRow> {
  const run = await findReconciliation(deps.db.client, runId(context));
  if (run === null) throw new NotFoundError("not_found", "There is no such reconciliation.");
  return run;
}

function runId(context: Context): string {
  return idOf(context, "id", "rec", "reconciliation");
}

async function withFaults(deps: ApiDeps, run: ReconciliationRow): Promise<ReconciliationDto> {
  const isRead = run.source === "probe" || (run.counts["bad"] ?? 0) === 0;
  return toDto(run, isRead ? [] : await listRowFaults(deps.db.client, run.number, 0, ERRORS_SHOWN_MAX));
}

function toDto(run: ReconciliationRow, errors: RowFault[]): ReconciliationDto {
  const { id, tool, source, state, failure, windowFrom, windowTo, counts, warnings, requestedBy } = run;
  const self = `/api/v1/reconciliations/${id}`;
  return {
    id,
    tool,
    source,
    state,
    failure,
    window:
      windowFrom === null || windowTo === null ? null : { from: windowFrom.toISOString(), to: windowTo.toISOString() },
    progress: { phase: run.phase, done: run.done, total: run.total },
    counts,
    warnings: [...warnings, ...leftOut(counts)],
    errors,
    requestedBy,
    createdAt: run.createdAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
    links: { self, errors: `${self}/errors`, findings: `/api/v1/findings?reconciliation=${id}` },
  };
}

function leftOut({ notRaised = 0 }: Record<string, number>): string[] {
  if (notRaised === 0) return [];
  return [`${notRaised} further divergences were counted, but are no findings: is this the right statement?`];
}
