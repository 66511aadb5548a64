/**
 * The pages of a list that is too long to be kept: where each begins, and how many rows it had when it was last seen.
 * What a page begins with never changes, so rows stay where they are whatever is submitted meanwhile; a page that was
 * forgotten is read again from its mark.
 */
export type PageMark = { cursor: string; size: number };
export type Pages = readonly PageMark[];

/** Further down nobody scrolls: a filter, or the export, is the way. Browsers also end at so many pixels. */
export const ROWS_MAX = 100_000;

/** What a page is taken to have before it is read. */
const UNREAD_SIZE = 20;

export function rowCountOf(pages: Pages): number {
  return pages.reduce((sum, { size }) => sum + size, 0);
}

/** The page that a row is in, and its place there; null: there is no such row. */
export function placeOf(pages: Pages, index: number): { page: number; at: number } | null {
  let at = index;
  for (const [page, { size }] of pages.entries()) {
    if (at < size) return at < 0 ? null : { page, at };
    at -= size;
  }
  return null;
}

export function firstIndexOf(pages: Pages, page: number): number {
  return rowCountOf(pages.slice(0, page));
}

/** The same array where nothing changed. */
export function learnSize(pages: Pages, cursor: string, size: number): Pages {
  if (!pages.some((page) => page.cursor === cursor && page.size !== size)) return pages;
  return pages.map((page) => (page.cursor === cursor ? { cursor, size } : page));
}

/** A further page below the last one, which ends there from now on. */
export function extend(pages: Pages, cursor: string): Pages {
  if (pages.some((page) => page.cursor === cursor) || rowCountOf(pages) >= ROWS_MAX) return pages;
  return [...pages, { cursor, size: UNREAD_SIZE }];
}
