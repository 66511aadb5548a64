"use client";

/** Which row is the current one, and the focus that follows it: by key, by click, and when a row leaves. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useUndoables } from "../undo/undo-store";
import { bringIntoSight } from "./bring-into-sight";

export type RowFocus = {
  currentId: string | null;
  /** Makes it the current row without touching the focus. */
  choose: (id: string | null) => void;
  /** Makes it the current row and focuses it as soon as it is drawn. */
  focus: (id: string) => void;
  register: (id: string, element: HTMLElement | null) => void;
  elementOf: (id: string) => HTMLElement | null;
  /** Whether the focus is in the current row. */
  isInside: () => boolean;
  /** The row from which somebody who has just scrolled goes on: the current one if it is in sight, else the first that is. */
  nearest: () => string | null;
  /** Whether any of it can be seen. */
  isShown: (id: string) => boolean;
};

/** Whoever comes back from an intent's page goes on where they were. */
const lastCurrent = new Map<string, string | null>();

/** `place`: what tells this list from others. */
export function useRowFocus(place: string): RowFocus {
  const [currentId, setCurrentId] = useState<string | null>(() => lastCurrent.get(place) ?? null);
  const [wish, setWish] = useState(0);
  const elements = useRef(new Map<string, HTMLElement>());
  const wantedRef = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wish` asks again for a row that is already the current one
  useLayoutEffect(() => {
    const element = wantedRef.current === null ? undefined : elements.current.get(wantedRef.current);
    if (element === undefined) return;
    wantedRef.current = null;
    element.focus({ preventScroll: true });
    bringIntoSight(element);
  }, [currentId, wish]);

  // The tray grows after the focus has moved on: what is pressed next must not come to lie under it.
  const trayCount = useUndoables().length;
  const grownFromRef = useRef(trayCount);
  useEffect(() => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]");
    if (trayCount > grownFromRef.current && row && isShownAtAll(row)) bringIntoSight(row);
    grownFromRef.current = trayCount;
  }, [trayCount]);

  useEffect(() => {
    lastCurrent.set(place, currentId);
  }, [place, currentId]);

  const register = useCallback((id: string, element: HTMLElement | null) => {
    if (element === null) elements.current.delete(id);
    else elements.current.set(id, element);
  }, []);

  const focus = useCallback((id: string) => {
    wantedRef.current = id;
    setCurrentId(id);
    setWish((count) => count + 1);
  }, []);

  const elementOf = useCallback((id: string) => elements.current.get(id) ?? null, []);
  const isInside = useCallback(
    () => currentId !== null && (elements.current.get(currentId)?.contains(document.activeElement) ?? false),
    [currentId],
  );
  const nearest = useCallback(() => {
    const inSight = [...elements.current].filter(([, element]) => isInSight(element));
    const [first] = inSight.sort(([, left], [, right]) => topOf(left) - topOf(right));
    return inSight.some(([id]) => id === currentId) ? currentId : (first?.[0] ?? currentId);
  }, [currentId]);
  const isShown = useCallback((id: string) => {
    const element = elements.current.get(id);
    return element !== undefined && isShownAtAll(element);
  }, []);
  return { currentId, choose: setCurrentId, focus, register, elementOf, isInside, nearest, isShown };
}

/** What the bar at the top of the page covers. */
function barPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}

function isShownAtAll(element: HTMLElement): boolean {
  return element.getBoundingClientRect().bottom > barPx() && topOf(element) < innerHeight;
}

function topOf(element: HTMLElement): number {
  return element.getBoundingClientRect().top;
}

function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= barPx() - 1 && bottom <= window.innerHeight;
}
