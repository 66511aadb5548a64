"use client";

import { useSearchParams } from "next/navigation";
import { parseRange, type Range, rangePath } from "./range";

/** The range in the address, and a way to change it that keeps the back button honest. */
export function useRange(): [Range, (range: Range) => void] {
  const range = parseRange(useSearchParams());
  return [range, (next) => window.history.pushState(null, "", rangePath(next))];
}
