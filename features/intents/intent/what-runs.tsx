"use client";

import { useState } from "react";
import { Button } from "@/components/button";
import { JsonBlock } from "@/components/code-block";
import { CopyButton } from "@/components/copy-button";
import { Panel } from "@/components/panel";
import type { IntentDto, IntentState, SubmissionDto } from "@/lib/wire/intent";
import { ErasedArgs } from "../words/erased-args";
import { defaultsAmong } from "./fields/defaults";
import { FieldTable } from "./fields/field-table";

export const WHAT_RUNS_ID = "what-runs";

const TITLES: Record<IntentState, string> = {
  held: "What will run",
  cleared: "What will run",
  executing: "What is running",
  in_doubt: "What may have run",
  succeeded: "What ran",
  partial: "What ran",
  failed: "What was tried",
  denied: "What would have run",
  refused: "What would have run",
  expired: "What would have run",
  withdrawn: "What would have run",
};

type WhatRunsProps = {
  intent: IntentDto;
  /** Whose args they are; null until it is known. */
  submission: SubmissionDto | null;
};

/** The args whole, and the digest that a decision names (L10). */
export function WhatRuns({ intent, submission }: WhatRunsProps) {
  const [asJson, setAsJson] = useState(false);
  const { args, argsErased, argsDigest, fields, state } = intent;
  return (
    <div id={WHAT_RUNS_ID} tabIndex={-1} className="rounded-lg">
      <Panel
        title={TITLES[state]}
        aside={
          !argsErased && (
            <span className="flex items-center">
              {fields && (
                <Button variant="ghost" aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
                  {asJson ? "Show fields" : "Show JSON"}
                </Button>
              )}
              <CopyButton text={JSON.stringify(args, null, 2)} what="the args" />
            </span>
          )
        }
      >
        {submission !== null && <Whose submission={submission} />}
        {argsErased ? (
          <ErasedArgs />
        ) : fields === undefined || asJson ? (
          <JsonBlock value={args} label="Args" />
        ) : (
          <FieldTable label="Args" fields={fields} defaults={defaultsAmong(fields, submission?.args ?? null)} />
        )}
        <p className="flex items-center gap-2 border-t py-1 pr-2 pl-4">
          <span className="shrink-0 text-ink-faint">Digest</span>
          <code className="min-w-0 flex-1 font-mono text-ink-soft text-xs [overflow-wrap:anywhere]">{argsDigest}</code>
          <CopyButton text={argsDigest} what="the digest" />
        </p>
      </Panel>
    </div>
  );
}

/** Only where it is not what an agent asked for. */
function Whose({ submission: { edited, operator } }: { submission: SubmissionDto }) {
  if (!edited || operator === null) return null;
  return (
    <p className="border-b px-4 py-2 text-ink-soft">Edited by {operator.name}: no agent asked for exactly this.</p>
  );
}
