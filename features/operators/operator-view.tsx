"use client";

import { usePrefetchInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AnswerNotice } from "@/components/answer-notice";
import type { AnswerWords } from "@/components/answer-words";
import { ErrorPanel } from "@/components/error-panel";
import type { OperatorAccountDto } from "@/lib/wire/operator";
import type { OperatorDto } from "@/lib/wire/session";
import { doneWords, notDoneWordsOf, type OperatorAction } from "./answer-words";
import { isAbsent, NoSuchOperator } from "./no-such-operator";
import { OperatorAccount } from "./operator-account";
import { OperatorEnd } from "./operator-end";
import { OperatorHeader } from "./operator-header";
import { OperatorSkeleton } from "./operator-skeleton";
import { OperatorTokens } from "./operator-tokens";
import { operatorQuery, tokensQuery } from "./queries";

/** How a part of the page says what came of what was asked; an error says that it was not done. */
export type Tell = (action: OperatorAction, error?: unknown) => void;

type Told = { count: number; isSuccess: boolean; words: AnswerWords };

/** One operator with their tokens. For admins. */
export function OperatorView({ id, self }: { id: string; self: OperatorDto }) {
  const operator = useQuery(operatorQuery(id));
  usePrefetchInfiniteQuery(tokensQuery(id));
  if (isAbsent(operator.error)) return <NoSuchOperator />;
  return (
    <>
      <OperatorHeader operator={operator.data ?? null} isSelf={id === self.id} />
      {operator.isPending && <OperatorSkeleton />}
      {operator.isError && (
        <ErrorPanel
          title={operator.data ? "This page is not up to date" : "This operator could not be loaded"}
          error={operator.error}
          retry={operator.refetch}
          retrying={operator.isFetching}
          className="mx-4 mt-4 md:mx-6"
        />
      )}
      {operator.data && <OperatorBody operator={operator.data} isSelf={id === self.id} />}
    </>
  );
}

function OperatorBody({ operator, isSelf }: { operator: OperatorAccountDto; isSelf: boolean }) {
  const [told, setTold] = useState<Told | null>(null);
  const tell: Tell = (action, error) =>
    setTold((before) => ({
      count: (before?.count ?? 0) + 1,
      isSuccess: error === undefined,
      words: error === undefined ? doneWords(action) : notDoneWordsOf(action, error),
    }));
  return (
    <div className="grid gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-6">
      <div className="flex min-w-0 flex-col gap-4">
        {told && <AnswerNotice key={told.count} isSuccess={told.isSuccess} words={told.words} />}
        <OperatorAccount operator={operator} isSelf={isSelf} tell={tell} />
        <OperatorTokens operator={operator} tell={tell} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <OperatorEnd operator={operator} isSelf={isSelf} tell={tell} />
      </div>
    </div>
  );
}
