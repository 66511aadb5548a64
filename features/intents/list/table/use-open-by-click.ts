"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, useCallback } from "react";
import { intentHref } from "./intent-href";

/** A click on a row opens its intent; one that selects text, or that hits the link itself, is left alone. */
export function useOpenByClick(): (event: MouseEvent) => void {
  const router = useRouter();
  return useCallback(
    (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const id = target?.closest<HTMLElement>("[data-row]")?.dataset["row"];
      if (id === undefined || target?.closest("a, button") || event.defaultPrevented) return;
      if (window.getSelection()?.isCollapsed === false) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey) window.open(intentHref(id), "_blank", "noopener");
      else router.push(intentHref(id));
    },
    [router],
  );
}
