import Link from "next/link";
import type { ReactNode } from "react";
import { AgentText } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { fieldName } from "@/components/field-name";
import { Panel } from "@/components/panel";
import type { ExplanationDto } from "@/lib/wire/explain";
import { Sentence } from "../contract/sentence";
import { valueText } from "./value-text";

const KINDS = { lookalike: "Look-alike", variant: "Variant", denied_before: "Denied before" } as const;

/** The intents that it would meet: the one it joins, those it resembles, and what is different. */
export function MeetsStep({ told: { joins, resembles, differences } }: { told: ExplanationDto }) {
  return (
    <Panel title="3. What it meets">
      {joins === null && resembles.length === 0 && (
        <p className="px-4 py-3 text-ink">Nothing: no intent is under this key, and none resembles it.</p>
      )}
      <ul aria-label="Intents that it meets" className="divide-y">
        {joins && <Met intentId={joins.intentId} word={stateWord(joins.state)} why={joins.why} />}
        {resembles.map(({ intentId, kind, why, differences: own }) => (
          <Met key={intentId} intentId={intentId} word={KINDS[kind]} why={why}>
            <Differences differences={own} />
          </Met>
        ))}
      </ul>
      {differences.length > 0 && (
        <div className="border-t px-4 py-3">
          <h3 className="mb-1 font-medium text-ink">What is different</h3>
          <Differences differences={differences} />
        </div>
      )}
    </Panel>
  );
}

function stateWord(state: string): string {
  const word = state.replaceAll("_", " ");
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

type MetProps = { intentId: string; word: string; why: string; children?: ReactNode };

function Met({ intentId, word, why, children }: MetProps) {
  return (
    <li className="px-4 py-2.5">
      <p className="flex flex-wrap items-center gap-2">
        <Link
          href={`/intents/${encodeURIComponent(intentId)}`}
          className="font-mono text-link text-xs underline-offset-2 hover:underline max-md:py-3"
        >
          {intentId}
        </Link>
        <Badge>{word}</Badge>
      </p>
      <p className="text-ink">{why}</p>
      {children}
    </li>
  );
}

function Differences({ differences }: { differences: ExplanationDto["differences"] }) {
  if (differences.length === 0) return null;
  return (
    <ul aria-label="Differences" className="mt-1 space-y-1">
      {differences.map(({ pointer, role, old, new: now }) => (
        <li key={pointer} className="grid gap-x-3 font-mono text-xs md:grid-cols-[10rem_minmax(0,1fr)_minmax(0,1fr)]">
          <span>
            <Sentence text={fieldName(pointer)} className="font-medium text-ink" />{" "}
            <span className="font-sans text-ink-faint">{role}</span>
          </span>
          <span className="flex min-w-0 gap-1.5 text-ink-soft">
            <span className="shrink-0 font-sans">there</span>
            <AgentText text={valueText(old)} />
          </span>
          <span className="flex min-w-0 gap-1.5 text-ink">
            <span className="shrink-0 font-sans">here</span>
            <AgentText text={valueText(now)} />
          </span>
        </li>
      ))}
    </ul>
  );
}
