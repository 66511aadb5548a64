"use client";

import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import type { z } from "zod";
import { AnswerNotice } from "@/components/answer-notice";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { ListEnd } from "@/components/list-end";
import { ListSkeleton } from "@/components/list-skeleton";
import { PageHeader } from "@/components/page-header";
import { useDialog } from "@/components/use-dialog";
import type { OperatorListDto } from "@/lib/wire/operator";
import type { OperatorDto } from "@/lib/wire/session";
import { doneWords } from "./answer-words";
import { OperatorRow, OperatorRowHead } from "./operator-row";
import { operatorListQuery } from "./queries";

const fetchCreateDialog = () => import("./create-operator-dialog");

/** Who may look, decide and manage. For admins. */
export function Operators({ self }: { self: OperatorDto }) {
  const list = useInfiniteQuery(operatorListQuery());
  const [madeCount, setMadeCount] = useState(0);
  const { dialog, opener, control } = useDialog(fetchCreateDialog, false);
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Operators</h1>}>
        <Button {...opener} variant="primary" className="ml-auto">
          <Plus aria-hidden />
          New operator
        </Button>
      </PageHeader>
      {dialog && <dialog.CreateOperatorDialog {...control} onCreated={() => setMadeCount((count) => count + 1)} />}
      {madeCount > 0 && (
        <AnswerNotice key={madeCount} isSuccess words={doneWords("create")} className="mx-4 mt-4 md:mx-6" />
      )}
      <ListBody list={list} self={self} />
    </>
  );
}

type ListBodyProps = {
  list: UseInfiniteQueryResult<InfiniteData<z.infer<typeof OperatorListDto>>>;
  self: OperatorDto;
};

/** Never empty: whoever looks is one of them. */
function ListBody({ list, self }: ListBodyProps) {
  if (list.isPending) return <ListSkeleton what="the operators" />;
  const operators = list.data?.pages.flatMap((page) => page.items);
  return (
    <>
      {list.isError && (
        <ErrorPanel
          title={operators ? "This list is not up to date" : "The operators could not be loaded"}
          error={list.error}
          retry={list.refetch}
          retrying={list.isFetching}
          className="m-4 md:mx-6"
        />
      )}
      {operators && (
        <>
          <OperatorRowHead />
          <ul aria-label="Operators">
            {operators.map((operator) => (
              <OperatorRow key={operator.id} operator={operator} isSelf={operator.id === self.id} />
            ))}
          </ul>
          <ListEnd more={list} shownCount={operators.length} />
        </>
      )}
    </>
  );
}
