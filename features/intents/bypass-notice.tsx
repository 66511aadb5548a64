"use client";

import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { buttonStyle } from "@/components/button";
import { Notice } from "@/components/notice";
import { notOrderedWords, orderedWords } from "./bypass-words";
import type { Bypass } from "./use-bypass";

/** Stays when the intent is superseded, because that is when the operator wants to go on to the new generation. */
export function BypassNotice({ id, bypass }: { id: string; bypass: Bypass }) {
  const noticeRef = useRef<HTMLDivElement>(null);
  const isAnswered = bypass.isSuccess || bypass.isError;
  useEffect(() => {
    if (isAnswered) noticeRef.current?.focus();
  }, [isAnswered]);
  if (bypass.isSuccess) {
    const { tone, title, body } = orderedWords(bypass.data, id);
    const next = bypass.data.id === id ? null : `/intents/${bypass.data.id}`;
    const link = next && (
      <Link href={next} className={buttonStyle({ variant: "secondary" })}>
        Show the new generation
      </Link>
    );
    return (
      <Notice ref={noticeRef} tone={tone} icon={CircleCheck} role="status" title={title} actions={link}>
        {body}
      </Notice>
    );
  }
  if (!bypass.isError) return null;
  const { tone, title, body } = notOrderedWords(bypass.error);
  return (
    <Notice ref={noticeRef} tone={tone} icon={TriangleAlert} role="alert" title={title}>
      {body}
    </Notice>
  );
}
