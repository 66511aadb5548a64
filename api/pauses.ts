/**
 * Pausing and resuming a tool, an agent or everything, for approvers and admins; everybody may look. Doing it again
 * changes nothing.
 */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { NotFoundError } from "@/lib/application/errors";
import { pause } from "@/lib/application/pause";
import { loadPauseTarget } from "@/lib/application/pause-target";
import { resume } from "@/lib/application/resume";
import { TOOL_NAME } from "@/lib/domain/contract/definition";
import { type PauseScope, targetOf } from "@/lib/domain/pause/pause";
import { findLatestPause, listPauses, type StoredPause } from "@/lib/store/pauses";
import {
  PauseBody,
  type PauseDto,
  type PauseListDto,
  PauseListQuery,
  type PauseStateDto,
  ResumeBody,
} from "@/lib/wire/pause";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { cutPage, idOf, parseCursor } from "./page";
import { readBody, readQuery } from "./read-body";

type ScopeOf = (context: Context) => PauseScope;

const PRIVATE = { "cache-control": "no-store" };

export function pauseRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  const places: [path: string, scopeOf: ScopeOf][] = [
    ["/tools/:tool", toolOf],
    ["/agents/:id", agentOf],
    ["", () => ({ covers: "everything" })],
  ];
  for (const [path, scopeOf] of places) {
    routes.get(`${path}/pause`, (context) => readHandler(deps, context, scopeOf));
    routes.post(`${path}/pause`, (context) => pauseHandler(deps, context, scopeOf));
    routes.post(`${path}/resume`, (context) => resumeHandler(deps, context, scopeOf));
  }
  routes.get("/pauses", (context) => listHandler(deps, context));
  return routes;
}

async function readHandler(deps: ApiDeps, context: Context, scopeOf: ScopeOf): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const scope = scopeOf(context);
  await loadPauseTarget(deps.db.client, scope);
  const latest = await findLatestPause(deps.db.client, { covers: scope.covers, target: targetOf(scope) });
  return context.json(toStateDto(scope, latest), 200, PRIVATE);
}

async function pauseHandler(deps: ApiDeps, context: Context, scopeOf: ScopeOf): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "approver");
  const scope = scopeOf(context);
  const { body } = await readBody(context, PauseBody);
  return context.json(toStateDto(scope, await pause(deps, { scope, reason: body.reason, operator })));
}

async function resumeHandler(deps: ApiDeps, context: Context, scopeOf: ScopeOf): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "approver");
  const scope = scopeOf(context);
  if (hasBody(context)) await readBody(context, ResumeBody);
  return context.json(toStateDto(scope, await resume(deps, { scope, operator })));
}

async function listHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const { active, limit, cursor } = readQuery(context, PauseListQuery);
  const rows = await listPauses(deps.db.client, {
    active: active === undefined ? null : active === "true",
    before: parseCursor(cursor, "pau") ?? null,
    limit: limit + 1,
  });
  const { page, nextCursor } = cutPage(rows, limit);
  const list: PauseListDto = { items: page.map(toPauseDto), nextCursor };
  return context.json(list, 200, PRIVATE);
}

/** What is no tool's name names no tool, and some of it could not even be asked for. */
function toolOf(context: Context): PauseScope {
  const tool = context.req.param("tool") ?? "";
  if (!TOOL_NAME.test(tool)) throw new NotFoundError("unknown_tool", "No contract is published under this name.");
  return { covers: "tool", tool };
}

function agentOf(context: Context): PauseScope {
  return { covers: "agent", agentId: idOf(context, "id", "agt", "agent") };
}

/** To resume says nothing more: `{}` and no body at all mean the same. */
function hasBody(context: Context): boolean {
  const isChunked = context.req.header("transfer-encoding") !== undefined;
  return isChunked || Number(context.req.header("content-length") ?? 0) > 0;
}

function toStateDto(scope: PauseScope, latest: StoredPause | null): PauseStateDto {
  return {
    covers: scope.covers,
    target: targetOf(scope) || null,
    paused: latest !== null && latest.resumedAt === null,
    pause: latest === null ? null : toPauseDto(latest),
  };
}

function toPauseDto(stored: StoredPause): PauseDto {
  const { id, covers, target, reason, pausedBy, pausedAt, resumedBy, resumedAt } = stored;
  return {
    id,
    covers,
    target: target || null,
    reason,
    pausedBy,
    pausedAt: new Date(pausedAt).toISOString(),
    resumedBy,
    resumedAt: resumedAt === null ? null : new Date(resumedAt).toISOString(),
  };
}
