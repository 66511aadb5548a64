/** Rows of the store as the wire shows them. To an agent, key, its parts and fingerprint are never shown (DESIGN 1). */
import { isErased } from "@/lib/domain/erased";
import type { Disposition } from "@/lib/domain/event";
import type { Observed } from "@/lib/domain/gate/admit";
import type { Resembled } from "@/lib/domain/gate/resemble";
import type { AttemptRow } from "@/lib/store/attempts";
import type { NamedIntentRow, NameOf } from "@/lib/store/history";
import type { IntentRow } from "@/lib/store/intent-row";
import type { EventRow } from "@/lib/store/journal-read";
import type { SubmissionRow } from "@/lib/store/submissions";
import type { AttemptDto, EventDto, IntentDto, SubmissionDto } from "@/lib/wire/intent";
import type { Difference } from "@/lib/wire/problem";
import { type ShownPauses, toWaiting } from "./hold-dto";
import { toErrorDto } from "./intent-error";

/** An agent must not learn the thresholds it is judged by: the rule is for operators. */
export type Audience = "agent" | "operator";

export type Shown = ShownPauses & {
  audience: Audience;
  row: IntentRow;
  title: string;
  agentName: string;
  reason: string | null;
  submission?: { id: string; disposition: Disposition };
  differences?: Difference[];
  resembles?: Resembled[];
  observed?: Observed | null;
};

export function toIntentDto(shown: Shown): IntentDto {
  const { audience, row, title, agentName, reason, submission, differences = [], resembles = [] } = shown;
  return {
    id: row.id,
    tool: row.tool,
    title,
    contractVersion: row.contractVersion,
    ...toWaiting(row, audience, shown),
    ...(submission === undefined ? {} : { submission }),
    ...(differences.length === 0 ? {} : { differences }),
    ...(submission?.disposition === "drifted" ? { drift: true } : {}),
    ...(resembles.length === 0 ? {} : { resembles }),
    ...(shown.observed == null ? {} : { observed: toObservedDto(shown.observed, audience) }),
    args: row.args,
    argsDigest: row.argsDigest,
    ...(isErased(row) ? { argsErased: true as const } : {}),
    result: hideKey(audience, row, row.result ?? null),
    effectId: hideKey(audience, row, row.effectId),
    error: hideKey(audience, row, toErrorDto(row)),
    ...(row.correctiveAction === null ? {} : { correctiveAction: row.correctiveAction }),
    agent: { id: row.agentId, name: agentName },
    run: row.run,
    step: row.step,
    session: row.session,
    reason,
    submissionCount: row.submissionCount,
    generation: row.generation,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    links: toLinks(row),
    ...(audience === "operator" ? toKeyDto(row) : {}),
  };
}

/** A downstream may echo the key it was sent; an agent does not learn it that way either. */
function hideKey<T>(audience: Audience, { key }: IntentRow, value: T): T {
  if (audience === "operator" || value === null) return value;
  return mentions(value, key) ? (JSON.parse(JSON.stringify(value).replaceAll(key, "(key)")) as T) : value;
}

/** Nearly nothing does, and to look takes less than to write it out. Not recursive: depth costs no stack. */
function mentions(root: unknown, key: string): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string" && value.includes(key)) return true;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (name.includes(key)) return true;
      open.push(member);
    }
  }
  return false;
}

function toLinks({ id, predecessorId, successorId }: IntentRow): Record<string, string> {
  const links: Record<string, string> = { self: linkTo(id) };
  if (predecessorId !== null) links["predecessor"] = linkTo(predecessorId);
  if (successorId !== null) links["successor"] = linkTo(successorId);
  return links;
}

function linkTo(id: string): string {
  return `/api/v1/intents/${id}`;
}

/** Operators see what names the action, part by part, and whose args run. */
function toKeyDto(row: IntentRow): Pick<IntentDto, "submissionId" | "key" | "fingerprint" | "keyParts"> {
  const { submissionId, key, fingerprint, namespace, tool, context, identity, generation } = row;
  return { submissionId, key, fingerprint, keyParts: { namespace, tool, context, identity, generation } };
}

function toObservedDto({ verdict, reasons, rule }: Observed, audience: Audience): IntentDto["observed"] {
  return { verdict, reasons, rule: audience === "operator" ? rule : null };
}

export function namedIntentDto(row: NamedIntentRow, title: string, audience: Audience): IntentDto {
  const { agentName, reason, resembles, observed, pauses } = row;
  return toIntentDto({ audience, row, title, agentName, reason, resembles: resembles ?? [], observed, pauses });
}

export function toSubmissionDto(
  row: SubmissionRow,
  names: NameOf,
  explained: Pick<SubmissionDto, "fields" | "about">,
): SubmissionDto {
  const named = (id: string | null, from: Map<string, string>) =>
    id === null ? null : { id, name: from.get(id) ?? id };
  return {
    id: row.id,
    receivedAt: row.receivedAt.toISOString(),
    disposition: row.disposition as Disposition,
    agent: named(row.agentId, names.agents),
    operator: named(row.operatorId, names.operators),
    args: row.args,
    run: row.run,
    step: row.step,
    session: row.session,
    callerKey: row.callerKey,
    reason: row.reason,
    differences: row.differences,
    refusal: row.refusal,
    resembles: row.resembles,
    argsDigest: row.argsDigest,
    executableArgs: row.executableArgs,
    ...explained,
    contractVersion: row.contractVersion,
    edited: row.edited,
    erasedAt: row.erasedAt?.toISOString() ?? null,
  };
}

export function toAttemptDto(row: AttemptRow): AttemptDto {
  return {
    id: row.id,
    fence: row.fence,
    worker: row.worker,
    startedAt: row.startedAt.toISOString(),
    leaseUntil: row.leaseUntil.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    outcome: row.outcome,
    failure: row.failure === null ? null : { code: row.failure.code, message: row.failure.message },
    exchange: row.exchange ?? null,
  };
}

export function toEventDto(row: EventRow): EventDto {
  const kind = row.actorKind as EventDto["actor"]["kind"];
  return {
    id: row.id,
    at: row.at.toISOString(),
    type: row.type,
    actor: { kind, id: row.actorId, name: row.actorName },
    data: row.data,
    details: row.detail,
  };
}
