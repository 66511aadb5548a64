import type { ReactNode } from "react";
import { AgentText } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { formatDuration, spellDuration } from "@/components/duration";
import { Instant } from "@/components/instant";
import type { AttemptDto } from "@/lib/wire/intent";
import { outcomeWords } from "../attempts/outcome-words";
import { readExchange } from "../attempts/read-exchange";

type KnownFactsProps = {
  attempt: AttemptDto | undefined;
  attempts: readonly AttemptDto[];
  honoursKeyMs: number | null | undefined;
};

/** What our own record says of the attempt that left the doubt. */
export function KnownFacts({ attempt, attempts, honoursKeyMs }: KnownFactsProps) {
  if (attempt === undefined) return <p className="text-ink-soft">No attempt is on record.</p>;
  const { outcome, failure, startedAt, endedAt, leaseUntil, exchange } = attempt;
  const { word, tone } = outcomeWords(outcome);
  const { answered } = readExchange(exchange);
  return (
    <dl className="space-y-1.5">
      <Known name="Outcome">
        <Badge tone={tone}>{word}</Badge>
        {answered?.status != null && <span className="ml-2 font-mono text-xs">status {answered.status}</span>}
      </Known>
      {failure !== null && (
        <Known name="Why">
          <AgentText text={failure.message} />
        </Known>
      )}
      <Known name="Sent">
        <Instant at={startedAt} />
      </Known>
      <Known name="Given up">
        {endedAt === null ? (
          "never settled: its lease ran out"
        ) : (
          <>
            after {formatDuration(Date.parse(endedAt) - Date.parse(startedAt))}; its lease ran until{" "}
            <Instant at={leaseUntil} show="time" />
          </>
        )}
      </Known>
      <Known name="Attempts">{attempts.length}</Known>
      <Known name="The key">{honourWords(honoursKeyMs)}</Known>
      {answered?.body != null && (
        <Known name="Answer">
          <AgentText text={answered.body.text} className="font-mono text-xs" />
        </Known>
      )}
    </dl>
  );
}

function Known({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="w-16 shrink-0 text-ink-faint">{name}</dt>
      <dd className="min-w-0 flex-1 text-ink [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** The contract's word on what a second call with the same key would do. */
function honourWords(honoursKeyMs: number | null | undefined): string {
  if (honoursKeyMs === undefined) return "sent with every attempt";
  if (honoursKeyMs === null) return "sent, but the downstream does not honour it";
  return `honoured by the downstream for ${spellDuration(honoursKeyMs)} from the first attempt`;
}
