"use client";

import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import { Notice } from "@/components/notice";
import type { IntentDto } from "@/lib/wire/intent";
import { decidedWords, undecidedWords } from "./decision-words";
import type { Decide } from "./use-decide";

/** Stays when the hold is gone, because that is when the operator wants to know what became of the click. */
export function DecisionNotice({ decide, intent }: { decide: Decide; intent: IntentDto }) {
  const noticeRef = useRef<HTMLDivElement>(null);
  const isAnswered = decide.isSuccess || decide.isError;
  useEffect(() => {
    // The button that had the focus may just have left the page with the hold.
    if (isAnswered) noticeRef.current?.focus();
  }, [isAnswered]);
  if (decide.isSuccess) {
    const { tone, title, body } = decidedWords(decide.variables.verdict, decide.data);
    return (
      <Notice ref={noticeRef} tone={tone} icon={CircleCheck} role="status" title={title}>
        {body}
      </Notice>
    );
  }
  if (decide.isError) {
    const { tone, title, body } = undecidedWords(decide.variables.verdict, decide.error, intent);
    return (
      <Notice ref={noticeRef} tone={tone} icon={TriangleAlert} role="alert" title={title}>
        {body}
      </Notice>
    );
  }
  return null;
}
