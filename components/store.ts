"use client";

import { useSyncExternalStore } from "react";

export type Store<T> = {
  get(): T;
  set(next: T): void;
  subscribe(onChange: () => void): () => void;
};

/** A value outside of React that the whole page shares. */
export function makeStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `onServer`: what is drawn before the browser has taken over. */
export function useStore<T>(store: Store<T>, onServer: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () => onServer);
}
