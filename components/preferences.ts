"use client";

/** What an operator chose for this browser. Kept here and nowhere else. */
import { makeStore, useStore } from "./store";

export type Preferences = {
  shortcuts: boolean;
  /** A desktop notification when something new waits. */
  notifications: boolean;
  sound: boolean;
};

const DEFAULTS: Preferences = { shortcuts: true, notifications: false, sound: false };
const STORAGE_KEY = "interlock.preferences";

const store = makeStore(DEFAULTS);
let isRead = false;

/** Read when first asked for: the server has no browser to ask. */
function read(): Preferences {
  if (isRead || typeof window === "undefined") return store.get();
  isRead = true;
  store.set(parsePreferences(readStorage()));
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === STORAGE_KEY) store.set(parsePreferences(newValue));
  });
  return store.get();
}

export function getPreferences(): Preferences {
  return read();
}

export function changePreferences(part: Partial<Preferences>): void {
  const next = { ...read(), ...part };
  store.set(next);
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  } catch {
    // A browser that stores nothing still honours the choice until the page is left.
    console.warn("This browser does not keep settings");
  }
}

export function usePreferences(): Preferences {
  read();
  return useStore(store, DEFAULTS);
}

export function parsePreferences(text: string | null): Preferences {
  if (text === null) return DEFAULTS;
  try {
    const parsed = JSON.parse(text) as Partial<Record<keyof Preferences, unknown>> | null;
    const chosen = (name: keyof Preferences) =>
      typeof parsed?.[name] === "boolean" ? (parsed[name] as boolean) : DEFAULTS[name];
    return { shortcuts: chosen("shortcuts"), notifications: chosen("notifications"), sound: chosen("sound") };
  } catch {
    return DEFAULTS;
  }
}

function readStorage(): string | null {
  try {
    return window.localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
