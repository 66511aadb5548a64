/** Figures as screens show them: buckets without gaps, names beside ids, the busiest first. */
import { DOUBT_BOUNDS_MS } from "@/lib/application/read-overview";
import type { OverviewFigures } from "@/lib/store/overview/read-overview";
import type { SourceFigures, SubmissionFigures } from "@/lib/store/overview/submissions";
import { IntentState } from "@/lib/wire/intent";
import type { BucketDto, OverviewDto, PreventedDto, RetrySourceDto } from "@/lib/wire/overview";

/** Beyond these nobody reads on. */
const SHARES_MAX = 50;

export function toOverviewDto(figures: OverviewFigures): OverviewDto {
  const { period, asOfMs, submissions, decisions, states, doubts } = figures;
  const buckets = toBuckets(figures);
  const sum = (of: (bucket: BucketDto) => number) => buckets.reduce((total, bucket) => total + of(bucket), 0);
  const ofAll = states.filter(({ tool, agentId }) => tool === null && agentId === null);
  return {
    from: toInstant(period.fromMs),
    to: toInstant(period.toMs),
    asOf: toInstant(asOfMs),
    bucketMs: period.widthMs,
    totals: {
      submissions: sum((bucket) => bucket.submissions),
      effects: sum((bucket) => bucket.effects),
      duplicates: sum((bucket) => bucket.duplicates),
      intents: ofAll.reduce((total, { count }) => total + count, 0),
    },
    buckets,
    prevented: preventedIn(submissions.amounts, null),
    decisionTime: toDecisionTime(decisions.find(({ bucket }) => bucket === null)),
    states: IntentState.options.map((state) => ({
      state,
      count: ofAll.find((row) => row.state === state)?.count ?? 0,
    })),
    inDoubt: {
      count: doubts.count,
      oldestSince: doubts.oldestSince?.toISOString() ?? null,
      ages: doubts.ages.map((count, index) => ({
        fromMs: DOUBT_BOUNDS_MS[index - 1] ?? 0,
        toMs: DOUBT_BOUNDS_MS[index] ?? null,
        count,
      })),
    },
    tools: toolShares(figures),
    agents: agentShares(figures),
    retrySources: submissions.sources.map((source) => toRetrySource(source, figures)),
  };
}

function toBuckets({ period, submissions, effects, decisions }: OverviewFigures): BucketDto[] {
  return period.startsMs.map((startMs, index) => {
    const bucket = index + 1;
    const submitted = submissions.buckets.find((row) => row.bucket === bucket);
    return {
      from: toInstant(startMs),
      to: toInstant(period.startsMs[index + 1] ?? period.toMs),
      submissions: submitted?.submissions ?? 0,
      effects: effects.buckets.find((row) => row.bucket === bucket)?.effects ?? 0,
      duplicates: submitted?.duplicates ?? 0,
      prevented: preventedIn(submissions.amounts, bucket),
      decisionTime: toDecisionTime(decisions.find((row) => row.bucket === bucket)),
    };
  });
}

/** Of most duplicates first: amounts of different currencies cannot be compared. */
function preventedIn(amounts: SubmissionFigures["amounts"], bucket: number | null): PreventedDto[] {
  return amounts
    .filter((row) => row.bucket === bucket)
    .map(({ currency, amount, duplicates }) => ({ currency, amount, duplicates }))
    .sort((left, right) => right.duplicates - left.duplicates || (left.currency < right.currency ? -1 : 1));
}

function toDecisionTime(row: OverviewFigures["decisions"][number] | undefined): BucketDto["decisionTime"] {
  return row === undefined ? null : { count: row.count, p50Ms: row.p50Ms, p95Ms: row.p95Ms };
}

function toolShares(figures: OverviewFigures): OverviewDto["tools"] {
  const { submissions, effects, states } = figures;
  const { items, more } = shares(({ tool }) => tool ?? null, submissions.tools, effects.tools, states);
  return { items: items.map(({ of, ...share }) => ({ tool: of, title: titleOf(figures, of), ...share })), more };
}

function agentShares(figures: OverviewFigures): OverviewDto["agents"] {
  const { submissions, effects, states } = figures;
  const { items, more } = shares(({ agentId }) => agentId ?? null, submissions.agents, effects.agents, states);
  return { items: items.map(({ of, ...share }) => ({ agent: named(figures, of), ...share })), more };
}

type Place = { tool?: string | null; agentId?: string | null };
type Share = { of: string } & Record<"submissions" | "effects" | "duplicates" | "held" | "denied" | "inDoubt", number>;

const SHOWN_STATES = { held: "held", denied: "denied", in_doubt: "inDoubt" } as const;

function shares(
  nameOf: (row: Place) => string | null,
  submissions: (Place & { submissions: number; duplicates: number })[],
  effects: (Place & { effects: number })[],
  states: OverviewFigures["states"],
): { items: Share[]; more: number } {
  const all = new Map<string, Share>();
  const add = (row: Place, counted: Partial<Share>) => {
    const of = nameOf(row);
    if (of === null) return;
    const none = { of, submissions: 0, effects: 0, duplicates: 0, held: 0, denied: 0, inDoubt: 0 };
    all.set(of, { ...(all.get(of) ?? none), ...counted });
  };
  for (const row of submissions) add(row, { submissions: row.submissions, duplicates: row.duplicates });
  for (const row of effects) add(row, { effects: row.effects });
  for (const row of states) {
    const name = SHOWN_STATES[row.state as keyof typeof SHOWN_STATES];
    if (name !== undefined) add(row, { [name]: row.count });
  }
  const sorted = [...all.values()].sort(
    (left, right) =>
      right.submissions - left.submissions || right.effects - left.effects || (left.of < right.of ? -1 : 1),
  );
  return { items: sorted.slice(0, SHARES_MAX), more: Math.max(0, sorted.length - SHARES_MAX) };
}

function toRetrySource(source: SourceFigures, figures: OverviewFigures): RetrySourceDto {
  const { tool, agentId, submissions, duplicates, intents, run, runDuplicates } = source;
  const effects =
    figures.effects.places.find((place) => place.tool === tool && place.agentId === agentId)?.effects ?? 0;
  const counted = { submissions, duplicates, intents, effects };
  const dominates = run !== null && 2 * runDuplicates > duplicates;
  return {
    agent: named(figures, agentId),
    tool,
    title: titleOf(figures, tool),
    ...counted,
    run: dominates ? { name: run, duplicates: runDuplicates } : null,
  };
}

function named({ agentNames }: OverviewFigures, id: string): { id: string; name: string } {
  return { id, name: agentNames.get(id) ?? id };
}

function titleOf({ toolTitles }: OverviewFigures, tool: string): string {
  return toolTitles.get(tool) ?? tool;
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}
