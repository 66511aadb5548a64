"use client";

/**
 * The current row is the one that "A" is about, so it changes only when the operator changes it. Where it waits no more
 * and nobody is in it, it moves on by itself; and what it asks for may become something else while it is looked at. What
 * is pressed in that very moment is not taken for a decision.
 */
import { useEffect, useLayoutEffect, useRef } from "react";
import { neighbourOf } from "./merge-rows";
import type { RowNotes } from "./row-note";
import type { RowFocus } from "./use-row-focus";
import type { InboxRow } from "./use-rows";

/** Time to read that it waits no more. */
const GONE_MS = 4_000;
/** Nobody reads a row and decides on it faster than this. */
const TOO_SOON_MS = 800;

export function useStickyRow(
  rows: readonly InboxRow[],
  notes: RowNotes,
  focus: RowFocus,
): { isTooSoon: () => boolean } {
  const movedAtRef = useRef(Number.NEGATIVE_INFINITY);
  const { currentId, choose, isInside } = focus;
  const current = rows.find(({ item }) => item.id === currentId);
  const first = rows[0]?.item.id ?? null;
  const isLost = current === undefined && first !== null;
  const isGone = (current?.isGone ?? false) && !notes.has(currentId ?? "");

  const shownRef = useRef({ id: currentId, proposal: proposalOf(current) });
  useLayoutEffect(() => {
    const before = shownRef.current;
    shownRef.current = { id: currentId, proposal: proposalOf(current) };
    if (before.id === currentId && before.proposal !== shownRef.current.proposal) movedAtRef.current = Date.now();
  });

  useEffect(() => {
    if (isLost) choose(first);
  }, [isLost, first, choose]);

  useEffect(() => {
    if (!isGone || currentId === null) return;
    const timer = setInterval(() => {
      if (isInside()) return;
      movedAtRef.current = Date.now();
      choose(neighbourOf(rows, currentId));
    }, GONE_MS);
    return () => clearInterval(timer);
  }, [isGone, currentId, rows, choose, isInside]);

  return { isTooSoon: () => Date.now() - movedAtRef.current < TOO_SOON_MS };
}

/** What a yes would be a yes to (L10). */
function proposalOf(row: InboxRow | undefined): string | null {
  return row === undefined ? null : `${row.item.argsDigest} ${row.item.hold?.since ?? ""}`;
}
