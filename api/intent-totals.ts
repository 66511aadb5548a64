/** GET /api/v1/intents/totals: what a filter finds, counted and added up. */
import type { Context } from "hono";
import { countIntents, type IntentTotals } from "@/lib/application/count-intents";
import { sumDecimals } from "@/lib/domain/limits/decimal";
import type { TotalsRow } from "@/lib/store/intent-totals";
import type { IntentState } from "@/lib/wire/intent";
import { type AmountSum, IntentFilterQuery, type IntentTotalsDto } from "@/lib/wire/intent-list";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { namespaceFor, toListFilter } from "./list-intents";
import { readQuery } from "./read-body";

export async function totalsHandler(deps: ApiDeps, context: Context): Promise<Response> {
  const principal = await identifyCaller(deps, context);
  const query = readQuery(context, IntentFilterQuery);
  const filter = toListFilter(namespaceFor(principal, query), query);
  // Amounts are projected, whatever the filter is.
  const { behindMs } = await deps.catchUp();
  const totals = toTotalsDto(await countIntents(deps, filter));
  const answer = behindMs === null ? totals : { ...totals, behindMs };
  return context.json(answer satisfies IntentTotalsDto, 200, { "cache-control": "no-store" });
}

export function toTotalsDto({ complete, rows }: IntentTotals): IntentTotalsDto {
  const byState = groupBy(rows, ({ state }) => state).map(([state, its]) => ({
    state: state as IntentState,
    count: countOf(its),
    amounts: amountsIn(its),
  }));
  return { count: countOf(rows), complete, byState: largestFirst(byState), amounts: amountsIn(rows) };
}

function amountsIn(rows: TotalsRow[]): AmountSum[] {
  const withAmount = rows.filter(({ currency }) => currency !== null);
  const sums = groupBy(withAmount, ({ currency }) => currency ?? "").map(([currency, its]) => ({
    currency,
    count: countOf(its),
    sum: sumDecimals(its.map(({ sum }) => sum ?? "0")),
  }));
  return largestFirst(sums);
}

function countOf(rows: TotalsRow[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function largestFirst<T extends { count: number }>(items: T[]): T[] {
  return items.sort((left, right) => right.count - left.count);
}

function groupBy<T>(rows: T[], keyOf: (row: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups];
}
