"use client";

import { useEffect, useRef } from "react";

const FIELD = "[aria-invalid=true], fieldset[data-problem]";
const NOTICE = "[data-form-notice]";

/**
 * For a form that may be longer than the screen: whenever it was asked for something that is not possible, the focus
 * goes to the first field that says so, or to the notice where no field is to blame. `askedCount` counts what was
 * asked, `error` is what the server said.
 */
export function useProblemFocus(askedCount: number, error: unknown) {
  const formRef = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing after either of them changed is what counts
  useEffect(() => {
    const form = formRef.current;
    if (askedCount === 0 || form === null) return;
    const first = form.querySelector<HTMLElement>(FIELD) ?? form.querySelector<HTMLElement>(NOTICE);
    const target = first?.matches("fieldset") ? first.querySelector<HTMLElement>("input, button") : first;
    target?.focus();
  }, [askedCount, error]);
  return formRef;
}
