"use client";

import GitCompareArrows from "lucide-react/icons/git-compare-arrows";
import { Button } from "@/components/button";
import { Instant } from "@/components/instant";
import { Notice } from "@/components/notice";
import type { IntentDto, SubmissionDto } from "@/lib/wire/intent";
import { compareFields } from "../fields/compare-fields";
import { DifferenceTable } from "../fields/difference-table";
import { WHAT_RUNS_ID } from "../what-runs";
import { newcomersSince } from "./newcomers";
import type { Seen } from "./use-seen";

type ChangedNoticeProps = { seen: Seen; submissions: readonly SubmissionDto[] };

/** Stands in the way of a decision until the operator has looked: what they were shown is not what they would decide on. */
export function ChangedNotice({ seen, submissions }: ChangedNoticeProps) {
  const { intent, changed, showChanged } = seen;
  if (changed === null) return null;
  const hasOtherArgs = changed.argsDigest !== intent.argsDigest;
  const newcomers = newcomersSince(intent, changed, submissions);
  function show() {
    showChanged();
    // The button goes away: what it shows takes the focus.
    document.getElementById(WHAT_RUNS_ID)?.focus();
  }
  return (
    <Notice
      tone="warn"
      icon={GitCompareArrows}
      role="alert"
      title={hasOtherArgs ? "What would run has changed since you opened this" : heldAnewTitle(newcomers)}
      actions={
        <Button variant="primary" onClick={show}>
          {hasOtherArgs ? "Show the new one" : "I have seen it"}
        </Button>
      }
    >
      {hasOtherArgs ? (
        <ChangedArgs before={intent} after={changed} />
      ) : (
        <Newcomers intent={intent} newcomers={newcomers} />
      )}
    </Notice>
  );
}

function heldAnewTitle(newcomers: readonly SubmissionDto[]): string {
  return newcomers.length > 0 ? "A drift arrived since you opened this" : "It is held anew since you opened this";
}

function ChangedArgs({ before, after }: { before: IntentDto; after: IntentDto }) {
  return (
    <>
      <p className="mb-2">Somebody chose other args. Below is still what you were shown; nothing is decided on it.</p>
      {before.fields && after.fields && (
        <DifferenceTable
          label="What you were shown, and what would run now"
          comparison={compareFields(before.fields, after.fields)}
          sides={{ runs: "You were shown", other: "Would run now" }}
        />
      )}
    </>
  );
}

function Newcomers({ intent, newcomers }: { intent: IntentDto; newcomers: readonly SubmissionDto[] }) {
  if (newcomers.length === 0) {
    return <p>An approval was taken back, or it was stopped for another reason. What would run is the same.</p>;
  }
  return (
    <>
      <p>
        What would run is the same, but it was submitted again with other values.
        {(intent.hold?.approvalsGiven ?? 0) > 0 && " Earlier approvals are void."}
      </p>
      {newcomers.map((submission) => (
        <div key={submission.id} className="mt-2">
          <p className="mb-1 text-xs">
            Submitted <Instant at={submission.receivedAt} show="time" />
          </p>
          <DifferenceTable
            label="What runs, and what was submitted"
            comparison={compareFields(intent.fields ?? [], submission.fields ?? [])}
            sides={{ runs: "Would run", other: "Was submitted" }}
          />
        </div>
      ))}
    </>
  );
}
