"use client";

import { useCallback, useRef, useState } from "react";
import type { InboxItemDto } from "@/lib/wire/inbox";
import type { InboxRow } from "../use-rows";
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

export function useSelection(): Selection {
  const [picked, setPicked] = useState(NONE);
  const lastRef = useRef<string | null>(null);

  const toggle = useCallback((item: InboxItemDto) => {
    lastRef.current = item.id;
    setPicked((before) => changed(before, [item], !before.has(item.id)));
  }, []);

  const extendTo = useCallback((item: InboxItemDto, rows: readonly InboxRow[]) => {
    const indexOf = (id: string | null) => rows.findIndex((row) => row.item.id === id);
    const [from, to] = [indexOf(lastRef.current), indexOf(item.id)];
    const between = from < 0 ? [item] : rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.item);
    const isOn = (before: ReadonlyMap<string, Picked>) =>
      from < 0 ? !before.has(item.id) : before.has(lastRef.current ?? "");
    setPicked((before) => changed(before, between, isOn(before)));
  }, []);

  const replace = useCallback((next: readonly Picked[]) => setPicked(new Map(next.map((one) => [one.id, one]))), []);
  const drop = useCallback(
    (ids: ReadonlySet<string>) => setPicked((before) => new Map([...before].filter(([id]) => !ids.has(id)))),
    [],
  );
  const clear = useCallback(() => setPicked(NONE), []);
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
