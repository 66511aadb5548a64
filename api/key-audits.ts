/** Key audits: ask for one, follow it, read what it found, as JSON or as a table. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { ConflictError, NotFoundError } from "@/lib/application/errors";
import { requestKeyAudit } from "@/lib/application/request-key-audit";
import { toCsv } from "@/lib/domain/key-audit/csv";
import { findKeyAudit, type KeyAuditRow, listKeyAudits } from "@/lib/store/key-audits";
import {
  KeyAuditBody,
  type KeyAuditDto,
  type KeyAuditListDto,
  KeyAuditListQuery,
  type KeyAuditSummaryDto,
  type KeyAuditToolDto,
} from "@/lib/wire/key-audit";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { cutPage, idOf, parseCursor } from "./page";
import { readBody, readQuery } from "./read-body";

const NO_STORE = { "cache-control": "no-store" };

export function keyAuditRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.post("/", (context) => requestHandler(deps, context));
  routes.get("/", (context) => listHandler(deps, context));
  routes.get("/:id", (context) => readHandler(deps, context));
  routes.get("/:id/csv", (context) => tableHandler(deps, context));
  return routes;
}

async function requestHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "approver");
  const { body } = await readBody(context, KeyAuditBody);
  const [fromMs, toMs] = [body.from, body.to].map((text) => (text === undefined ? null : Date.parse(text)));
  const by = { kind: "operator", id: operator.id } as const;
  const { id } = await requestKeyAudit(deps, { fromMs: fromMs ?? null, toMs: toMs ?? null, by });
  const row = await loadById(deps, id);
  return context.json(toSummary(row), 202, { ...NO_STORE, location: `/api/v1/key-audits/${id}` });
}

async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const { limit, cursor } = readQuery(context, KeyAuditListQuery);
  const before = parseCursor(cursor, "kad");
  const { page, nextCursor } = cutPage(await listKeyAudits(deps.db.client, { before, limit: limit + 1 }), limit);
  return context.json({ items: page.map(toSummary), nextCursor } satisfies KeyAuditListDto, 200, NO_STORE);
}

async function readHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const row = await load(deps, context);
  return context.json({ ...toSummary(row), tools: toolsOf(row) } satisfies KeyAuditDto, 200, NO_STORE);
}

async function tableHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const row = await load(deps, context);
  if (row.state === "failed") throw new NotFoundError("not_found", "The key audit failed: there is no table of it.");
  const tools = toolsOf(row);
  if (tools === null)
    throw new ConflictError("key_audit_open", "The key audit has not finished: there is no table yet.");
  return context.body(toCsv(tools as never), 200, {
    ...NO_STORE,
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="${row.id}.csv"`,
  });
}

function toolsOf({ result }: { result: unknown }): Record<string, KeyAuditToolDto> | null {
  return (result as { tools: Record<string, KeyAuditToolDto> } | null)?.tools ?? null;
}

async function load(deps: ApiDeps, context: Context) {
  return loadById(deps, idOf(context, "id", "kad", "key audit"));
}

async function loadById(deps: ApiDeps, id: string) {
  const row = await findKeyAudit(deps.db.client, id);
  if (row === null) throw new NotFoundError("not_found", "There is no such key audit.");
  return row;
}

function toSummary(row: KeyAuditRow): KeyAuditSummaryDto {
  const { id, state, requestedBy, failure, done, total } = row;
  return {
    id,
    state,
    from: row.windowFrom.toISOString(),
    to: row.windowTo.toISOString(),
    requestedBy,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    progress: { done, total },
    failure,
  };
}
