/**
 * What a key audit has found of one tool so far: numbers and a few examples, plain data that is kept between turns, so
 * that whoever takes over goes on with it. Ids, pointers and counts only, never what somebody wrote.
 */
import type { FieldDifference } from "../gate/differences";
import type { StateKind } from "../intent";
import { type FieldCounts, type Suggestion, suggestionsFrom } from "./field-variation";
import { isOnlySpelling } from "./near-identical";
import { gapsBetween, RETRY_LAYERS, type RetryLayer, retryLayerOf, type Sent } from "./retry-layer";

export type Collision = { intentId: string; effectIds: string[]; source: string };
export type SplitPair = {
  intentId: string;
  otherId: string;
  gapMs: number;
  /** What is not the same: `run`, `step`, `session`, `Idempotency-Key`, or the pointer of the one field. */
  differs: string[];
};
type Counted<E> = { count: number; examples: E[] };

export type ToolAudit = {
  intents: number;
  submissions: number;
  erased: number;
  /** (a) One key, several effect ids. */
  collisions: Counted<Collision>;
  /** (b) One action, several keys: both ran. */
  lookalikes: Counted<SplitPair>;
  /** Both ran, and all that is material is the same but one field; `spelling`: that one only in its spelling. */
  nearIdentical: Counted<SplitPair> & { spelling: number };
  /** The same in another run shortly after: a restart or a deploy that lost its run id. */
  restarts: Counted<SplitPair> & { minutes: Record<string, number> };
  /** (c) */
  fields: FieldCounts;
  /** (d) */
  retries: {
    count: number;
    layers: Record<RetryLayer, Counted<string>>;
    agents: Record<string, Record<string, number>>;
  };
};

/** Two intents that are about the same thing, the later one first. */
export type SidedIntent = {
  id: string;
  state: StateKind;
  agentId: string;
  run: string | null;
  step: string | null;
  session: string | null;
  callerKey: string | null;
  createdAt: number;
};

/** By tool. */
export type ToolAudits = Record<string, ToolAudit>;

const EXAMPLES_MAX = 10;
const AGENTS_MAX = 50;
const MINUTES_MAX = 5_000;
const RESTART_MAX_MS = 10 * 60_000;
/** So many pairs within a minute are a restart of many, not of one. */
const BURST_MIN = 3;
const BURSTS_SHOWN_MAX = 10;
const MINUTE_MS = 60_000;

export function emptyToolAudit(): ToolAudit {
  const nothing = () => ({ count: 0, examples: [] });
  return {
    intents: 0,
    submissions: 0,
    erased: 0,
    collisions: nothing(),
    lookalikes: nothing(),
    nearIdentical: { ...nothing(), spelling: 0 },
    restarts: { ...nothing(), minutes: {} },
    fields: {},
    retries: {
      count: 0,
      layers: Object.fromEntries(RETRY_LAYERS.map((layer) => [layer, nothing()])) as never,
      agents: {},
    },
  };
}

/** A tool may be called `constructor`, which every object has something under. */
export function toolOf(tools: ToolAudits, tool: string): ToolAudit {
  const known = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (known !== undefined) return known;
  const audit = emptyToolAudit();
  tools[tool] = audit;
  return audit;
}

export function addCollision(audit: ToolAudit, collision: Collision): boolean {
  const { effectIds } = collision;
  if (new Set(effectIds).size < 2) return false;
  add(audit.collisions, collision);
  return true;
}

const RAN: ReadonlySet<StateKind> = new Set(["cleared", "executing", "succeeded", "partial", "in_doubt"]);

