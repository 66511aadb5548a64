"use client";

/**
 * From keys to commands. Never inside a field, never with a dialog in front or on its way (`AwaitedPart`), never with
 * Ctrl, Alt or Cmd held. A key that is held down means its command once: "approve" must not go from row to row.
 */
import { useEffect } from "react";
import { AWAITED } from "./awaited-part";
import { type Command, commands } from "./commands";
import { getPreferences } from "./preferences";

/** The second key of two must come within this time. */
const SEQUENCE_MS = 1_200;

/** `isRepeat`: the key is still down since its last press. */
export type Pressed = { key: string; atMs: number; isRepeat?: boolean };

/** The command that a key means, given the key before it; `isStart`: it may be the first of two. */
export function matchKeys(
  offered: readonly Command[],
  pressed: Pressed,
  before: Pressed | null,
): { command: Command | null; isStart: boolean } {
  const pair = before !== null && pressed.atMs - before.atMs <= SEQUENCE_MS ? `${before.key} ${pressed.key}` : null;
  // The second of two keys never means what it means alone: who pressed "g" and missed the place approves nothing.
  const meant = offered.findLast(({ keys }) => keys === (pair ?? pressed.key)) ?? null;
  const isStart = offered.some(({ keys }) => keys?.startsWith(`${pressed.key} `));
  return { command: pressed.isRepeat && !meant?.mayRepeat ? null : meant, isStart };
}

export function useKeys(): void {
  useEffect(() => {
    let before: Pressed | null = null;
    function onKeyDown(event: KeyboardEvent): void {
      if (!isForUs(event)) {
        before = null;
        return;
      }
      const pressed = { key: event.key, atMs: event.timeStamp, isRepeat: event.repeat };
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
  // Enter and Space belong to the button, the box or the link that has the focus.
  if ((event.key === "Enter" || event.key === " ") && isControl(event.target)) return false;
  return !isBehindSomething();
}

/** Whether something asks for an answer first, or will in a moment. */
export function isBehindSomething(): boolean {
  return document.querySelector(`[role=dialog], [role=alertdialog], [role=menu], [${AWAITED}]`) !== null;
}

/** Where letters are typed. A box that was just ticked is not: whoever selects a row by click goes on by key. */
const FIELD = "input:not([type=checkbox], [type=radio]), textarea, select";

export function isInField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELD));
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("a[href], button, input, summary, [role^=menuitem]");
}
