"use client";

import type { ReactNode } from "react";
import { usePreferences } from "./preferences";

/** Names keys only while they do something: whoever switched them off is not told to press them. */
export function KeyHint({ className, children }: { className?: string; children: ReactNode }) {
  const { shortcuts } = usePreferences();
  return shortcuts ? <span className={className}>{children}</span> : null;
}
