"use client";

import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import type { ReactNode } from "react";
import { AgentLine } from "@/components/agent-text";
import { Instant } from "@/components/instant";
import type { DoubtDto } from "@/lib/wire/doubt";
import type { AttemptDto, EventDto } from "@/lib/wire/intent";
import { AskedView } from "../attempts/exchange-view";
import { readExchange } from "../attempts/read-exchange";
import { AttentionPanel } from "../attention-panel";
import { KnownFacts } from "./known-facts";
import { ProbeFacts } from "./probe-facts";
import { Statements } from "./statements";

export const DOUBT_ID = "doubt";

type EvidencePanelProps = {
  doubt: DoubtDto;
  /** What whoever asks for it again is told to do. */
  agentIsTold: string | null;
  attempts: readonly AttemptDto[] | undefined;
  events: readonly EventDto[] | undefined;
  /** Null: not known yet. */
  honoursKeyMs: number | null | undefined;
  probeTemplate: string | null;
};

/** Everything that is known about what nobody knows, side by side. */
export function EvidencePanel({
  doubt,
  agentIsTold,
  attempts,
  events,
  honoursKeyMs,
  probeTemplate,
}: EvidencePanelProps) {
  const last = attempts?.findLast(({ outcome }) => outcome === "unknown") ?? attempts?.at(-1);
  return (
    <div id={DOUBT_ID} tabIndex={-1} className="rounded-lg">
      <AttentionPanel
        tone="doubt"
        label="In doubt"
        icon={CircleQuestionMark}
        title="Nobody knows whether it happened"
        below={
          <>
            <div className="grid gap-x-6 gap-y-4 border-doubt-line border-t px-4 py-3 md:grid-cols-3">
              <Evidence title="What we sent">
                <Sent attempt={last} isLoading={attempts === undefined} />
              </Evidence>
              <Evidence title="What we know">
                <KnownFacts attempt={last} attempts={attempts ?? []} honoursKeyMs={honoursKeyMs} />
              </Evidence>
              <Evidence title="What the downstream says">
                <ProbeFacts doubt={doubt} events={events ?? []} template={probeTemplate} />
              </Evidence>
            </div>
            {doubt.statements.length > 0 && <Statements doubt={doubt} />}
            {agentIsTold !== null && (
              <p className="border-doubt-line border-t px-4 py-2.5 text-ink-soft">
                Meanwhile the agent is told: <AgentLine text={agentIsTold} className="text-ink" />
              </p>
            )}
          </>
        }
      >
        <p className="text-ink-soft">
          <AgentLine text={doubt.why} className="text-ink" /> In doubt since <Instant at={doubt.since} />. It is not
          tried again until the downstream or a person says what happened.
        </p>
      </AttentionPanel>
    </div>
  );
}

function Evidence({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 font-medium text-ink">{title}</h3>
      {children}
    </section>
  );
}

function Sent({ attempt, isLoading }: { attempt: AttemptDto | undefined; isLoading: boolean }) {
  if (isLoading) return <p className="text-ink-faint">Loading the attempts…</p>;
  const asked = attempt === undefined ? null : readExchange(attempt.exchange).asked;
  if (asked !== null) return <AskedView asked={asked} />;
  return (
    <p className="text-ink-soft">
      {attempt === undefined
        ? "Nothing that is on record here. If it ran all the same, then with the args under “What may have run”."
        : "The worker was lost before it could say. It may have sent the args under “What may have run”."}
    </p>
  );
}
