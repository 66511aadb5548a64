"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { AnswerNotice } from "@/components/answer-notice";
import { Button } from "@/components/button";
import { CheckLine } from "@/components/check-line";
import { ErrorPanel } from "@/components/error-panel";
import { Field, Textarea } from "@/components/field";
import { Panel } from "@/components/panel";
import { Skeleton } from "@/components/skeleton";
import type { OperatorDto } from "@/lib/wire/session";
import { releaseRestored, storeQuery } from "./queries";
import { notReleasedWords, releasedWords, restoredWords } from "./restored-words";

const REASON_LENGTH_MAX = 2_000;

/** Nothing looks released before the answer is here. */
function useRelease() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: releaseRestored,
    onSettled: () => queries.invalidateQueries({ queryKey: ["intents"] }),
  });
}

type Release = ReturnType<typeof useRelease>;

/** Of a database that went back in time: how much is in doubt because of it, and for an admin the release in bulk. */
export function RestoredPanel({ role }: { role: OperatorDto["role"] | null }) {
  const { data, isError, error, refetch, isFetching } = useQuery(storeQuery());
  const release = useRelease();
  return (
    <Panel title="What is in doubt because of it">
      <div className="space-y-3 px-4 py-3">
        <Answer release={release} />
        {isError && (
          <ErrorPanel
            title={data ? "This may not be up to date" : "What is in doubt could not be loaded"}
            error={error}
            retry={refetch}
            retrying={isFetching}
          />
        )}
        {data === undefined && !isError && <Skeleton className="h-10" />}
        {data && (
          <p className="text-ink">
            {restoredWords(data)}{" "}
            <Link href="/intents?state=in_doubt" prefetch={false} className="text-link underline underline-offset-2">
              See what is in doubt
            </Link>
          </p>
        )}
        {data && data.releasableCount > 0 && role === "admin" && (
          <ReleaseForm count={data.releasableCount} isBusy={release.isPending} onRelease={release.mutate} />
        )}
      </div>
    </Panel>
  );
}

function Answer({ release }: { release: Release }) {
  if (release.isIdle || release.isPending) return null;
  const words = release.isSuccess ? releasedWords(release.data) : notReleasedWords(release.error);
  return <AnswerNotice key={release.submittedAt} isSuccess={release.isSuccess} words={words} />;
}

type ReleaseFormProps = { count: number; isBusy: boolean; onRelease: (reason: string) => void };

/** What is released runs: after a backup was put back it may have run before, so that is asked about. */
function ReleaseForm({ count, isBusy, onRelease }: ReleaseFormProps) {
  const [reason, setReason] = useState("");
  const [isPlanned, setPlanned] = useState(false);
  const [asked, setAsked] = useState(false);
  const isMissing = reason.trim() === "";

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isMissing && isPlanned && !isBusy) onRelease(reason.trim());
  }

  return (
    <form aria-label="Release" noValidate onSubmit={submit} className="flex flex-col gap-3 border-t pt-3">
      <Field
        label="Reason"
        hint="Kept under your name with every intent that is released."
        error={asked && isMissing ? "Say why they may run." : null}
      >
        {(control) => (
          <Textarea
            {...control}
            required
            maxLength={REASON_LENGTH_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div>
        <CheckLine
          label="It was a planned failover: no change to the database was lost"
          meaning="After a backup was put back, they may have run already and would run twice."
          checked={isPlanned}
          onChange={setPlanned}
        />
        {asked && !isPlanned && (
          <p role="alert" className="text-bad text-sm">
            Confirm this, or look each of them up in the downstream instead.
          </p>
        )}
      </div>
      <div>
        <Button type="submit" variant="danger" busy={isBusy}>
          Release {count.toLocaleString()} to run
        </Button>
      </div>
    </form>
  );
}
