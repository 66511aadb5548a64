"use client";

/**
 * Everything that can be done from where the operator is, by key or from the palette. A screen offers its commands
 * while it is drawn; one place listens for keys and asks which command they mean (`listen-for-keys`).
 */
import { useEffect, useRef } from "react";
import { makeStore, useStore } from "./store";

export type Command = {
  id: string;
  label: string;
  /** Commands of one group stand together in the palette and in the list of keys. */
  group: string;
  /** One key ("j", "?", "Enter"), or two one after the other ("g i"). */
  keys?: string;
  /** Not in the palette: it only makes sense as a key, such as "next row". */
  isKeyOnly?: boolean;
  /** Goes on while its key is held down, such as "next row". Everything else happens once a press. */
  mayRepeat?: boolean;
  run: () => void;
};

/** What "next row" and "previous row" are. */
export const ROW_MOVE = { isKeyOnly: true, mayRepeat: true };

const store = makeStore<readonly Command[]>([]);

export const commands = { get: store.get };

/** Offers commands while the caller is drawn. Of two that want the same keys the one that came last has them. */
export function useCommands(offered: readonly Command[]): void {
  // What a command does may change with every drawing; which ones there are seldom does.
  const latest = useRef(offered);
  latest.current = offered;
  const shape = JSON.stringify(
    offered.map(({ id, label, group, keys, isKeyOnly, mayRepeat }) => [id, label, group, keys, isKeyOnly, mayRepeat]),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for what is offered
  useEffect(() => {
    const mine = latest.current.map((command) => ({
      ...command,
      run: () => latest.current.find(({ id }) => id === command.id)?.run(),
    }));
    store.set([...store.get(), ...mine]);
    return () => store.set(store.get().filter((command) => !mine.includes(command)));
  }, [shape]);
}

export function useOfferedCommands(): readonly Command[] {
  return useStore(store, []);
}
