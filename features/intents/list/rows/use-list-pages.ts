"use client";

/**
 * Which pages there are. At the top the list follows what happens: its one page is the newest rows, as they are now.
 * Whoever has scrolled down holds it: pages stand where they are, and what is new is counted until it is asked for.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type IntentFilter, isByAmount } from "../filter/intent-filter";
import { pageQuery, TOP_SIZE, topQuery } from "../queries";
import { nameOfPlace, recall, remember } from "./list-memory";
import { cursorAbove, isUpTo } from "./list-order";
import { extend, learnSize, type Pages } from "./page-marks";

const NONE: Pages = [];

export function useListPages(filter: IntentFilter) {
  const queries = useQueryClient();
  const [recalled] = useState(recall);
  const [held, setHeld] = useState<Pages | null>(recalled?.pages ?? null);
  const top = useQuery(topQuery(filter));
  const topMark = useMemo(() => {
    const [first] = top.data?.rows ?? [];
    return first === undefined ? null : cursorAbove(first, isByAmount(filter));
  }, [top.data, filter]);
  const following = useMemo<Pages>(
    () => (topMark === null ? NONE : [{ cursor: topMark, size: top.data?.rows.length ?? 0 }]),
    [topMark, top.data],
  );
  const [holdMark] = held ?? NONE;
  const newCount =
    holdMark === undefined ? 0 : (top.data?.rows ?? []).filter((row) => isUpTo(row, holdMark.cursor)).length;

  const hold = useCallback(() => {
    if (top.data === undefined || following.length === 0) return;
    const [mark] = following;
    if (mark !== undefined) queries.setQueryData(pageQuery(filter, mark.cursor, null).queryKey, top.data);
    setHeld(following);
  }, [queries, filter, following, top.data]);

  return {
    top,
    pages: held ?? following,
    isHeld: held !== null,
    newCount,
    isNewCountExact: newCount < TOP_SIZE,
    hold,
    follow: useCallback(() => setHeld(null), []),
    learn: useCallback(
      (cursor: string, size: number) => setHeld((pages) => (pages === null ? null : learnSize(pages, cursor, size))),
      [],
    ),
    goOn: useCallback((cursor: string) => setHeld((pages) => (pages === null ? null : extend(pages, cursor))), []),
    recalledScrollY: recalled?.scrollY ?? null,
  };
}

export type ListPages = ReturnType<typeof useListPages>;

/** Remembers the place when the list is left. */
export function useRemembered({ isHeld, pages }: ListPages, scrollY: number): void {
  const latest = useRef({ isHeld, pages, scrollY });
  latest.current = { isHeld, pages, scrollY };
  useEffect(() => {
    const name = nameOfPlace();
    return () => {
      const { isHeld: wasHeld, ...whereabouts } = latest.current;
      remember(name, wasHeld ? whereabouts : null);
    };
  }, []);
}
