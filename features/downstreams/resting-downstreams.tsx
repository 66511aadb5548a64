"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import RefreshCw from "lucide-react/icons/refresh-cw";
import Unplug from "lucide-react/icons/unplug";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { AnswerNotice } from "@/components/answer-notice";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { Countdown, Instant } from "@/components/instant";
import type { RestingDownstreamDto } from "@/lib/wire/downstream";
import { restingQuery, tryNow } from "./queries";
import { notTriedWords, RESTING_MEANING, restingTitle, triedWords, waitingWords } from "./resting-words";

const LINK = "text-link underline underline-offset-2";

/** Shows nothing as tried before the answer is here. */
function useTry() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: tryNow,
    onSettled: () =>
      Promise.all(["downstreams", "intents"].map((topic) => queries.invalidateQueries({ queryKey: [topic] }))),
  });
}

type Tries = ReturnType<typeof useTry>;

/** Above other things: what does not answer, since when, when it is tried next, and a way to try it now. */
export function RestingDownstreams({ canTry }: { canTry: boolean }) {
  const resting = useQuery(restingQuery());
  const tries = useTry();
  const items = resting.data?.items ?? [];
  return (
    <div id="resting" className="flex flex-col gap-3 px-4 pt-4 pb-2 empty:hidden md:px-6">
      <Answer tries={tries} />
      {resting.isError && (
        <ErrorPanel
          title="Which downstreams rest could not be loaded"
          error={resting.error}
          retry={resting.refetch}
          retrying={resting.isFetching}
        />
      )}
      {items.length > 0 && (
        <section aria-label="Resting downstreams" className="rounded-lg border border-warn-line bg-warn-soft text-sm">
          <div className="flex items-start gap-2.5 px-3.5 py-3">
            <Unplug aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
            <div className="min-w-0">
              <h2 className="font-medium text-ink">{restingTitle(items.length)}</h2>
              <p className="mt-0.5 text-ink-soft">{RESTING_MEANING}</p>
            </div>
          </div>
          <ul>
            {items.map((item) => (
              <Resting key={`${item.tool} ${item.origin}`} item={item} tries={canTry ? tries : null} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Resting({ item, tries }: { item: RestingDownstreamDto; tries: Tries | null }) {
  const { tool, origin, title, reason, since, nextTryAt, tryAskedAt, waitingCount } = item;
  const isTried = waitingCount > 0;
  const isSending = tries?.isPending === true && tries.variables.tool === tool && tries.variables.origin === origin;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-warn-line border-t px-3.5 py-3">
      <div className="min-w-0 flex-1 basis-64 space-y-0.5 text-ink-soft">
        <p className="[overflow-wrap:anywhere]">
          <AgentLine text={title} className="font-medium text-ink" />{" "}
          <AgentLine text={origin} className="font-mono text-xs" />
        </p>
        <p className="[overflow-wrap:anywhere]">
          <AgentLine text={reason} />
        </p>
        <p className="tabular-nums">
          Since <Instant at={since} />. {isTried && <NextTry at={nextTryAt} isAskedFor={tryAskedAt !== null} />}{" "}
          {waitingWords(waitingCount)}{" "}
          {isTried && (
            <Link href={`/intents?state=cleared&tool=${encodeURIComponent(tool)}`} prefetch={false} className={LINK}>
              See what waits
            </Link>
          )}
        </p>
      </div>
      {tries && isTried && (
        <Button
          busy={isSending}
          aria-disabled={tries.isPending || undefined}
          aria-label={`Try ${title} now`}
          onClick={() => !tries.isPending && tries.mutate({ tool, origin })}
          className="max-md:w-full"
        >
          {!isSending && <RefreshCw aria-hidden />}
          Try now
        </Button>
      )}
    </li>
  );
}

function NextTry({ at, isAskedFor }: { at: string; isAskedFor: boolean }) {
  if (isAskedFor) return "A try was asked for.";
  return (
    <>
      Next try <Countdown to={at} over="now" />.
    </>
  );
}

function Answer({ tries }: { tries: Tries }) {
  if (tries.isIdle || tries.isPending) return null;
  const words = tries.isSuccess ? triedWords(tries.variables.origin) : notTriedWords(tries.error);
  return <AnswerNotice key={tries.submittedAt} isSuccess={tries.isSuccess} words={words} />;
}
