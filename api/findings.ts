/** GET /api/v1/findings: what somebody should look at. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { type FindingRow, listFindings } from "@/lib/store/findings";
import { type FindingDto, FindingListQuery } from "@/lib/wire/finding";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { cutPage, parseCursor } from "./page";
import { readQuery } from "./read-body";

export function findingRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.get("/", (context) => listHandler(deps, context));
  return routes;
}

async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const { limit, cursor, ...filter } = readQuery(context, FindingListQuery);
  const before = parseCursor(cursor, "fnd");
  const { page, nextCursor } = cutPage(
    await listFindings(deps.db.client, { ...filter, before, limit: limit + 1 }),
    limit,
  );
  return context.json({ items: page.map(toFindingDto), nextCursor }, 200, { "cache-control": "no-store" });
}

function toFindingDto({ createdAt, ...row }: FindingRow): FindingDto {
  return { ...row, createdAt: createdAt.toISOString() };
}
