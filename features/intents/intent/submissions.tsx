"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { submissionsQuery } from "../queries";
import { PartPanel } from "./part-panel";
import { SubmissionItem } from "./submission-item";

/** Every time somebody asked for this, oldest first. */
export function Submissions({ id }: { id: string }) {
  const submissions = useInfiniteQuery(submissionsQuery(id));
  return (
    <PartPanel
      title="Submissions"
      what="the submissions"
      empty="No submission is on record, which should not happen."
      parts={submissions}
    >
      {(items) => (
        <ol aria-label="Submissions" className="divide-y">
          {items.map((submission, index) => (
            <SubmissionItem key={submission.id} submission={submission} previous={items[index - 1] ?? null} />
          ))}
        </ol>
      )}
    </PartPanel>
  );
}
