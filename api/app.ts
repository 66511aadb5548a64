/** The HTTP API: a Web-standard Request → Response router, served beside Next and mounted inside it (DESIGN 9). */
import { Hono } from "hono";
import { agentRoutes } from "./agents";
import { auditRoutes } from "./audit";
import { contractRoutes } from "./contracts";
import { decisionRoutes } from "./decisions";
import type { ApiDeps } from "./deps";
import { docsPage } from "./docs";
import { downstreamRoutes } from "./downstreams";
import { erasureRoutes } from "./erasures";
import { explainRoutes } from "./explain";
import { findingRoutes } from "./findings";
import { grantRoutes } from "./grants";
import { healthRoutes } from "./health";
import { inboxRoutes } from "./inbox";
import { intentRoutes } from "./intents";
import { keyAuditRoutes } from "./key-audits";
import { metricsRoutes } from "./metrics";
import { makeOpenApi } from "./openapi";
import { operatorRoutes } from "./operators";
import { overviewRoutes } from "./overview";
import { pauseRoutes } from "./pauses";
import { isFault, RequestError, respondProblem } from "./problem";
import { reconciliationRoutes } from "./reconciliations";
import { sessionRoutes } from "./session";
import { storeRoutes } from "./store";
import { streamRoutes } from "./stream";

export function makeApi(deps: ApiDeps): Hono {
  const app = new Hono().basePath("/api");
  app.route("/v1/intents", intentRoutes(deps));
  app.route("/v1/inbox", inboxRoutes(deps));
  app.route("/v1/decisions", decisionRoutes(deps));
  app.route("/v1/stream", streamRoutes(deps));
  app.route("/v1/explain", explainRoutes(deps));
  app.route("/v1/findings", findingRoutes(deps));
  app.route("/v1/reconciliations", reconciliationRoutes(deps));
  app.route("/v1/contracts", contractRoutes(deps));
  app.route("/v1/key-audits", keyAuditRoutes(deps));
  app.route("/v1/session", sessionRoutes(deps));
  app.route("/v1/agents", agentRoutes(deps));
  app.route("/v1/operators", operatorRoutes(deps));
  app.route("/v1", pauseRoutes(deps));
  app.route("/v1/downstreams", downstreamRoutes(deps));
  app.route("/v1/grants", grantRoutes(deps));
  app.route("/v1/erasures", erasureRoutes(deps));
  app.route("/v1/audit", auditRoutes(deps));
  app.route("/v1/store", storeRoutes(deps));
  app.route("/v1/overview", overviewRoutes(deps));
  app.route("/health", healthRoutes(deps));
  app.route("/metrics", metricsRoutes(deps));
  app.get("/openapi.json", (context) => context.json(makeOpenApi(deps.publicUrl)));
  app.get("/docs", (context) => context.html(docsPage()));
  app.notFound((context) => {
    const error = new RequestError(
      404,
      "not_found",
      `There is no ${context.req.method} ${context.req.path}.`,
      "See /api/docs.",
    );
    return respondProblem(context, error);
  });
  app.onError((error, context) => {
    if (isFault(error)) deps.onError(error, `${context.req.method} ${context.req.path}`);
    return respondProblem(context, error);
  });
  return app;
}
