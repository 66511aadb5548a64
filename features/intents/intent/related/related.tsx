"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import type { FindingDto } from "@/lib/wire/finding";
import type { IntentDto } from "@/lib/wire/intent";
import { intentQuery } from "../../queries";
import { EffectLine } from "../../words/effect-line";
import { StateBadge } from "../../words/state-badge";
import { DifferenceTable } from "../fields/difference-table";
import { intentFindingsQuery } from "../queries";
import { idIn, successorId } from "./successor-id";
import { type Resembled, toComparison } from "./to-comparison";

const LINK = "font-mono text-link text-xs underline-offset-2 hover:underline";

/** Each of them is read by itself. */
const RESEMBLED_MAX = 8;

const KINDS = {
  lookalike: { word: "Look-alike", meaning: "The same target and the same values under another key." },
  variant: { word: "Variant", meaning: "The same target with other values under another key." },
  denied_before: { word: "Denied before", meaning: "The same target; a person denied it." },
} as const;

/** Other intents and findings that somebody who decides should know of. Nothing where there are none. */
export function Related({ intent }: { intent: IntentDto }) {
  const findings = useQuery(intentFindingsQuery(intent.id)).data?.items ?? [];
  const resembles = (intent.resembles ?? []).slice(0, RESEMBLED_MAX);
  const restCount = (intent.resembles?.length ?? 0) - resembles.length;
  const generations = [
    { name: "Predecessor", meaning: "The same action before this one.", id: idIn(intent.links["predecessor"]) },
    { name: "Successor", meaning: "The same action after this one.", id: successorId(intent) },
  ].flatMap(({ id, ...rest }) => (id === null ? [] : [{ ...rest, id }]));
  if (resembles.length + generations.length + findings.length === 0) return null;
  return (
    <div id="related" tabIndex={-1} className="rounded-lg">
      <Panel title="Related">
        <ul aria-label="Related" className="divide-y">
          {resembles.map((one) => (
            <ResembledItem key={one.intentId} resembled={one} />
          ))}
          {restCount > 0 && <li className="px-4 py-2.5 text-ink-soft">and {restCount} more that resemble it</li>}
          {generations.map(({ name, meaning, id }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-2 px-4 py-2.5">
              <Badge tone="info">{name}</Badge>
              <Link href={`/intents/${id}`} className={LINK}>
                {id}
              </Link>
              <span className="text-ink-soft">{meaning}</span>
            </li>
          ))}
          {findings.map((finding) => (
            <FindingItem key={finding.id} finding={finding} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function ResembledItem({ resembled }: { resembled: Resembled }) {
  const { kind, intentId } = resembled;
  const { word, meaning } = KINDS[kind];
  const comparison = toComparison(resembled.differences);
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-2">
        <Badge tone="warn">{word}</Badge>
        <Link href={`/intents/${intentId}`} className={LINK}>
          {intentId}
        </Link>
        <span className="text-ink-soft">{meaning}</span>
      </div>
      <OtherIntent id={intentId} />
      {comparison.changes.length > 0 && (
        <div className="mt-2">
          <DifferenceTable
            label={`Differences to the ${word.toLowerCase()}`}
            comparison={comparison}
            sides={{ runs: "This one", other: "The other one" }}
          />
        </div>
      )}
    </li>
  );
}

/** What became of the other one: whether it has happened decides whether this one may. */
function OtherIntent({ id }: { id: string }) {
  const other = useQuery(intentQuery(id)).data;
  if (other === undefined) return null;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-ink-soft">
      <StateBadge state={other.state} />
      <span className="min-w-0">
        <EffectLine intent={other} />, asked for by <AgentLine text={other.agent.name} /> on{" "}
        <Instant at={other.createdAt} />
        {other.run !== null && (
          <>
            {" "}
            in run <AgentLine text={other.run} className="font-mono text-xs" />
          </>
        )}
      </span>
    </p>
  );
}

const FINDING_WORDS: Record<string, string> = {
  drift: "Other values were submitted after the effect was started.",
  late_settle: "A worker came back too late, and says otherwise.",
  shared_effect: "The downstream names an effect that belongs to another intent.",
  late_probe: "The downstream answered too late, and says otherwise.",
};

function FindingItem({ finding: { id, kind, state } }: { finding: FindingDto }) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 px-4 py-2.5">
      <Badge tone={state === "resolved" ? "neutral" : "bad"}>Finding</Badge>
      <Link href={`/findings/${id}`} className={LINK}>
        {id}
      </Link>
      <span className="text-ink-soft">{FINDING_WORDS[kind] ?? `A divergence: ${kind.replaceAll("_", " ")}.`}</span>
      <span className="text-ink-faint">{state}</span>
    </li>
  );
}
