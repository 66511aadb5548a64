"use client";

import Link from "next/link";
import { AgentLine, AgentText } from "@/components/agent-text";
import { Badge, type Tone } from "@/components/badge";
import { Instant } from "@/components/instant";
import type { DecisionDto, IntentDto } from "@/lib/wire/intent";
import { PartPanel, type Parts } from "../part-panel";
import { type Standing, standingOf } from "./standing";

const VERDICTS: Record<string, { word: string; tone: Tone }> = {
  approve: { word: "Approved", tone: "good" },
  deny: { word: "Denied", tone: "bad" },
  clear: { word: "Cleared", tone: "info" },
  hold: { word: "Held", tone: "warn" },
  refuse: { word: "Refused", tone: "neutral" },
};

const STANDING_WORDS: Record<NonNullable<Standing>, string> = {
  counts: "Counts: it is about exactly what runs.",
  void: "Void: it was about other args, or it was held anew since.",
};

const DIGEST_CHARACTERS = 12;

/** Who or what decided, on which args, and whether that still counts (L3). */
export function Decisions({ intent, decisions }: { intent: IntentDto; decisions: Parts<DecisionDto> }) {
  return (
    <PartPanel title="Decisions" what="the decisions" empty="Nobody and no rule has decided yet." parts={decisions}>
      {(items) => (
        <ol aria-label="Decisions" className="divide-y">
          {items.map((decision) => (
            <Decision key={decision.id} decision={decision} standing={standingOf(decision, items, intent)} />
          ))}
        </ol>
      )}
    </PartPanel>
  );
}

function Decision({ decision, standing }: { decision: DecisionDto; standing: Standing }) {
  const { verdict, at, argsDigest, choice, reason } = decision;
  const { word, tone } = VERDICTS[verdict] ?? { word: verdict, tone: "neutral" as const };
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={standing === "void" ? "neutral" : tone}>{word}</Badge>
        <By decision={decision} />
        {choice !== null && (
          <Badge tone="info">{choice === "edited" ? "Edited args" : "Chose another submission"}</Badge>
        )}
        <Instant at={at} className="ml-auto text-ink-faint text-xs tabular-nums" />
      </div>
      {reason !== null && reason !== "" && <AgentText text={reason} className="mt-0.5 text-ink" />}
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-ink-soft text-xs">
        {standing !== null && <span>{STANDING_WORDS[standing]}</span>}
        <span className="text-ink-faint">
          digest <code title={argsDigest}>{argsDigest.slice(0, DIGEST_CHARACTERS)}…</code>
        </span>
      </p>
    </li>
  );
}

function By({ decision: { by, operator, rule, grantId } }: { decision: DecisionDto }) {
  if (operator !== null) return <AgentLine text={operator.name} className="font-medium text-ink" />;
  if (by === "grant") {
    return (
      <span className="min-w-0 text-ink-soft">
        by a grant{" "}
        <Link href="/grants" className="font-mono text-link text-xs underline underline-offset-2">
          {grantId}
        </Link>
      </span>
    );
  }
  return (
    <span className="min-w-0 text-ink-soft [overflow-wrap:anywhere]">
      by policy {rule !== null && <AgentLine text={rule} className="font-mono text-ink text-xs" />}
    </span>
  );
}
