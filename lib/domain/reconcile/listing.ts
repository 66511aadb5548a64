/** A page of a downstream's listing, read by the contract's pointers; and whether a listing goes round in circles. */
import type { List } from "../contract/execute";
import { isJsonObject, type JsonValue } from "../json";
import { parsePointer, valueAt } from "../pointer";
import { faultyRow, type ReadRow, readRow } from "./statement-row";

export type ListingPage =
  | { ok: true; rows: ReadRow[]; next: string | null; itemCount: number }
  /** It is not what the contract says. */
  | { ok: false; why: "no_items" | "bad_next" };

const NEXT_LENGTH_MAX = 4_000;

/** Rows are numbered on from `line`. `page`: the number of this one, where the listing goes on by number. */
export function readPage(list: List, body: JsonValue, line: number, page: number): ListingPage {
  const items = list.items === undefined ? body : valueAt(body, parsePointer(list.items));
  if (!Array.isArray(items)) return { ok: false, why: "no_items" };
  const rows = items.map((item, index) => readItem(list, item, line + index + 1));
  const next = nextOf(list, body, items.length, page);
  if (next === undefined) return { ok: false, why: "bad_next" };
  return { ok: true, rows, next, itemCount: items.length };
}

function readItem(list: List, item: JsonValue, line: number): ReadRow {
  if (!isJsonObject(item)) return { row: faultyRow(line, "The item is no object."), isDate: false };
  const at = (pointer: string | undefined) =>
    pointer === undefined ? undefined : valueAt(item, parsePointer(pointer));
  const { effectId, key, amount, currency, unit, target = {} } = list;
  const named = Object.entries(target).map(([from, to]): [string, JsonValue] => [to, at(from) ?? null]);
  const cells = {
    effectId: at(effectId) ?? null,
    key: at(key) ?? null,
    amount: at(amount) ?? null,
    currency: (currency?.startsWith("/") ? at(currency) : currency) ?? null,
    at: at(list.at) ?? null,
  };
  return readRow({ line, cells, target: named.length === 0 ? null : Object.fromEntries(named) }, unit);
}

/** Null: this was the last page. Undefined: there is something where the next one should be named, and it names none. */
function nextOf({ next }: List, body: JsonValue, itemCount: number, page: number): string | null | undefined {
  if (next === undefined) return null;
  if ("page" in next) return itemCount === 0 ? null : String(page + 1);
  const found = valueAt(body, parsePointer("cursor" in next ? next.cursor : next.url));
  if (found === undefined || found === null || found === "" || found === false) return null;
  if (typeof found === "number" && Number.isSafeInteger(found)) return String(found);
  return typeof found === "string" && found.length <= NEXT_LENGTH_MAX ? found : undefined;
}

/** Brent's way to see a circle of any length, remembering one place only. */
export type Trail = { mark: string; power: number; steps: number };

/** Null: we have been here before. */
export function walkOn(trail: Trail | null, place: string): Trail | null {
  if (trail === null) return { mark: place, power: 1, steps: 0 };
  if (trail.mark === place) return null;
  const steps = trail.steps + 1;
  if (steps < trail.power) return { ...trail, steps };
  return { mark: place, power: trail.power * 2, steps: 0 };
}
