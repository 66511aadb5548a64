/**
 * A submission as the journal records it: who asked, what came of it, and the gate's decision, in one row. Digests,
 * pointers and states are sealed; what the agent or the operator wrote is detail.
 */
import type { Actor, FollowingEvent, RecordedEvent } from "@/lib/domain/actor";
import { declaredDiffers } from "@/lib/domain/contract/declared-pointer";
import type { Disposition } from "@/lib/domain/event";
import type { Observed } from "@/lib/domain/gate/admit";
import type { FieldDifference } from "@/lib/domain/gate/differences";
import type { Prepared } from "@/lib/domain/gate/prepare";
import type { Resembled } from "@/lib/domain/gate/resemble";
import { sameIdAs } from "@/lib/domain/id";
import { canonicalJson, type JsonObject } from "@/lib/domain/json";

/** What became of one submission. */
export type Fate = {
  submissionId: string;
  disposition: Disposition;
  refusal: string | null;
  differences: FieldDifference[];
  resembles: Resembled[];
  observed: Observed | null;
};

/** Of the gate's decision; `inputs` with the reasons of a hold. */
export type Grounds = { inputs: Record<string, unknown>; refusedBecause?: string };

/** One that people made by ordering, or that was recorded before there was a journal. */
export type MadeDecision = {
  id: string;
  verdict: string;
  decidedBy: "policy" | "grant" | "operator";
  operatorId: string | null;
  rule: string | null;
  inputs: Record<string, unknown>;
  submissionId: string;
  reason: string | null;
};

export type Asked = {
  by: Actor;
  namespace: string;
  intentId: string;
  prepared: Pick<Prepared, "args" | "argsDigest" | "fingerprint" | "contract">;
  /** As sent, before defaults. */
  args: JsonObject;
  edited?: true;
  /** Where it comes from, and what was said with it; members that are null are left out. */
  told: Record<string, unknown>;
};

export function submissionEvent(
  { by, namespace, intentId, prepared, args, edited, told }: Asked,
  { submissionId, disposition, refusal, differences, resembles, observed }: Fate,
  { follows = [], grounds }: { follows?: FollowingEvent[]; grounds?: Grounds } = {},
): RecordedEvent {
  const { argsDigest, fingerprint, contract } = prepared;
  const pointers = differences.map(({ pointer }) => pointer);
  return {
    id: sameIdAs("evt", submissionId),
    type: "submission.recorded",
    actor: by,
    namespace,
    intentId,
    subject: submissionId,
    data: {
      disposition,
      argsDigest,
      fingerprint,
      contractVersion: contract.version,
      ...(refusal === null ? {} : { refusal }),
      ...declaredDiffers(contract.definition.args, pointers),
      ...(resembles.length === 0 ? {} : { resembles: resembles.map(({ intentId, kind }) => ({ intentId, kind })) }),
      ...(observed === null ? {} : { observed }),
      ...(edited === undefined ? {} : { edited }),
    },
    follows,
    detail: {
      ...argsOf(args, prepared.args),
      ...(differences.length === 0 ? {} : { differences }),
      ...(resembles.length === 0 ? {} : { resembles }),
      ...withoutNulls(told),
      ...grounds,
    },
  };
}

export function withoutNulls(told: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
}

/** Once, where nothing was added to what was sent. */
export function argsOf(args: JsonObject, executableArgs: JsonObject): Record<string, unknown> {
  const isSame = args === executableArgs || canonicalJson(args) === canonicalJson(executableArgs);
  return isSame ? { args } : { args, executableArgs };
}
