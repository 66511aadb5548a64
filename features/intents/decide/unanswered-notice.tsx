"use client";

import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useState } from "react";
import type { AnswerWords } from "@/components/answer-words";
import { Notice } from "@/components/notice";
import { intentQuery } from "../queries";
import { LastWord } from "./last-word";
import { learntWords } from "./learnt-words";
import { isByPerson } from "./overtaken-words";

/** What is still held so long after the answer was missing was not decided by what was sent. */
const SETTLES_MS = 5_000;

type UnansweredNoticeProps = {
  id: string;
  verdict: "approve" | "deny";
  operatorId: string | null;
  /** That it is not known. */
  words: AnswerWords;
  actions?: ReactNode;
  className?: string;
};

/** Asks until it is known what became of a decision that got no answer, and then says that instead. */
export function UnansweredNotice({ id, verdict, operatorId, words, actions, className }: UnansweredNoticeProps) {
  const [sinceMs] = useState(() => Date.now());
  const isTrue = (state: string, updatedAtMs: number) =>
    updatedAtMs >= sinceMs && (state !== "held" || updatedAtMs >= sinceMs + SETTLES_MS);
  const { data, dataUpdatedAt } = useQuery({
    ...intentQuery(id),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isTrue(state.data.state, state.dataUpdatedAt) ? false : SETTLES_MS,
  });
  const now = data !== undefined && isTrue(data.state, dataUpdatedAt) ? data : null;
  const { tone, title, body } = now === null ? words : learntWords(verdict, now, operatorId);
  return (
    <Notice tone={tone} icon={TriangleAlert} role="alert" title={title} actions={actions} className={className}>
      {body}{" "}
      {now !== null && now.state !== "held" && isByPerson(now.state) && <LastWord id={id} operatorId={operatorId} />}
    </Notice>
  );
}
