/** What became of the database's own past: how it stands, and the release of what a planned failover put in doubt. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { releaseRestored } from "@/lib/application/store-epoch/release-restored";
import { countRestored, readLastEpoch } from "@/lib/store/restored-intents";
import { StoreReleaseBody, type StoreReleasedDto, type StoreStateDto } from "@/lib/wire/store";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { readBody } from "./read-body";

export function storeRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.get("/", (context) => readHandler(deps, context));
  routes.post("/release", (context) => releaseHandler(deps, context));
  return routes;
}

async function readHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const { epoch, restoring, restoredAt, why } = await readLastEpoch(deps.db.client);
  const counts = await countRestored(deps.db.client, null);
  const state: StoreStateDto = { epoch, restoring, restoredAt: restoredAt?.toISOString() ?? null, why, ...counts };
  return context.json(state, 200, { "cache-control": "no-store" });
}

async function releaseHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "admin");
  const { body } = await readBody(context, StoreReleaseBody);
  const released: StoreReleasedDto = await releaseRestored(
    { ...deps, termsOf: deps.catalog.termsOf },
    { operator, body },
  );
  return context.json(released);
}
