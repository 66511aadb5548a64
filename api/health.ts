import { Hono } from "hono";
import { databaseNow } from "@/lib/store/intents";
import type { ApiDeps } from "./deps";

/** Live: the process answers. Ready: it can record an intent, which takes Postgres and nothing else (L2). */
export function healthRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.get("/live", (context) => context.json({ status: "live" }));
  routes.get("/ready", async (context) => {
    await databaseNow(deps.db.client);
    return context.json({ status: "ready" }, 200, { "cache-control": "no-store" });
  });
  return routes;
}
