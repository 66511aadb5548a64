/**
 * The rows as they are drawn: what the server lists, and in their old places the ones that left it while somebody looks
 * at them. A row must not vanish from under the eyes, the focus or the cursor of whoever is about to decide on it.
 */
export type Row<T> = {
  item: T;
  /** The server lists it no more. */
  isGone: boolean;
};

export function mergeRows<T extends { id: string }>(
  before: readonly Row<T>[],
  listed: readonly Row<T>[],
  isKept: (id: string) => boolean,
): Row<T>[] {
  const rows = [...listed];
  const present = new Set(listed.map(({ item }) => item.id));
  before.forEach((row, index) => {
    const { item } = row;
    if (present.has(item.id) || !isKept(item.id)) return;
    rows.splice(placeOf(before, index, rows), 0, row.isGone ? row : { item, isGone: true });
    present.add(item.id);
  });
  return rows;
}

/** Behind the nearest row that stood before it and is still there; else at the top. */
function placeOf<T extends { id: string }>(before: readonly Row<T>[], index: number, rows: readonly Row<T>[]): number {
  for (let above = index - 1; above >= 0; above -= 1) {
    const id = before[above]?.item.id;
    const place = rows.findIndex((row) => row.item.id === id);
    if (place >= 0) return place + 1;
  }
  return 0;
}

/** Where to go when a row leaves: the one after it, else the one before; null when it was the last. */
export function neighbourOf<T extends { id: string }>(rows: readonly Row<T>[], id: string): string | null {
  const index = rows.findIndex(({ item }) => item.id === id);
  const after = rows.slice(index + 1).find(({ isGone }) => !isGone);
  const before = rows.slice(0, Math.max(0, index)).findLast(({ isGone }) => !isGone);
  return (after ?? before)?.item.id ?? null;
}
