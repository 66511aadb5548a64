"use client";

/** From keys to commands. Never inside a field, never with a dialog in front, never with Ctrl, Alt or Cmd held. */
import { useEffect } from "react";
import { type Command, commands } from "./commands";
import { getPreferences } from "./preferences";

/** The second key of two must come within this time. */
const SEQUENCE_MS = 1_200;

export type Pressed = { key: string; atMs: number };

/** The command that a key means, given the key before it; `isStart`: it may be the first of two. */
export function matchKeys(
  offered: readonly Command[],
  pressed: Pressed,
  before: Pressed | null,
): { command: Command | null; isStart: boolean } {
  const pair = before !== null && pressed.atMs - before.atMs <= SEQUENCE_MS ? `${before.key} ${pressed.key}` : null;
  const found = (keys: string | null) => offered.findLast((command) => keys !== null && command.keys === keys) ?? null;
  const isStart = offered.some(({ keys }) => keys?.startsWith(`${pressed.key} `));
  return { command: found(pair) ?? found(pressed.key), isStart };
}

export function useKeys(): void {
  useEffect(() => {
    let before: Pressed | null = null;
    function onKeyDown(event: KeyboardEvent): void {
      if (!isForUs(event)) {
        before = null;
        return;
      }
      const pressed = { key: event.key, atMs: event.timeStamp };
      const { command, isStart } = matchKeys(commands.get(), pressed, before);
      before = command === null && isStart ? pressed : null;
      if (command === null) return;
      event.preventDefault();
      command.run();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isForUs(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (!getPreferences().shortcuts) return false;
  if (isInField(event.target)) return false;
  // Enter and Space belong to the button or the link that has the focus.
  if ((event.key === "Enter" || event.key === " ") && isControl(event.target)) return false;
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") === null;
}

export function isInField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("a[href], button, summary, [role^=menuitem]");
}
