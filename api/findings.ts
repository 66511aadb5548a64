/** Findings: what somebody should look at, and what came of it. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { changeFinding } from "@/lib/application/change-finding";
import { NotFoundError } from "@/lib/application/errors";
import { type FindingRow, findFinding, listFindings } from "@/lib/store/findings";
import { type FindingDto, FindingListQuery, FindingStateBody } from "@/lib/wire/finding";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { cutPage, idOf, parseCursor } from "./page";
import { readBody, readQuery } from "./read-body";

const NO_STORE = { "cache-control": "no-store" };

export function findingRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.get("/", (context) => listHandler(deps, context));
  routes.get("/:id", (context) => readHandler(deps, context));
  routes.post("/:id/state", (context) => stateHandler(deps, context));
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
  return context.json({ items: page.map(toFindingDto), nextCursor }, 200, NO_STORE);
}

async function readHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const row = await findFinding(deps.db.client, findingId(context));
  if (row === null) throw new NotFoundError("not_found", "There is no such finding.");
  return context.json(toFindingDto(row), 200, NO_STORE);
}

async function stateHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "approver");
  const id = findingId(context);
  const { body } = await readBody(context, FindingStateBody);
  return context.json(toFindingDto(await changeFinding(deps, { operator, id, body })), 200, NO_STORE);
}

function findingId(context: Context): string {
  return idOf(context, "id", "fnd", "finding");
}

function toFindingDto({ createdAt, changedAt, seenAt, ...row }: FindingRow): FindingDto {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt?.toISOString() ?? null,
    seenAt: seenAt?.toISOString() ?? null,
  };
}
