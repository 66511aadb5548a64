import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { JsonBlock } from "@/components/code-block";
import { Disclosure } from "@/components/disclosure";
import { formatDuration } from "@/components/duration";
import { Instant } from "@/components/instant";
import type { Disposition, SubmissionDto } from "@/lib/wire/intent";
import { AgentWords } from "../words/agent-words";

const DISPOSITION_WORDS: Record<Disposition, string> = {
  created: "Created",
  coalesced: "Coalesced",
  replayed: "Replayed",
  drifted: "Drifted",
  lookalike: "Look-alike",
  reopened: "Reopened",
};

type SubmissionItemProps = { submission: SubmissionDto; previous: SubmissionDto | null };

export function SubmissionItem({ submission, previous }: SubmissionItemProps) {
  const { receivedAt, disposition, agent, operator, reason, differences, args, edited, erasedAt } = submission;
  const gapMs = previous === null ? null : Date.parse(receivedAt) - Date.parse(previous.receivedAt);
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={disposition === "drifted" || disposition === "lookalike" ? "warn" : "neutral"}>
          {DISPOSITION_WORDS[disposition]}
        </Badge>
        <span className="font-medium text-ink">{agent?.name ?? operator?.name ?? "Unknown"}</span>
        {operator !== null && <span className="text-ink-faint">{edited ? "operator, edited" : "operator"}</span>}
        <span className="ml-auto flex gap-2 text-ink-faint text-xs tabular-nums">
          {gapMs !== null && <span>{formatDuration(gapMs)} after the previous</span>}
          <Instant at={receivedAt} show="time" />
        </span>
      </div>
      <SubmissionContext submission={submission} />
      {reason !== null && <AgentWords text={reason} />}
      {differences.length > 0 && <Differences differences={differences} />}
      <div className="mt-1">
        {erasedAt === null ? (
          <Disclosure summary="Args as submitted">
            <JsonBlock value={args} label="Args as submitted" />
          </Disclosure>
        ) : (
          <p className="text-ink-faint text-xs">
            Args erased <Instant at={erasedAt} />
          </p>
        )}
      </div>
    </li>
  );
}

function SubmissionContext({ submission: { run, step, session } }: { submission: SubmissionDto }) {
  const parts = Object.entries({ run, step, session }).filter((part): part is [string, string] => part[1] !== null);
  if (parts.length === 0) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-ink-faint text-xs">
      {parts.map(([name, value]) => (
        <span key={name}>
          {name} <AgentLine text={value} className="font-mono text-ink-soft" />
        </span>
      ))}
    </p>
  );
}

function Differences({ differences }: Pick<SubmissionDto, "differences">) {
  return (
    <ul aria-label="Differences" className="mt-2 space-y-1 rounded-md border bg-sunken px-3 py-2 font-mono text-xs">
      {differences.map((difference) => (
        <li key={difference.pointer} className="[overflow-wrap:anywhere]">
          <AgentLine text={difference.pointer} className="text-ink" />{" "}
          <span className="text-ink-faint">{difference.role}</span>: <AgentLine text={inJson(difference.old)} />
          <span className="text-ink-faint"> became </span>
          <AgentLine text={inJson(difference.new)} className="text-ink" />
        </li>
      ))}
    </ul>
  );
}

function inJson(value: unknown): string {
  return JSON.stringify(value) ?? "absent";
}
