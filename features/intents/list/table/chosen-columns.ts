/** Which columns somebody chose: in the address, else in this browser, else the usual ones. */
import { makeStore } from "@/components/store";
import { COLUMN_NAMES, type ColumnName, USUAL_COLUMNS } from "./columns";

const STORAGE_KEY = "interlock.history.columns";

/** In their own order, each once, the tool always; null: none of them is a column. */
export function parseColumns(text: string | null): readonly ColumnName[] | null {
  const named = new Set((text ?? "").split(","));
  const known = COLUMN_NAMES.filter((name) => named.has(name));
  if (known.length === 0) return null;
  return COLUMN_NAMES.filter((name) => name === "tool" || known.includes(name));
}

/** What an address names and nobody knows. */
export function strangeColumns(text: string | null): string[] {
  if (text === null) return [];
  return text.split(",").filter((name) => !COLUMN_NAMES.some((known) => known === name));
}

export function toggleColumn(columns: readonly ColumnName[], name: ColumnName, isOn: boolean): readonly ColumnName[] {
  return COLUMN_NAMES.filter((one) => (one === name ? isOn : columns.includes(one)));
}

const store = makeStore<readonly ColumnName[]>(USUAL_COLUMNS);
let isRead = false;

/** Read when first asked for: the server has no browser to ask. */
export function rememberedColumns() {
  if (!isRead && typeof window !== "undefined") {
    isRead = true;
    store.set(parseColumns(readStorage()) ?? USUAL_COLUMNS);
  }
  return store;
}

export function rememberColumns(columns: readonly ColumnName[]): void {
  rememberedColumns().set(columns);
  try {
    window.localStorage.setItem(STORAGE_KEY, columns.join(","));
  } catch {
    console.warn("This browser does not keep settings");
  }
}

function readStorage(): string | null {
  try {
    return window.localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
