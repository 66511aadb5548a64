import type { KeyboardEvent } from "react";

/**
 * For a dialog: the Enter that opened it may still be down, and its repetitions would press whatever has the focus now.
 * Only in a text of many lines an Enter that is held down means something.
 */
export function ignoreHeldEnter(event: Pick<KeyboardEvent, "key" | "repeat" | "target" | "preventDefault">): void {
  if (event.key !== "Enter" || !event.repeat) return;
  const { tagName } = event.target as Partial<Element>;
  if (tagName !== "TEXTAREA") event.preventDefault();
}
