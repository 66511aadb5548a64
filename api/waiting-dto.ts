/**
 * What an intent waits for that no decision would change, read off its row, its pauses and what rests. A pause comes
 * first: whatever else it waits for, nothing goes on before the resume.
 */
import type { Pause } from "@/lib/domain/pause/pause";
import { holdOf, type IntentRow } from "@/lib/store/intent-row";
import type { RestingRow } from "@/lib/store/resting-downstreams";
import type { IntentDto, WaitingDto } from "@/lib/wire/intent";
import type { Audience } from "./intent-dto";

export type Waits = {
  row: IntentRow;
  audience: Audience;
  pauses: readonly Pause[];
  resting: readonly RestingRow[];
  undoMs: number;
  now: number;
};

export function toWaitingDto(waits: Waits): Pick<IntentDto, "waiting"> {
  const { row, pauses } = waits;
  if (row.state !== "held" && row.state !== "cleared") return {};
  const active = pauses.filter(({ resumedAt }) => resumedAt === null).map(({ pausedAt }) => pausedAt);
  if (active.length > 0) return { waiting: { for: "pause", since: instant(Math.min(...active)), until: null } };
  if (row.state === "cleared") return { waiting: cleared(waits) };
  const hold = holdOf(row);
  return hold?.reasons.includes("limit") ? { waiting: { for: "limit", since: instant(hold.since), until: null } } : {};
}

function cleared({ row, audience, resting, undoMs, now }: Waits): WaitingDto {
  const dueAt = row.dueAt?.getTime() ?? now;
  const until = instant(dueAt);
  if (row.undoUntil !== null && dueAt > now) return { for: "undo", since: instant(dueAt - undoMs), until };
  if (dueAt > now) return { for: "retry", since: (row.lastEndedAt ?? row.createdAt).toISOString(), until };
  const rest = resting.find(({ tool }) => tool === row.tool);
  if (rest === undefined) return { for: "slot", since: until, until: null };
  const { origin, reason, since, nextTryAt } = rest;
  return {
    for: "downstream",
    since: instant(Math.max(dueAt, since.getTime())),
    // What is being tried goes on as soon as it answers.
    until: nextTryAt.getTime() > now ? nextTryAt.toISOString() : null,
    ...(audience === "operator" ? { downstream: { origin, reason } } : {}),
  };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
