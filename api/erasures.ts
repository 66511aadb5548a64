/** /api/v1/erasures, for admins: a person's raw values go, digests stay. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { NotFoundError } from "@/lib/application/errors";
import { findErasable, requestErasure } from "@/lib/application/request-erasure";
import { type ErasureRow, findErasure, listErasures } from "@/lib/store/erasures";
import type { StoredOperator } from "@/lib/store/operators";
import { ErasureBody, type ErasureDto, ErasureListQuery, type ErasurePreviewDto } from "@/lib/wire/erasure";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { cutPage, idOf, parseCursor } from "./page";
import { readBody, readQuery } from "./read-body";

const PRIVATE = { "cache-control": "no-store" };

export function erasureRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.post("/", (context) => requestHandler(deps, context));
  routes.get("/", async (context) => {
    await requireAdmin(deps, context);
    const { limit, cursor } = readQuery(context, ErasureListQuery);
    const rows = await listErasures(deps.db.client, parseCursor(cursor, "era"), limit + 1);
    const { page, nextCursor } = cutPage(rows, limit);
    return context.json({ items: page.map(toErasureDto), nextCursor }, 200, PRIVATE);
  });
  routes.get("/:id", async (context) => {
    await requireAdmin(deps, context);
    const id = idOf(context, "id", "era", "erasure");
    return context.json(toErasureDto(await loadErasure(deps, id)), 200, PRIVATE);
  });
  return routes;
}

async function requestHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = await requireAdmin(deps, context);
  const { body } = await readBody(context, ErasureBody);
  const { versionOf } = deps.catalog;
  if (body.dryRun) {
    const { items, openCount, byTool } = await findErasable({ ...deps, versionOf }, body);
    const preview: ErasurePreviewDto = { foundCount: items.length, openCount, byTool };
    return context.json(preview, 200, PRIVATE);
  }
  const id = await requestErasure({ ...deps, versionOf }, { operator, body });
  const erasure = toErasureDto(await loadErasure(deps, id));
  return context.json(erasure, 202, { ...PRIVATE, location: `/api/v1/erasures/${id}` });
}

async function requireAdmin(deps: ApiDeps, context: Context): Promise<StoredOperator> {
  return requireOperator(await identifyCaller(deps, context), "admin");
}

async function loadErasure(deps: ApiDeps, id: string): Promise<ErasureRow> {
  const erasure = await findErasure(deps.db.client, id);
  if (erasure === null) throw new NotFoundError("not_found", "There is no such erasure.");
  return erasure;
}

function toErasureDto({ requestedBy, requestedByName, createdAt, endedAt, ...row }: ErasureRow): ErasureDto {
  return {
    ...row,
    state: endedAt === null ? "running" : "finished",
    requestedBy: { id: requestedBy, name: requestedByName ?? requestedBy },
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
