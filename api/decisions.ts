/** POST /api/v1/decisions: one verdict on many; GET of an intent's decisions. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { type DecidedItem, decideMany } from "@/lib/application/decide-many";
import type { DecisionRow } from "@/lib/store/decisions";
import { FIND_NAMED_ROWS_SQL, namedIntents } from "@/lib/store/history";
import type { DecisionDto } from "@/lib/wire/decision";
import { BatchBody, type BatchDto } from "@/lib/wire/inbox";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { presentIntents } from "./present-intents";
import { isFault, problemAnswer } from "./problem";
import { readBody } from "./read-body";

export function decisionRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.post("/", (context) => batchHandler(deps, context));
  return routes;
}

async function batchHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "approver");
  const { body } = await readBody(context, BatchBody);
  const { termsOf, versionOf } = deps.catalog;
  const decided = await decideMany({ ...deps, termsOf, versionOf }, { operator, body });
  for (const { error } of decided) if (error !== null && isFault(error)) deps.onError(error, "POST /api/v1/decisions");
  return context.json({ results: await toResults(deps, context, decided) } satisfies BatchDto);
}

async function toResults(deps: ApiDeps, context: Context, decided: DecidedItem[]): Promise<BatchDto["results"]> {
  const ids = decided.map(({ intentId }) => intentId);
  const rows = await namedIntents(deps.db.client, FIND_NAMED_ROWS_SQL, [ids]);
  const shown = new Map((await presentIntents(deps, rows, "operator")).map((intent) => [intent.id, intent]));
  const { origin } = new URL(context.req.url);
  return decided.map(({ intentId, error }) => ({
    intentId,
    intent: shown.get(intentId) ?? null,
    problem: error === null ? null : problemAnswer(error, origin).body,
  }));
}

export function toDecisionDto(row: DecisionRow): DecisionDto {
  const { id, verdict, decidedBy, operatorId, operatorName, rule, inputs, argsDigest, submissionId, reason } = row;
  return {
    id,
    verdict,
    by: decidedBy,
    operator: operatorId === null ? null : { id: operatorId, name: operatorName ?? operatorId },
    rule: decidedBy === "policy" ? rule : null,
    ...(inputs.reasons === undefined ? {} : { reasons: inputs.reasons }),
    grantId: decidedBy === "grant" ? rule : null,
    argsDigest,
    submissionId,
    choice: inputs.edited ? "edited" : inputs.chosen ? "chosen" : null,
    reason,
    at: row.createdAt.toISOString(),
  };
}
