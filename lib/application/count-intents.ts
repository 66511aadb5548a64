/**
 * What a list amounts to. Counted in stretches, each a short statement that goes on where the one before ended, up to a
 * bound of intents and of time: what was counted by then is told, and that it is not all.
 */
import { addDecimals } from "@/lib/domain/limits/decimal";
import type { Database } from "@/lib/store/database";
import type { IntentListFilter } from "@/lib/store/intent-pages";
import { addUpInTime, type Stretch, type TotalsRow } from "@/lib/store/intent-totals";
import { makeSlots } from "./bounded-slots";

const STRETCH = 10_000;
export const COUNTED_MAX = 100_000;
/** People wait for a number for about so long; the list is there meanwhile. */
const TIME_MAX_MS = 2_500;

/** Figures must never keep lists, or intake, from a connection; nor agents, who may ask without end, people from theirs. */
const refusal = "Too many totals are being counted at once.";
const forPeople = makeSlots({ runningMax: 2, waitingMax: 16, refusal });
const forAgents = makeSlots({ runningMax: 1, waitingMax: 16, refusal });

export type IntentTotals = { complete: boolean; rows: TotalsRow[] };
type Counting = { db: Database; now: () => number };

export function countIntents(deps: Counting, filter: Omit<IntentListFilter, "limit">): Promise<IntentTotals> {
  // An agent asks of its namespace, people of all of them.
  const inSlot = filter.namespace === null ? forPeople : forAgents;
  return inSlot(() => count(deps, filter));
}

async function count({ db, now }: Counting, asked: Omit<IntentListFilter, "limit">): Promise<IntentTotals> {
  const endsAtMs = now() + TIME_MAX_MS;
  let filter = asked;
  let rows: TotalsRow[] = [];
  for (let counted = 0; counted < COUNTED_MAX; ) {
    const leftMs = endsAtMs - now();
    const stretch = leftMs < 1 ? null : await addUpInTime(db, { ...filter, limit: STRETCH }, leftMs);
    if (stretch === null) return { complete: false, rows };
    rows = addRows(rows, stretch.rows);
    const found = stretch.rows.reduce((sum, row) => sum + row.count, 0);
    counted += found;
    if (found < STRETCH || stretch.last === null) return { complete: true, rows };
    filter = goOn(filter, stretch.last);
  }
  return { complete: false, rows };
}

function goOn(
  filter: Omit<IntentListFilter, "limit">,
  { id, amount }: NonNullable<Stretch["last"]>,
): Omit<IntentListFilter, "limit"> {
  if (filter.money === undefined || amount === null) return { ...filter, beforeId: id };
  return { ...filter, money: { ...filter.money, before: { amount, id } } };
}

/** Few: a row for each state and currency. */
export function addRows(left: TotalsRow[], right: TotalsRow[]): TotalsRow[] {
  const rows = new Map(left.map((row) => [keyOf(row), row]));
  for (const row of right) {
    const before = rows.get(keyOf(row));
    rows.set(keyOf(row), before === undefined ? row : { ...row, ...together(before, row) });
  }
  return [...rows.values()];
}

function keyOf({ state, currency }: TotalsRow): string {
  return `${state} ${currency ?? ""}`;
}

function together(left: TotalsRow, right: TotalsRow): Pick<TotalsRow, "count" | "sum"> {
  const sum = left.sum === null || right.sum === null ? (left.sum ?? right.sum) : addDecimals(left.sum, right.sum);
  return { count: left.count + right.count, sum };
}
