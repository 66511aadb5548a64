"use client";

import { useCallback, useRef, useState } from "react";
import type { InboxItemDto } from "@/lib/wire/inbox";
import type { InboxRow } from "../use-rows";
import { selectedWords } from "./batch-words";
import { type Picked, toPicked } from "./picked";

export type Selection = {
  picked: ReadonlyMap<string, Picked>;
  toggle: (item: InboxItemDto) => void;
  /** Everything between the one that was toggled before and this one becomes as that one is. */
  extendTo: (item: InboxItemDto, rows: readonly InboxRow[]) => void;
  replace: (picked: readonly Picked[]) => void;
  drop: (ids: ReadonlySet<string>) => void;
  clear: () => void;
};

const NONE: ReadonlyMap<string, Picked> = new Map();

/** `announce`: the count and the total are seen at the foot of the screen, and must be heard too. */
export function useSelection(announce: (words: string) => void): Selection {
  const [picked, setPicked] = useState(NONE);
  const pickedRef = useRef(picked);
  const lastRef = useRef<string | null>(null);

  const change = useCallback((next: ReadonlyMap<string, Picked>) => {
    pickedRef.current = next;
    setPicked(next);
  }, []);
  const changeAloud = useCallback(
    (next: ReadonlyMap<string, Picked>) => {
      if (pickedRef.current.size > 0 || next.size > 0) announce(selectedWords([...next.values()]));
      change(next);
    },
    [announce, change],
  );

  const toggle = useCallback(
    (item: InboxItemDto) => {
      lastRef.current = item.id;
      changeAloud(changed(pickedRef.current, [item], !pickedRef.current.has(item.id)));
    },
    [changeAloud],
  );

  const extendTo = useCallback(
    (item: InboxItemDto, rows: readonly InboxRow[]) => {
      const before = pickedRef.current;
      const indexOf = (id: string | null) => rows.findIndex((row) => row.item.id === id);
      const [from, to] = [indexOf(lastRef.current), indexOf(item.id)];
      const between = from < 0 ? [item] : rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.item);
      const isOn = from < 0 ? !before.has(item.id) : before.has(lastRef.current ?? "");
      changeAloud(changed(before, between, isOn));
    },
    [changeAloud],
  );

  const replace = useCallback(
    (next: readonly Picked[]) => changeAloud(new Map(next.map((one) => [one.id, one]))),
    [changeAloud],
  );
  const drop = useCallback(
    (ids: ReadonlySet<string>) => change(new Map([...pickedRef.current].filter(([id]) => !ids.has(id)))),
    [change],
  );
  const clear = useCallback(() => changeAloud(NONE), [changeAloud]);
  return { picked, toggle, extendTo, replace, drop, clear };
}

function changed(
  before: ReadonlyMap<string, Picked>,
  items: readonly InboxItemDto[],
  isOn: boolean,
): ReadonlyMap<string, Picked> {
  const next = new Map(before);
  for (const item of items) {
    const one = toPicked(item);
    if (one === null) continue;
    if (isOn) next.set(one.id, one);
    else next.delete(one.id);
  }
  return next;
}
