import type { NamedIntentRow } from "@/lib/store/history";
import type { ApiDeps } from "./deps";

/** What its contract version calls the tool. */
export async function titleOf(deps: Pick<ApiDeps, "catalog">, row: NamedIntentRow): Promise<string> {
  return (await deps.catalog.version(row.tool, row.contractVersion)).definition.title;
}
