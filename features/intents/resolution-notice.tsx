"use client";

import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import { Notice } from "@/components/notice";
import { resolvedWords, unresolvedWords } from "./doubt-words";
import type { Resolve } from "./use-resolve";

/** Stays when the doubt is gone, because that is when the operator wants to know what became of what they said. */
export function ResolutionNotice({ resolve }: { resolve: Resolve }) {
  const noticeRef = useRef<HTMLDivElement>(null);
  const isAnswered = resolve.isSuccess || resolve.isError;
  useEffect(() => {
    // The button that had the focus may just have left the page with the doubt.
    if (isAnswered) noticeRef.current?.focus();
  }, [isAnswered]);
  if (!isAnswered) return null;
  const { tone, title, body } = resolve.isSuccess ? resolvedWords(resolve.data) : unresolvedWords(resolve.error);
  const [icon, role] = resolve.isSuccess ? ([CircleCheck, "status"] as const) : ([TriangleAlert, "alert"] as const);
  return (
    <Notice ref={noticeRef} tone={tone} icon={icon} role={role} title={title}>
      {body}
    </Notice>
  );
}
