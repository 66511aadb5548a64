"use client";

/** Views that somebody named: what is filtered, and which columns are shown. Kept in this browser and nowhere else. */
import { makeStore, useStore } from "@/components/store";
import { filterSearch, type IntentFilter, isSameFilter } from "../filter/intent-filter";
import { parseFilter } from "../filter/parse-filter";
import { parseColumns } from "../table/chosen-columns";
import type { ColumnName } from "../table/columns";

export type View = {
  id: string;
  name: string;
  filter: IntentFilter;
  /** Null: whatever columns this browser shows. */
  columns: readonly ColumnName[] | null;
};

/** What everybody has; only what the API can answer. */
export const BUILT_IN: readonly View[] = [
  { id: "everything", name: "Everything", filter: {}, columns: null },
  { id: "held", name: "Held", filter: { state: "held" }, columns: null },
  { id: "in-doubt", name: "In doubt", filter: { state: "in_doubt" }, columns: null },
  { id: "failed-today", name: "Failed today", filter: { state: "failed", period: "today" }, columns: null },
  { id: "denied-7d", name: "Denied in the last 7 days", filter: { state: "denied", period: "7d" }, columns: null },
  { id: "expired-7d", name: "Expired in the last 7 days", filter: { state: "expired", period: "7d" }, columns: null },
];

export const NAME_LENGTH_MAX = 60;
const VIEWS_MAX = 50;
const STORAGE_KEY = "interlock.history.views";

const NONE: readonly View[] = [];
const store = makeStore(NONE);
let isRead = false;

function read(): readonly View[] {
  if (isRead || typeof window === "undefined") return store.get();
  isRead = true;
  store.set(parseViews(readStorage()));
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === STORAGE_KEY) store.set(parseViews(newValue));
  });
  return store.get();
}

export function useSavedViews(): readonly View[] {
  read();
  return useStore(store, NONE);
}

/** Whether there was room. */
export function saveView(view: Omit<View, "id">): boolean {
  if (read().length >= VIEWS_MAX) return false;
  write([...read(), { ...view, id: crypto.randomUUID() }]);
  return true;
}

export function renameView(id: string, name: string): void {
  write(read().map((view) => (view.id === id ? { ...view, name } : view)));
}

export function deleteView(id: string): void {
  write(read().filter((view) => view.id !== id));
}

/** The view that an address is. */
export function findView(
  views: readonly View[],
  filter: IntentFilter,
  columns: readonly ColumnName[] | null,
): View | null {
  const isShown = (view: View) => view.columns === null || columns === null || view.columns.join() === columns.join();
  return views.find((view) => isSameFilter(view.filter, filter) && isShown(view)) ?? null;
}

function write(views: readonly View[]): void {
  store.set(views);
  try {
    window.localStorage.setItem(STORAGE_KEY, writeViews(views));
  } catch {
    console.warn("This browser does not keep settings");
  }
}

export function writeViews(views: readonly View[]): string {
  return JSON.stringify(
    views.map(({ id, name, filter, columns }) => ({
      id,
      name,
      search: String(filterSearch(filter)),
      columns: columns?.join(",") ?? null,
    })),
  );
}

/** Somebody may have written anything there: what is no view is left out. */
export function parseViews(text: string | null): readonly View[] {
  try {
    const parsed: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(parsed) ? parsed.flatMap(parseView).slice(0, VIEWS_MAX) : NONE;
  } catch {
    return NONE;
  }
}

function parseView(value: unknown): View[] {
  const { id, name, search, columns } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== "string" || typeof name !== "string" || typeof search !== "string") return [];
  if (id === "" || name.trim() === "" || name.length > NAME_LENGTH_MAX) return [];
  const { filter, problems } = parseFilter(new URLSearchParams(search));
  if (problems.length > 0) return [];
  return [{ id, name, filter, columns: typeof columns === "string" ? parseColumns(columns) : null }];
}

function readStorage(): string | null {
  try {
    return window.localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
