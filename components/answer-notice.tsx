"use client";

import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useEffect, useRef } from "react";
import type { AnswerWords } from "./answer-words";
import { Notice } from "./notice";

type AnswerNoticeProps = {
  isSuccess: boolean;
  words: Omit<AnswerWords, "body"> & { body: ReactNode };
  /** False: it was told before, and is only shown. */
  isNews?: boolean;
  actions?: ReactNode;
  className?: string;
};

/** What became of what an operator asked for; drawn as soon as there is an answer. */
export function AnswerNotice({ isSuccess, words, isNews = true, actions, className }: AnswerNoticeProps) {
  const { tone, title, body } = words;
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus may just have left the page.
    noticeRef.current?.focus();
  }, []);
  const [icon, role] = isSuccess ? ([CircleCheck, "status"] as const) : ([TriangleAlert, "alert"] as const);
  return (
    <Notice
      ref={noticeRef}
      tone={tone}
      icon={icon}
      {...(isNews && { role })}
      title={title}
      actions={actions}
      className={className}
    >
      {body}
    </Notice>
  );
}
