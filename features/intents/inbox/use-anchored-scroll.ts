"use client";

/**
 * Rows come and go while somebody reads, points or is about to press. The row that they are at stays where it is on the
 * screen: what is inserted or removed above it is made up for by scrolling.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { bringIntoSight, showWholeChips } from "./bring-into-sight";

/** New rows are drawn at a guessed height and measured then: for so long the row is held. */
const SETTLE_MS = 300;
/** Whoever scrolls by themselves is not held back. */
const SCROLLING = ["wheel", "touchmove", "keydown"] as const;

type Anchor = { element: HTMLElement; top: number };

/** `ids`: the rows in their order; another array means that they changed. */
export function useAnchoredScroll(listRef: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const heldRef = useRef<{ ids: readonly string[]; anchor: Anchor | null }>({ ids, anchor: null });
  // What is on the screen now is still the drawing before the change.
  if (heldRef.current.ids !== ids) heldRef.current = { ids, anchor: findAnchor(listRef.current) };
  useLayoutEffect(() => {
    const { anchor } = heldRef.current;
    if (anchor === null || !anchor.element.isConnected) return;
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    if (moved === 0) return;
    window.scrollBy(0, moved);
    if (anchor.element.contains(document.activeElement)) bringIntoSight(anchor.element);
    else showWholeChips();
    // Where it had to give way to the chips, or to the end of the page, it stays.
    anchor.top = anchor.element.getBoundingClientRect().top;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew when the rows changed
  useEffect(() => {
    const letGo = () => {
      heldRef.current.anchor = null;
    };
    const timer = setTimeout(letGo, SETTLE_MS);
    for (const type of SCROLLING) window.addEventListener(type, letGo, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const type of SCROLLING) window.removeEventListener(type, letGo);
    };
  }, [ids]);
}

/** The row with the focus, else the one under the cursor, else the first in sight once the page is scrolled. */
function findAnchor(list: HTMLElement | null): Anchor | null {
  if (list === null) return null;
  const near = list.querySelector<HTMLElement>("[data-row]:focus-within, [data-row]:hover");
  if (near !== null && isInSight(near)) return toAnchor(near);
  if (list.getBoundingClientRect().top >= 0) return null;
  const first = [...list.querySelectorAll<HTMLElement>("[data-row]")]
    .filter(isInSight)
    .sort((left, right) => left.getBoundingClientRect().top - right.getBoundingClientRect().top)
    .find((row) => row.getBoundingClientRect().top >= 0);
  return first === undefined ? null : toAnchor(first);
}

function toAnchor(element: HTMLElement): Anchor {
  return { element, top: element.getBoundingClientRect().top };
}

/** A row that has the focus far away must not pull the page along. */
function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
