"use client";

import { useCallback, useRef, useState } from "react";
import { Button } from "@/components/button";
import { Timeline } from "@/components/timeline";
import type { IntentDto, SubmissionDto } from "@/lib/wire/intent";
import { countsAsOther } from "../fields/compare-fields";
import { PartPanel, type Parts } from "../part-panel";
import { compareOnce } from "./compare-once";
import { SubmissionItem } from "./submission-item";
import { canBeChosen, clusterTitle } from "./submission-words";

export const CLUSTER_ID = "cluster";

const MANY = 40;

type ClusterProps = {
  /** What runs. */
  intent: IntentDto;
  submissions: Parts<SubmissionDto>;
  /** Whether another submission's args may be approved instead. */
  mayChoose: boolean;
  onApprove: (submission: SubmissionDto, button: HTMLElement) => void;
};

/** Every time somebody asked for this, oldest first, each against what runs. */
export function Cluster({ intent, submissions, mayChoose, onApprove }: ClusterProps) {
  const [onlyOthers, setOnlyOthers] = useState(false);
  const { fields, submissionId, submissionCount, argsDigest } = intent;
  const latest = useRef(onApprove);
  latest.current = onApprove;
  // The same for good: hundreds of rows would be drawn again with it.
  const choose = useCallback<ClusterProps["onApprove"]>((...chosen) => latest.current(...chosen), []);
  const compare = (submission: SubmissionDto) => (fields ? compareOnce(fields, submission) : null);
  const isOther = (submission: SubmissionDto) => {
    const comparison = submission.id === submissionId ? null : compare(submission);
    return submission.refusal !== null || (comparison !== null && countsAsOther(comparison));
  };
  const otherCount = submissions.items?.filter(isOther).length ?? 0;
  return (
    <PartPanel
      id={CLUSTER_ID}
      title={clusterTitle(submissionCount, submissions.items?.filter(({ edited }) => edited).length ?? 0)}
      what="the submissions"
      empty="No submission is on record, which should not happen."
      parts={submissions}
      aside={
        otherCount > 0 && (
          <Button variant="ghost" aria-pressed={onlyOthers} onClick={() => setOnlyOthers(!onlyOthers)}>
            {onlyOthers ? "Show all" : `Only what differs (${otherCount})`}
          </Button>
        )
      }
    >
      {(items) => (
        <Timeline label="Submissions">
          {items.map((submission, index) =>
            onlyOthers && !isOther(submission) ? null : (
              <SubmissionItem
                key={submission.id}
                submission={submission}
                previous={items[index - 1] ?? null}
                isOneOfMany={items.length > MANY}
                isRunning={submission.id === submissionId}
                comparison={compare(submission)}
                canBeApproved={mayChoose && canBeChosen(submission) && submission.argsDigest !== argsDigest}
                onApprove={choose}
              />
            ),
          )}
        </Timeline>
      )}
    </PartPanel>
  );
}
