"use client";

import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import type { AnswerWords } from "./answer-words";
import { hasFieldProblems, messagesBeside } from "./field-problems";
import { Notice } from "./notice";

type FormNoticeProps = {
  error: unknown;
  words: AnswerWords;
  /** What the form shows beside its own fields, and needs not be said twice. */
  pointers: readonly string[];
};

/** That what a form asked for was not done, above its fields; what is wrong with one of them is said at that one. */
export function FormNotice({ error, words: { tone, title, body }, pointers }: FormNoticeProps) {
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It may be above what is in sight; where a field says more, the form's own effect comes after this one.
    noticeRef.current?.focus();
  }, []);
  const beside = messagesBeside(error, pointers);
  return (
    <Notice ref={noticeRef} tone={tone} icon={TriangleAlert} role="alert" title={title}>
      {hasFieldProblems(error) ? (beside.length > 0 ? beside.join(" ") : "Correct what is marked below.") : body}
    </Notice>
  );
}
