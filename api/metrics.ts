/** /api/metrics: for Prometheus. Operators of any role may read it, and a scraper with INTERLOCK_METRICS_TOKEN. */
import { Hono } from "hono";
import { bearerOf } from "@/lib/application/credentials";
import { requireMetricsReader } from "@/lib/application/metrics/require-metrics-reader";
import { METRICS_TYPE } from "@/lib/metrics/registry";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";

export function metricsRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.get("/", async (context) => {
    const bearer = bearerOf(context.req.header("authorization"));
    await requireMetricsReader(deps.metricsToken, { bearer, identify: () => identifyCaller(deps, context) });
    const headers = { "content-type": METRICS_TYPE, "cache-control": "no-store" };
    return context.body(await deps.renderMetrics(), 200, headers);
  });
  return routes;
}
