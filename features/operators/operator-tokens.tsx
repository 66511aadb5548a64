"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { Panel } from "@/components/panel";
import { Skeleton } from "@/components/skeleton";
import { useDialog } from "@/components/use-dialog";
import { useNow } from "@/components/use-now";
import type { OperatorAccountDto } from "@/lib/wire/operator";
import { OperatorToken } from "./operator-token";
import type { Tell } from "./operator-view";
import { tokensQuery } from "./queries";

const fetchTokenDialog = () => import("./token-dialog");
const REDRAWN_MS = 1_000;

/** What scripts act with in this person's name. */
export function OperatorTokens({ operator, tell }: { operator: OperatorAccountDto; tell: Tell }) {
  const list = useInfiniteQuery(tokensQuery(operator.id));
  const nowMs = useNow(REDRAWN_MS);
  const { dialog, opener, control } = useDialog(fetchTokenDialog, false);
  const tokens = list.data?.pages.flatMap((page) => page.items);
  return (
    <Panel
      title="Tokens"
      actions={
        operator.disabledAt === null && (
          <Button {...opener}>
            <KeyRound aria-hidden />
            New token…
          </Button>
        )
      }
    >
      {dialog && <dialog.TokenDialog {...control} operator={operator} />}
      {list.isPending && (
        <div role="status" className="space-y-2.5 px-4 py-3.5">
          <span className="sr-only">Loading the tokens</span>
          <Skeleton className="h-3.5 w-2/3" />
          <Skeleton className="h-3.5 w-1/2" />
        </div>
      )}
      {list.isError && (
        <ErrorPanel
          title={
            tokens ? "This may not be up to date: the tokens could not be loaded again" : "Could not load the tokens"
          }
          error={list.error}
          retry={list.refetch}
          retrying={list.isFetching}
          className="m-3"
        />
      )}
      {tokens?.length === 0 && (
        <p className="px-4 py-3 text-ink-soft">
          No tokens. With one, a script can do over the API what this operator may do here.
        </p>
      )}
      {tokens && tokens.length > 0 && (
        <ul aria-label="Tokens" className="divide-y">
          {tokens.map((token) => (
            <OperatorToken key={token.id} operatorId={operator.id} token={token} nowMs={nowMs} tell={tell} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="border-t px-4 py-2">
          <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </Panel>
  );
}
