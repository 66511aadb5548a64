/** /api/v1/audit: the log, its seals, proofs and exports. Every operator may read; to take it away needs an approver. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { exportAudit } from "@/lib/application/export-audit";
import { proveEvent } from "@/lib/application/prove-event";
import { isDetailOf } from "@/lib/domain/audit/event-detail";
import { firstIdAt } from "@/lib/domain/id";
import { type ListedEventRow, listAuditEvents, listSealedEvents } from "@/lib/store/audit-events";
import { listAuditKeys, listSeals } from "@/lib/store/seals";
import {
  AuditExportQuery,
  type AuditKeyListDto,
  type LoggedEventDto,
  type LoggedEventListDto,
  LoggedEventListQuery,
  type SealListDto,
  SealListQuery,
} from "@/lib/wire/audit";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { CURSORS, cutPageBy, idOf, parseCursor, parseLongNumberCursor } from "./page";
import { readQuery } from "./read-body";
import { toStream } from "./stream-text";

const FRESH = { "cache-control": "no-store" };

export function auditRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.get("/events", (context) => eventsHandler(deps, context));
  routes.get("/events/:id/proof", (context) => proofHandler(deps, context));
  routes.get("/seals", (context) => sealsHandler(deps, context));
  routes.get("/key", (context) => keyHandler(deps, context));
  routes.get("/export", (context) => exportHandler(deps, context));
  return routes;
}

async function eventsHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const query = readQuery(context, LoggedEventListQuery);
  const { type, actor, intent, subject, limit, cursor } = query;
  const filter = { type, actor, intent, subject, fromId: toId(query.from), toId: toId(query.to) };
  const { client } = deps.db;
  const { rows, next } =
    query.order === "position"
      ? await listSealedEvents(client, filter, parseLongNumberCursor(cursor, CURSORS.byId("evt")) ?? 0, limit)
      : await listAuditEvents(client, filter, parseCursor(cursor, "evt", CURSORS.byNumber), limit);
  const list: LoggedEventListDto = {
    items: rows.map(toLoggedEventDto),
    nextCursor: next === null ? null : String(next),
  };
  return context.json(list, 200, FRESH);
}

function toId(instant: string | undefined): string | undefined {
  return instant === undefined ? undefined : firstIdAt("evt", Date.parse(instant));
}

function toLoggedEventDto(row: ListedEventRow): LoggedEventDto {
  const { id, type, actorKind, actorId, actorName, namespace, intentId, subject, data, detail, salt, position } = row;
  return {
    id,
    at: row.at.toISOString(),
    type,
    actor: { kind: actorKind, id: actorId, name: actorName },
    namespace,
    intentId,
    subject,
    data,
    details: detail,
    detailsIntact: detail === null || salt === null ? null : isDetailOf(data, salt, detail),
    position,
    seal: row.sealNumber,
  };
}

async function proofHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  return context.json(await proveEvent(deps.db, idOf(context, "id", "evt", "event")), 200, FRESH);
}

async function sealsHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const { limit, cursor } = readQuery(context, SealListQuery);
  const rows = await listSeals(deps.db.client, parseLongNumberCursor(cursor) ?? null, limit + 1);
  const { page, nextCursor } = cutPageBy(rows, limit, ({ number }) => number);
  return context.json({ items: page, nextCursor } satisfies SealListDto, 200, FRESH);
}

async function keyHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const { keyId, pem } = deps.sealKey;
  const used = await listAuditKeys(deps.db.client);
  const items: AuditKeyListDto["items"] = used.map((row) => ({
    keyId: row.keyId,
    publicKey: row.publicKey,
    current: row.keyId === keyId,
    firstUsedAt: row.firstUsedAt.toISOString(),
  }));
  if (!items.some(({ current }) => current)) items.push({ keyId, publicKey: pem, current: true, firstUsedAt: null });
  return context.json({ items } satisfies AuditKeyListDto, 200, FRESH);
}

async function exportHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "approver");
  const { from, to } = readQuery(context, AuditExportQuery);
  const fromMs = from === undefined ? null : Date.parse(from);
  const toMs = to === undefined ? null : Date.parse(to);
  const text = await exportAudit(deps, { operator, fromMs, toMs });
  const stream = toStream(text, (error) => deps.onError(error, "GET /api/v1/audit/export"));
  return context.body(stream, 200, { ...FRESH, "content-type": "application/x-ndjson" });
}