/** Answers the pair where it is one action under two keys, both of which ran. */
export function addPair(
  audit: ToolAudit,
  later: SidedIntent,
  earlier: SidedIntent,
  { kind, differences }: { kind: "lookalike" | "variant"; differences: readonly FieldDifference[] },
): SplitPair | null {
  const gapMs = later.createdAt - earlier.createdAt;
  const context = contextDiffers(later, earlier);
  const pair = { intentId: later.id, otherId: earlier.id, gapMs, differs: context };
  if (isRestart(later, earlier, gapMs, kind)) addRestart(audit, pair, later.createdAt);
  if (!RAN.has(later.state) || !RAN.has(earlier.state)) return null;
  if (kind === "lookalike") {
    add(audit.lookalikes, pair);
    return pair;
  }
  const [difference] = differences;
  if (difference === undefined || differences.length > 1) return null;
  const near = { ...pair, differs: [...context, difference.pointer] };
  add(audit.nearIdentical, near);
  if (!isOnlySpelling(difference.oldNormalised, difference.newNormalised)) return null;
  audit.nearIdentical.spelling += 1;
  return near;
}

function isRestart(later: SidedIntent, earlier: SidedIntent, gapMs: number, kind: string): boolean {
  if (kind !== "lookalike" || gapMs < 0 || gapMs > RESTART_MAX_MS || later.agentId !== earlier.agentId) return false;
  return later.run !== null && earlier.run !== null && later.run !== earlier.run && later.step === earlier.step;
}

function addRestart({ restarts }: ToolAudit, pair: SplitPair, at: number): void {
  add(restarts, pair);
  const minute = new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS).toISOString();
  if (restarts.minutes[minute] === undefined && Object.keys(restarts.minutes).length >= MINUTES_MAX) return;
  restarts.minutes[minute] = (restarts.minutes[minute] ?? 0) + 1;
}

function contextDiffers(one: SidedIntent, other: SidedIntent): string[] {
  return [
    ...(one.run === other.run ? [] : ["run"]),
    ...(one.step === other.step ? [] : ["step"]),
    ...(one.session === other.session ? [] : ["session"]),
    ...(one.callerKey === other.callerKey ? [] : ["Idempotency-Key"]),
  ];
}

export function addRetries(
  { retries }: ToolAudit,
  intentId: string,
  sent: readonly (Sent & { agentId: string })[],
): void {
  gapsBetween(sent).forEach((gap, index) => {
    const layer = retryLayerOf(gap);
    retries.count += 1;
    add(retries.layers[layer], intentId);
    const agentId = sent[index + 1]?.agentId ?? "";
    if (retries.agents[agentId] === undefined && Object.keys(retries.agents).length >= AGENTS_MAX) return;
    retries.agents[agentId] ??= {};
    const agent = retries.agents[agentId];
    agent[layer] = (agent[layer] ?? 0) + 1;
  });
}

function add<E>(counted: Counted<E>, example: E): void {
  counted.count += 1;
  if (counted.examples.length < EXAMPLES_MAX) counted.examples.push(example);
}

export type ToolResult = Omit<ToolAudit, "fields" | "restarts"> & {
  restarts: Counted<SplitPair> & { bursts: { minute: string; count: number }[] };
  suggestions: Suggestion[];
};

export function toResult({ fields, restarts, ...audit }: ToolAudit): ToolResult {
  const { minutes, ...pairs } = restarts;
  const bursts = Object.entries(minutes)
    .map(([minute, count]) => ({ minute, count }))
    .filter(({ count }) => count >= BURST_MIN)
    .sort((one, other) => other.count - one.count)
    .slice(0, BURSTS_SHOWN_MAX);
  return { ...audit, restarts: { ...pairs, bursts }, suggestions: suggestionsFrom(fields) };
}

/** What a finding says that the downstream calls the thing it did, ours included; fewer than two: nothing differs. */
export function effectIdsIn(data: Record<string, unknown>, recorded: string | null): string[] {
  const { effectId, recordedEffectId, effectIds, differences } = data;
  const told = [
    recorded,
    effectId,
    recordedEffectId,
    ...(Array.isArray(effectIds) ? effectIds : []),
    ...(Array.isArray(differences) ? differences : []).flatMap(
      (one: { what?: unknown; ours?: unknown; theirs?: unknown }) =>
        one?.what === "effectId" ? [one.ours, one.theirs] : [],
    ),
  ];
  return [...new Set(told.filter((id): id is string => typeof id === "string" && id !== ""))];
}
