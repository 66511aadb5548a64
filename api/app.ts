/** The HTTP API: a Web-standard Request → Response router, served beside Next and mounted inside it (DESIGN 9). */
import { Hono } from "hono";
import { contractRoutes } from "./contracts";
import type { ApiDeps } from "./deps";
import { docsPage } from "./docs";
import { healthRoutes } from "./health";
import { intentRoutes } from "./intents";
import { makeOpenApi } from "./openapi";
import { isFault, RequestError, respondProblem } from "./problem";
import { sessionRoutes } from "./session";

export function makeApi(deps: ApiDeps): Hono {
  const app = new Hono().basePath("/api");
  app.route("/v1/intents", intentRoutes(deps));
  app.route("/v1/contracts", contractRoutes(deps));
  app.route("/v1/session", sessionRoutes(deps));
  app.route("/health", healthRoutes(deps));
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
