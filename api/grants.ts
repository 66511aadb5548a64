/** /api/v1/grants, for admins: standing approvals, what was used of them, and taking them back. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { createGrant } from "@/lib/application/create-grant";
import { InvalidError, NotFoundError } from "@/lib/application/errors";
import { revokeGrant } from "@/lib/application/revoke-grant";
import { findUnsafeNumbers } from "@/lib/domain/normalise/lossless";
import { appendToken } from "@/lib/domain/pointer";
import { findListedGrant, type ListedGrant, listGrants, listGrantUses } from "@/lib/store/grant-history";
import type { StoredOperator } from "@/lib/store/operators";
import { type CreatedGrantDto, GrantBody, GrantListQuery, GrantUseListQuery } from "@/lib/wire/grant";
import { findUnstorable } from "@/lib/wire/text";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { toGrantDto, toGrantUseDto } from "./grant-dto";
import { cutPage, idOf, parseCursor } from "./page";
import { readBody, readQuery } from "./read-body";

const PRIVATE = { "cache-control": "no-store" };

export function grantRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.post("/", (context) => createHandler(deps, context));
  routes.get("/", (context) => listHandler(deps, context));
  routes.get("/:id", async (context) => {
    await requireAdmin(deps, context);
    return context.json(toGrantDto(await loadGrant(deps, grantIdOf(context)), deps.now()), 200, PRIVATE);
  });
  routes.get("/:id/uses", (context) => usesHandler(deps, context));
  routes.delete("/:id", async (context) => {
    const operator = await requireAdmin(deps, context);
    await revokeGrant(deps, { operator, grantId: grantIdOf(context) });
    return context.body(null, 204);
  });
  return routes;
}

async function createHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = await requireAdmin(deps, context);
  const { text, body } = await readBody(context, GrantBody);
  requireUnchanged(text);
  const { id, warnings } = await createGrant(deps, { operator, body });
  const created: CreatedGrantDto = { ...toGrantDto(await loadGrant(deps, id), deps.now()), warnings };
  return context.json(created, 201, { ...PRIVATE, location: `/api/v1/grants/${id}` });
}

/** A pin that lost a digit or a member on the way in would cover something else than what was written. */
function requireUnchanged(text: string): void {
  const message = "This number has more digits than a double can carry; send it as a string.";
  const errors = [
    ...findUnsafeNumbers(text).map((pointer) => ({ pointer, message })),
    ...findUnstorable(JSON.parse(text)).map((found) => ({
      pointer: found.path.reduce<string>(appendToken, ""),
      message: found.message,
    })),
  ];
  if (errors.length > 0) throw new InvalidError("invalid_request", "The body is not as expected.", errors);
}

async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  await requireAdmin(deps, context);
  const { cursor, limit, ...filter } = readQuery(context, GrantListQuery);
  const before = parseCursor(cursor, "grt");
  const rows = await listGrants(deps.db.client, { ...filter, before, limit: limit + 1 });
  const { page, nextCursor } = cutPage(rows, limit);
  const now = deps.now();
  return context.json({ items: page.map((grant) => toGrantDto(grant, now)), nextCursor }, 200, PRIVATE);
}

async function usesHandler(deps: ApiDeps, context: Context): Promise<Response> {
  await requireAdmin(deps, context);
  const { id } = await loadGrant(deps, grantIdOf(context));
  const { cursor, limit } = readQuery(context, GrantUseListQuery);
  const before = parseCursor(cursor, "dec");
  const rows = await listGrantUses(deps.db.client, id, { before, limit: limit + 1 });
  const { page, nextCursor } = cutPage(rows, limit);
  return context.json({ items: page.map(toGrantUseDto), nextCursor }, 200, PRIVATE);
}

async function requireAdmin(deps: ApiDeps, context: Context): Promise<StoredOperator> {
  return requireOperator(await identifyCaller(deps, context), "admin");
}

function grantIdOf(context: Context): string {
  return idOf(context, "id", "grt", "grant");
}

async function loadGrant(deps: ApiDeps, id: string): Promise<ListedGrant> {
  const grant = await findListedGrant(deps.db.client, id);
  if (grant === null) throw new NotFoundError("not_found", "There is no such grant.");
  return grant;
}
