"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { Instant } from "@/components/instant";
import { formatMoney } from "@/components/money";
import type { IntentDto } from "@/lib/wire/intent";
import { AgentWords } from "../words/agent-words";
import { fieldName } from "../words/field-name";
import { afterwardsWords } from "./afterwards-words";
import { contractVersionQuery } from "./queries";
import { successorId } from "./related/successor-id";

/** What it is, before anything else: how much, to what, who asks and why. */
export function Subject({ intent }: { intent: IntentDto }) {
  const { about, argsErased, agent, run, step, session, reason, createdAt, submissionCount } = intent;
  const context = Object.entries({ run, step, session }).filter((part): part is [string, string] => part[1] !== null);
  return (
    <section aria-label="What it is" className="rounded-lg border bg-surface px-4 py-3.5">
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        {!argsErased && about?.amount && (
          <p className="font-semibold text-ink text-xl tabular-nums">
            <span className="sr-only">Amount </span>
            {formatMoney(about.amount)}
          </p>
        )}
        {!argsErased &&
          about?.target.map(({ pointer, value }) => (
            <p key={pointer} className="min-w-0 text-base [overflow-wrap:anywhere]">
              <AgentLine text={fieldName(pointer)} className="text-ink-soft" />{" "}
              <AgentLine text={value} className="font-medium font-mono text-ink" />
            </p>
          ))}
        <Flags intent={intent} />
      </div>
      <p className="mt-1.5 flex flex-wrap gap-x-3 text-ink-soft">
        <span>
          Asked for by{" "}
          <Link
            href={`/agents/${encodeURIComponent(agent.id)}`}
            prefetch={false}
            className="underline underline-offset-2"
          >
            <AgentLine text={agent.name} className="font-medium text-ink" />
          </Link>{" "}
          on <Instant at={createdAt} />
        </span>
        {context.map(([name, value]) => (
          <span key={name} className="min-w-0 [overflow-wrap:anywhere]">
            {name} <AgentLine text={value} className="font-mono text-ink text-xs" />
          </span>
        ))}
        {submissionCount > 1 && (
          <a href="#cluster" className="text-link underline underline-offset-2">
            {submissionCount.toLocaleString()} submissions
          </a>
        )}
      </p>
      {reason !== null && <AgentWords text={reason} />}
      <Afterwards intent={intent} />
    </section>
  );
}

function Flags({ intent: { about, argsErased, generation } }: { intent: IntentDto }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {argsErased && <Badge>Args erased</Badge>}
      {about?.effect === "irreversible" && <Badge tone="bad">Irreversible</Badge>}
      {about?.value === "high" && <Badge tone="warn">High value</Badge>}
      {generation > 1 && <Badge tone="info">Generation {generation}</Badge>}
    </span>
  );
}

function Afterwards({ intent }: { intent: IntentDto }) {
  const contract = useQuery(contractVersionQuery(intent.tool, intent.contractVersion));
  const told = afterwardsWords(intent, contract.data?.terms.windowMs ?? null);
  if (told === null) return null;
  const nextId = successorId(intent);
  return (
    <p className="mt-2 border-t pt-2 text-ink-soft">
      {told.words}
      {nextId !== null && (
        <>
          {" "}
          <Link href={`/intents/${nextId}`} className="text-link underline underline-offset-2">
            Show it
          </Link>
        </>
      )}
      {told.until !== null && (
        <>
          {" "}
          That is until <Instant at={told.until} />.
        </>
      )}
    </p>
  );
}
