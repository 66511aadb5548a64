"use client";

import Bot from "lucide-react/icons/bot";
import Check from "lucide-react/icons/check";
import Play from "lucide-react/icons/play";
import User from "lucide-react/icons/user";
import { memo, type ReactNode } from "react";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { JsonBlock } from "@/components/code-block";
import { formatDuration } from "@/components/duration";
import { Instant } from "@/components/instant";
import { LazyDisclosure } from "@/components/lazy-disclosure";
import { TimelineItem } from "@/components/timeline";
import type { SubmissionDto } from "@/lib/wire/intent";
import { AgentWords } from "../../words/agent-words";
import { type Comparison, countsAsOther } from "../fields/compare-fields";
import { DifferenceTable } from "../fields/difference-table";
import { comparisonWords, refusalWords, submissionWords } from "./submission-words";

type SubmissionItemProps = {
  submission: SubmissionDto;
  /** The one before it; what is the same is not told again. */
  previous: SubmissionDto | null;
  /** Of very many only those are laid out that are in sight. */
  isOneOfMany: boolean;
  /** Its args are those that run. */
  isRunning: boolean;
  /** Against those that run; null: there is nothing to compare. */
  comparison: Comparison | null;
  /** It can be approved in the place of what runs. */
  canBeApproved: boolean;
  onApprove: (submission: SubmissionDto, button: HTMLElement) => void;
};

/** One submission on the time line. Drawn again only when something about it changed. */
export const SubmissionItem = memo(function SubmissionItem(props: SubmissionItemProps) {
  const { submission, previous, isOneOfMany, isRunning, comparison, canBeApproved, onApprove } = props;
  const { receivedAt, disposition, agent, operator, reason, refusal, edited, args, erasedAt } = submission;
  const isOther = comparison !== null && countsAsOther(comparison);
  const { word, meaning } = submissionWords({ submission, isRunning, isOther });
  const choose = canBeApproved && (
    <Button className="mt-2" onClick={(event) => onApprove(submission, event.currentTarget)}>
      <Check aria-hidden />
      Approve these args instead
    </Button>
  );
  const tone = edited ? "info" : disposition === "drifted" || disposition === "lookalike" ? "warn" : "neutral";
  return (
    <TimelineItem
      icon={isRunning ? Play : operator === null ? Bot : User}
      isMain={isRunning}
      className={isOneOfMany ? "[contain-intrinsic-size:auto_7rem] [content-visibility:auto]" : undefined}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <AgentLine text={agent?.name ?? operator?.name ?? "Unknown"} className="font-medium text-ink" />
        {operator !== null && <span className="text-ink-faint">operator</span>}
        {refusal === null ? <Badge tone={tone}>{word}</Badge> : <Badge tone="bad">Turned away</Badge>}
        {isRunning && <Badge tone="info">These args run</Badge>}
        <span className="ml-auto flex gap-2 text-ink-faint text-xs tabular-nums">
          {previous !== null && <span>{gap(previous.receivedAt, receivedAt)} after the previous</span>}
          <Instant at={receivedAt} show="time" />
        </span>
      </div>
      <p className="text-ink-soft">{refusal === null ? meaning : refusalWords(refusal)}</p>
      <SubmissionContext submission={submission} previous={previous} />
      {reason !== null && reason !== previous?.reason && <AgentWords text={reason} />}
      {!isRunning && comparison !== null && <Differences comparison={comparison}>{choose}</Differences>}
      {erasedAt === null ? (
        <LazyDisclosure summary="Args as submitted">
          {() => <JsonBlock value={args} label="Args as submitted" />}
        </LazyDisclosure>
      ) : (
        <p className="mt-1 text-ink-faint text-xs">
          Args erased <Instant at={erasedAt} />
        </p>
      )}
    </TimelineItem>
  );
});

function gap(previousAt: string, receivedAt: string): string {
  return formatDuration(Date.parse(receivedAt) - Date.parse(previousAt));
}

function contextOf({ run, step, session, callerKey }: SubmissionDto): [string, string][] {
  const parts = Object.entries({ run, step, session, "caller’s key": callerKey });
  return parts.filter((part): part is [string, string] => part[1] !== null);
}

/** What counts is open; what does not is a click away. */
function Differences({ comparison, children }: { comparison: Comparison; children: ReactNode }) {
  if (comparison.changes.length === 0) return <p className="text-ink-faint">{comparisonWords(comparison)}</p>;
  const table = (
    <>
      <DifferenceTable label="Differences to what runs" comparison={comparison} />
      {children}
    </>
  );
  if (countsAsOther(comparison)) return <div className="mt-2">{table}</div>;
  return (
    <LazyDisclosure isBare summary={comparisonWords(comparison)}>
      {() => table}
    </LazyDisclosure>
  );
}

function SubmissionContext({ submission, previous }: Pick<SubmissionItemProps, "submission" | "previous">) {
  const parts = contextOf(submission);
  if (previous !== null && JSON.stringify(parts) === JSON.stringify(contextOf(previous))) return null;
  if (parts.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-faint text-xs">
      {parts.map(([name, value]) => (
        <span key={name} className="min-w-0 [overflow-wrap:anywhere]">
          {name} <AgentLine text={value} className="font-mono text-ink-soft" />
        </span>
      ))}
    </p>
  );
}
