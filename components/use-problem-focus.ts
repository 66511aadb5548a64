"use client";

import { useEffect, useRef } from "react";

/**
 * For a form that may be longer than the screen: whenever it was asked for something that is not possible, the focus
 * goes to the first field that says so. `askedCount` counts what was asked, `error` is what the server said.
 */
export function useProblemFocus(askedCount: number, error: unknown) {
  const formRef = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing after either of them changed is what counts
  useEffect(() => {
    if (askedCount === 0) return;
    const first = formRef.current?.querySelector<HTMLElement>("[aria-invalid=true], fieldset[data-problem]");
    const field = first?.matches("fieldset") ? first.querySelector<HTMLElement>("input, button") : first;
    field?.focus();
  }, [askedCount, error]);
  return formRef;
}
