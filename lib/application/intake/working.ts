/** One action while its batch is folded: what is stored, and what it has become so far. */
import type { Intent } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import { deriveKey } from "@/lib/domain/key";
import { transition } from "@/lib/domain/transition/transition";
import type { Tx } from "@/lib/store/database";
import { type IntentRow, toColumns } from "@/lib/store/intent-row";
import { findLiveByStem, type StoredIntent } from "@/lib/store/intents";
import { fingerprintsOf } from "@/lib/store/submissions";
import type { PendingSubmission, RecordDeps } from "./pending";

export type Working = {
  stored: StoredIntent | null;
  row: IntentRow;
  intent: Intent;
  fingerprints: Set<string>;
  changed: boolean;
};

export async function loadWorking(tx: Tx, deps: RecordDeps, batch: PendingSubmission[]): Promise<Map<string, Working>> {
  const stems = [...new Set(batch.flatMap(({ prepared }) => prepared.stem ?? []))];
  const stored = stems.length === 0 ? [] : await findLiveByStem(tx, stems, deps.termsOf);
  // Only a drift asks which fingerprints are known; a plain repeat costs no look at the cluster.
  const byStem = new Map(stored.map(({ row }) => [row.stem, row]));
  const drifting = batch.flatMap(({ prepared }) => {
    const row = prepared.stem === null ? undefined : byStem.get(prepared.stem);
    return row === undefined || row.fingerprint === prepared.fingerprint ? [] : [row.id];
  });
  const fingerprints = await fingerprintsOf(tx, [...new Set(drifting)]);
  return new Map(
    stored.map((found) => {
      const known = fingerprints.get(found.row.id) ?? new Set([found.row.fingerprint]);
      return [
        found.row.stem,
        { stored: found, row: found.row, intent: found.intent, fingerprints: known, changed: false },
      ];
    }),
  );
}

export function become(working: Working, intent: Intent, extra: { submissionCount: number; args?: JsonObject }): void {
  working.intent = intent;
  working.row = { ...working.row, ...toColumns(intent, working.row.dueAt), ...extra };
  working.changed = true;
}

export function retire(working: Working, successorId: string, why: "window_over" | "drift", at: number): void {
  const moved = transition(working.intent, { type: "supersede", at, successorId, why });
  if (!moved.ok) throw new TypeError(`An ended intent could not be superseded: ${moved.refusal.code}`);
  become(working, moved.next, { submissionCount: working.row.submissionCount });
}

export function openWorking(pending: PendingSubmission, intent: Intent, before: Working | null, at: number): Working {
  const { prepared, agent, context } = pending;
  const generation = (before?.row.generation ?? 0) + 1;
  const { identity } = prepared;
  // A read, or a held submission without a key, stands for itself alone: its own id makes the key.
  const keyParts = prepared.keyParts ?? {
    namespace: agent.namespace,
    tool: prepared.contract.tool,
    context: { submission: intent.submissionId },
    identity,
  };
  const key = deriveKey(keyParts, generation);
  const row: IntentRow = {
    id: intent.id,
    namespace: agent.namespace,
    tool: prepared.contract.tool,
    effect: prepared.contract.definition.effect,
    stem: prepared.stem ?? key,
    key,
    generation,
    context: keyParts.context,
    identity,
    identityDigest: prepared.identityDigest,
    agentId: agent.id,
    run: context.run,
    step: context.step,
    session: context.session,
    callerKey: context.callerKey,
    predecessorId: before?.row.id ?? null,
    createdAt: new Date(at),
    args: prepared.args,
    submissionCount: 1,
    version: 1,
    ...toColumns(intent, null),
  };
  return { stored: null, row, intent, fingerprints: new Set(), changed: true };
}
