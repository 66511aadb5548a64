/** GET /api/v1/intents/export: what a filter finds, as a file. Every operator may look; to take it away needs an approver. */
import type { Context } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { exportIntents } from "@/lib/application/export-intents";
import { IntentFilterQuery } from "@/lib/wire/intent-list";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { toListFilter } from "./list-intents";
import { readQuery } from "./read-body";
import { toStream } from "./stream-text";

export async function exportHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const operator = requireOperator(await identifyCaller(deps, context), "approver");
  const query = readQuery(context, IntentFilterQuery);
  const input = { operator, filter: toListFilter(null, query), told: toRecord(query) };
  const text = await exportIntents({ ...deps, versionOf: deps.catalog.versionOf }, input);
  const stream = toStream(text, (error) => deps.onError(error, "GET /api/v1/intents/export"));
  return context.body(stream, 200, {
    "cache-control": "no-store",
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="${fileName(deps.now())}"`,
  });
}

/** Values that may be a person's own, or that an agent made up, are named and not told. */
function toRecord({ run, effectId, identity, q, ...filter }: IntentFilterQuery): Record<string, unknown> {
  const untold = Object.entries({ run, effectId, identity, q }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  return { filter, untold };
}

function fileName(nowMs: number): string {
  const at = new Date(nowMs).toISOString().slice(0, 19).replaceAll(":", "").replace("T", "-");
  return `interlock-intents-${at}Z.csv`;
}
