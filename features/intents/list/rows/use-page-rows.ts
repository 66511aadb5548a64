"use client";

/** The rows of the pages that are in sight. Others are forgotten, so a long list takes no more memory than a short one. */
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useMemo } from "react";
import type { IntentFilter } from "../filter/intent-filter";
import { pageQuery, type RowPage } from "../queries";
import type { IntentRow } from "./intent-row";
import { type PageMark, type Pages, placeOf } from "./page-marks";
import type { ListPages } from "./use-list-pages";

/** So many pages beyond those in sight stay in memory. */
const KEPT_BEYOND = 3;
/** So many rows before the end the next page is asked for. */
const AHEAD = 120;

/** Indexes of rows; the last one is included. */
export type Sight = { first: number; last: number; current: number | null };

export function usePageRows(filter: IntentFilter, list: ListPages, sight: Sight) {
  const { pages, isHeld, top, learn, goOn } = list;
  const wanted = useMemo(() => (isHeld ? wantedPages(pages, sight) : []), [isHeld, pages, sight]);
  const answers = useQueries({
    queries: wanted.map((page) => {
      const mark = pages[page] as PageMark;
      return pageQuery(filter, mark.cursor, pages[page + 1]?.cursor ?? null);
    }),
  });
  const read = useMemo(() => {
    const map = new Map<number, RowPage>();
    if (!isHeld && top.data !== undefined) map.set(0, top.data);
    for (const [index, page] of wanted.entries()) {
      const data = answers[index]?.data;
      if (data !== undefined) map.set(page, data);
    }
    return map;
  }, [isHeld, top.data, wanted, answers]);

  useLayoutEffect(() => {
    for (const [page, { rows }] of read) {
      const mark = pages[page];
      if (isHeld && mark !== undefined) learn(mark.cursor, rows.length);
    }
  }, [read, pages, isHeld, learn]);

  const lastPage = pages.length - 1;
  const next = read.get(lastPage)?.nextCursor ?? null;
  const count = pages.reduce((sum, { size }) => sum + size, 0);
  const isNearEnd = sight.last >= count - AHEAD;
  useEffect(() => {
    if (isHeld && isNearEnd && next !== null) goOn(next);
  }, [isHeld, isNearEnd, next, goOn]);

  useForgotten(filter, pages, wanted);
  const rowAt = useCallback(
    (index: number): IntentRow | null => {
      const place = placeOf(pages, index);
      return place === null ? null : (read.get(place.page)?.rows[place.at] ?? null);
    },
    [pages, read],
  );
  const failed = answers.find(({ isError, data }) => isError && data === undefined);
  return { count, rowAt, next, read, failed: failed ?? null };
}

function wantedPages(pages: Pages, { first, last, current }: Sight): number[] {
  const from = placeOf(pages, first)?.page ?? 0;
  const to = placeOf(pages, last)?.page ?? pages.length - 1;
  const wanted = pages.map((_, page) => page).slice(from, to + 1);
  const own = current === null ? null : placeOf(pages, current);
  return own === null || wanted.includes(own.page) ? wanted : [...wanted, own.page];
}

function useForgotten(filter: IntentFilter, pages: Pages, wanted: number[]): void {
  const queries = useQueryClient();
  const near = wanted.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `near` stands for what is wanted
  useEffect(() => {
    if (wanted.length === 0) return;
    const isFar = (page: number) => wanted.every((one) => Math.abs(one - page) > KEPT_BEYOND);
    for (const [page, { cursor }] of pages.entries()) {
      if (isFar(page)) queries.removeQueries({ queryKey: pageQuery(filter, cursor, null).queryKey, exact: true });
    }
  }, [queries, filter, near]);
}
