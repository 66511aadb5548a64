"use client";

import { type RefObject, useLayoutEffect, useState } from "react";

/** How far below the top of the page the list begins: what stands above it may come and go. */
export function useListTop(listRef: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const list = listRef.current;
    if (list === null) return;
    const measure = () => setTop(Math.round(list.getBoundingClientRect().top + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [listRef]);
  return top;
}
