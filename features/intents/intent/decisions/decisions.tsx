"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { AgentLine, AgentText } from "@/components/agent-text";
import { Badge, type Tone } from "@/components/badge";
import { ErrorPanel } from "@/components/error-panel";
import { Instant } from "@/components/instant";
import type { DecisionDto } from "@/lib/wire/decision";
import type { EventDto, IntentDto } from "@/lib/wire/intent";
import { peopleEventsQuery } from "../../queries";
import { PartPanel, type Parts } from "../part-panel";
import { DecidedBy } from "./decided-by";
import { type Deed, deedOf, inOrder } from "./people-words";
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

/** Who or what decided, on which args, and whether that still counts (L3); and what else people did to it. */
export function Decisions({ intent, decisions }: { intent: IntentDto; decisions: Parts<DecisionDto> }) {
  const people = useInfiniteQuery(peopleEventsQuery(intent.id));
  const deeds = (people.data?.pages ?? []).flatMap((page) => page.items).flatMap((event) => toDeed(event));
  return (
    <PartPanel title="Decisions" what="the decisions" empty="Nobody and no rule has decided yet." parts={decisions}>
      {(items) => (
        <>
          <ol aria-label="Decisions" className="divide-y">
            {inOrder(items, deeds).map((one) =>
              "deed" in one ? (
                <PersonsDeed key={one.id} {...one} />
              ) : (
                <Decision key={one.id} decision={one} standing={standingOf(one, items, intent)} />
              ),
            )}
          </ol>
          {people.isError && (
            <ErrorPanel
              title="What else people did could not be loaded"
              error={people.error}
              retry={people.refetch}
              retrying={people.isFetching}
              className="m-3"
            />
          )}
        </>
      )}
    </PartPanel>
  );
}

type PersonsDeedProps = { id: string; at: string; who: string; deed: Deed; said: string | null };

function toDeed(event: EventDto): PersonsDeedProps[] {
  const deed = deedOf(event);
  if (deed === null) return [];
  const { id, at, actor, details } = event;
  const said = details?.["reason"] ?? details?.["evidence"];
  return [{ id, at, who: actor.name ?? actor.id, deed, said: typeof said === "string" && said !== "" ? said : null }];
}

function PersonsDeed({ at, who, deed: { word, meaning }, said }: PersonsDeedProps) {
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone="doubt">{word}</Badge>
        <AgentLine text={who} className="font-medium text-ink" />
        <Instant at={at} className="ml-auto text-ink-faint text-xs tabular-nums" />
      </div>
      <AgentLine text={meaning} className="mt-0.5 block text-ink-soft" />
      {said !== null && <AgentText text={said} className="mt-0.5 text-ink" />}
    </li>
  );
}

function Decision({ decision, standing }: { decision: DecisionDto; standing: Standing }) {
  const { verdict, at, argsDigest, choice, reason } = decision;
  const { word, tone } = VERDICTS[verdict] ?? { word: verdict, tone: "neutral" as const };
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={standing === "void" ? "neutral" : tone}>{word}</Badge>
        <DecidedBy decision={decision} />
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
