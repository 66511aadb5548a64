/** One intent while its batch is folded: what is stored, and what it has become so far. */

import { type ClockJump, withJumps } from "@/lib/domain/clock-jumps";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { Supersedes } from "@/lib/domain/gate/fold";
import { type Known, readingsOf } from "@/lib/domain/gate/world";
import type { Intent } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import { deriveKey, deriveStem, type KeyParts } from "@/lib/domain/key";
import { holdClock } from "@/lib/domain/pause/hold-clock";
import { type Pause, pausesOn } from "@/lib/domain/pause/pause";
import { transition } from "@/lib/domain/transition/transition";
import { type IntentRow, toColumns, toIntent } from "@/lib/store/intent-row";
import type { StoredIntent } from "@/lib/store/intents";
import type { Asker } from "@/lib/store/save-intents";
import type { PendingSubmission } from "./pending";

export type Working = Known & {
  stored: StoredIntent | null;
  row: IntentRow;
  contract: CompiledContract;
  /** The same version under each engine that may have made its fingerprint; `readAs` are their derivations. */
  readers: readonly CompiledContract[];
  fingerprints: Set<string>;
  /** More than the count of its submissions has changed. */
  changed: boolean;
  addedCount: number;
  /** Who asks for it now, where a submission opened it again. */
  asker: Asker | null;
  /** Its hold was over and nobody had marked it yet. */
  hasExpired: boolean;
  /** Of the event that says so: made before what is submitted now, so that it is told first. */
  expiredEventId?: string;
};

/** `readers`: at least one, the one that made its key first. */
export function toWorking(
  row: IntentRow,
  readers: readonly [CompiledContract, ...CompiledContract[]],
  { pauses, jumps, at }: { pauses: Pause[]; jumps: readonly ClockJump[]; at: number },
): Working {
  const [contract] = readers;
  const read = withJumps(toIntent(row, contract.terms), jumps);
  const intent = withHoldClock(read, pausesOn(pauses, row), at);
  const working: Working = {
    stored: { row, intent },
    row,
    intent,
    contract,
    readers,
    readAs: readers.map(({ derivation }) => derivation),
    fingerprints: new Set([row.fingerprint]),
    changed: false,
    addedCount: 0,
    asker: null,
    hasExpired: false,
  };
  // A hold that is over is over, whether or not the sweeper has come by: the next submission opens it again.
  const expired = transition(intent, { type: "expire", at });
  if (!expired.ok) return working;
  become(working, expired.next);
  return { ...working, hasExpired: true };
}

function withHoldClock(intent: Intent, pauses: Pause[], at: number): Intent {
  if (intent.state.kind !== "held" || pauses.length === 0) return intent;
  return { ...intent, state: { kind: "held", hold: holdClock(intent.state.hold, pauses, at) } };
}

export function become(working: Working, intent: Intent, args?: JsonObject): void {
  working.intent = intent;
  working.row = { ...working.row, ...toColumns(intent, working.row.dueAt), ...(args === undefined ? {} : { args }) };
  working.changed = true;
}

/** It runs for whoever opened it again: pauses and people look at that agent. */
export function takeOver(working: Working, { prepared, agent }: PendingSubmission): void {
  const { run, step, session, callerKey } = prepared.context;
  const { context, identity } = chainParts(prepared, working.row);
  working.asker = { agentId: agent.id, run, step, session, callerKey, context, identity };
  working.row = { ...working.row, ...working.asker };
}

/**
 * What names the chain that a submission was found to belong to: as the row has it, or, where that was erased, as the
 * submission itself says it. A chain that changed its name would let the next retry run again (L1).
 */
function chainParts(prepared: PendingSubmission["prepared"], row: IntentRow): KeyParts {
  const { namespace, tool, context, identity, stem, occurrence } = row;
  const own = { namespace, tool, context, identity };
  if (deriveStem(own) === stem) return own;
  for (const { keyParts } of readingsOf(prepared)) {
    if (keyParts === null) continue;
    const parts = { ...keyParts, context: { ...keyParts.context, occurrence } };
    if (deriveStem(parts) === stem) return parts;
  }
  throw new TypeError(`Nothing that was submitted names the action of ${row.id}.`);
}

/** One more submission; what it changed beyond that, `become` has done. */
export function count(working: Working): void {
  working.addedCount += 1;
  working.row = { ...working.row, submissionCount: working.row.submissionCount + 1 };
}

export function retire({ known, why }: Supersedes<Working>, successorId: string, at: number): void {
  const moved = transition(known.intent, { type: "supersede", at, successorId, why });
  if (!moved.ok) throw new TypeError(`An ended intent could not be superseded: ${moved.refusal.code}`);
  become(known, moved.next);
}

export type Opening = { intent: Intent; keyParts: KeyParts | null; before: Working | null; at: number };

export function openWorking(pending: PendingSubmission, { intent, keyParts, before, at }: Opening): Working {
  const { prepared, agent } = pending;
  const { contract, context } = prepared;
  const generation = (before?.row.generation ?? 0) + 1;
  const parts = before === null ? keyPartsOf(pending, intent, keyParts) : chainParts(prepared, before.row);
  const key = deriveKey(parts, generation);
  const row: IntentRow = {
    id: intent.id,
    namespace: agent.namespace,
    tool: contract.tool,
    effect: contract.definition.effect,
    stem: before?.row.stem ?? stemOf(prepared, parts, keyParts, key),
    key,
    generation,
    context: parts.context,
    identity: parts.identity,
    identityDigest: before?.row.identityDigest ?? prepared.identityDigest,
    agentId: agent.id,
    run: context.run,
    step: context.step,
    session: context.session,
    callerKey: context.callerKey,
    derivation: before?.row.derivation ?? prepared.derivation,
    occurrence: occurrenceOf(parts.context),
    family: prepared.family,
    predecessorId: before?.row.id ?? null,
    createdAt: new Date(at),
    args: prepared.args,
    submissionCount: 1,
    version: 1,
    ...toColumns(intent, null),
  };
  const fingerprints = new Set([prepared.fingerprint]);
  const fresh = { changed: false, addedCount: 0, asker: null, hasExpired: false };
  const read = { contract, readers: [contract], readAs: [contract.derivation] };
  return { stored: null, row, intent, ...read, fingerprints, ...fresh };
}

function keyPartsOf({ prepared, agent }: PendingSubmission, intent: Intent, keyParts: KeyParts | null): KeyParts {
  const { namespace } = agent;
  const { tool } = prepared.contract;
  // A read, or a held submission without a key, stands for itself alone: its own id makes the key.
  return keyParts ?? { namespace, tool, context: { submission: intent.submissionId }, identity: prepared.identity };
}

function stemOf(prepared: PendingSubmission["prepared"], parts: KeyParts, asked: KeyParts | null, key: string): string {
  if (asked === null) return key;
  return asked === prepared.keyParts && parts === asked && prepared.stem !== null ? prepared.stem : deriveStem(parts);
}

function occurrenceOf(context: JsonObject): number {
  const { occurrence } = context;
  return typeof occurrence === "number" ? occurrence : 1;
}
