/** GET /api/v1/overview: what happened in a time, counted. For every operator. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { InvalidError } from "@/lib/application/errors";
import {
  makeReadOverview,
  OVERVIEW_DEFAULT_MS,
  type OverviewAsked,
  type ReadOverview,
} from "@/lib/application/read-overview";
import { parseDurationMs } from "@/lib/domain/duration";
import { OverviewQuery } from "@/lib/wire/overview";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { toOverviewDto } from "./overview-dto";
import { readQuery } from "./read-body";

export function overviewRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  const readOverview = makeReadOverview(deps);
  routes.get("/", (context) => overviewHandler(deps, context, readOverview));
  return routes;
}

async function overviewHandler(deps: ApiDeps, context: Context, readOverview: ReadOverview): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const asked = toAsked(readQuery(context, OverviewQuery));
  await deps.catchUp();
  return context.json(toOverviewDto(await readOverview(asked)), 200, { "cache-control": "no-store" });
}

function toAsked({ last, from, to }: OverviewQuery): OverviewAsked {
  if (from === undefined && to === undefined) {
    const lengthMs = last === undefined ? OVERVIEW_DEFAULT_MS : parseDurationMs(last);
    if (lengthMs !== null) return { kind: "last", lengthMs };
    const message = "This is longer than any time that is kept.";
    throw new InvalidError("invalid_request", message, [{ pointer: "/last", message }]);
  }
  const [fromMs, toMs] = [from, to].map((instant) => (instant === undefined ? null : Date.parse(instant)));
  return { kind: "between", fromMs: fromMs ?? null, toMs: toMs ?? null };
}
