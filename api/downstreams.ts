/** /api/v1/downstreams: what is given a rest. Every operator may look; approvers and admins let it be tried. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { tryDownstream } from "@/lib/application/try-downstream";
import { countClearedOf, listResting, type RestingRow } from "@/lib/store/resting-downstreams";
import { type RestingDownstreamDto, type RestingDownstreamListDto, TryDownstreamBody } from "@/lib/wire/downstream";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { readBody } from "./read-body";

export function downstreamRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.get("/", async (context) => {
    requireOperator(await identifyCaller(deps, context));
    return answerList(deps, context);
  });
  routes.post("/try", async (context) => {
    const operator = requireOperator(await identifyCaller(deps, context), "approver");
    const { body } = await readBody(context, TryDownstreamBody);
    await tryDownstream(deps, { operator, origin: body.origin, tool: body.tool ?? null });
    return answerList(deps, context);
  });
  return routes;
}

/** No page: it names what is wrong now, and the store bounds it. */
async function answerList({ db }: ApiDeps, context: Context): Promise<Response> {
  const rows = await listResting(db.client);
  const waiting = await countClearedOf(db.client, [...new Set(rows.map(({ tool }) => tool))]);
  const items = rows.map((row) => toDto(row, waiting.get(row.tool) ?? 0));
  const list: RestingDownstreamListDto = { items };
  return context.json(list, 200, { "cache-control": "no-store" });
}

function toDto({ since, nextTryAt, tryAskedAt, ...row }: RestingRow, waitingCount: number): RestingDownstreamDto {
  return {
    ...row,
    waitingCount,
    since: since.toISOString(),
    nextTryAt: nextTryAt.toISOString(),
    tryAskedAt: tryAskedAt?.toISOString() ?? null,
  };
}
