/**
 * Intake's one transaction: many submissions, one commit (DESIGN 9).
 *
 *   lock the stems, in order → read what is live → fold each submission in order → write sets
 *
 * R1  The decision and its record are one atomic step: nobody else can see or change a stem while it is folded.
 * R2  The same stem several times in one batch, with other amounts, is the normal case: each sees the one before.
 * R3  An answer is given only for what was committed (L2).
 */
import type { AuditEvent } from "@/lib/domain/actor";
import type { Disposition } from "@/lib/domain/event";
import { type FieldDifference, materialDifferences } from "@/lib/domain/gate/differences";
import { type Folded, foldSubmission } from "@/lib/domain/gate/fold";
import type { Prepared } from "@/lib/domain/gate/prepare";
import type { IdPrefix } from "@/lib/domain/id";
import type { Intent } from "@/lib/domain/intent";
import type { JsonObject, JsonValue } from "@/lib/domain/json";
import { deriveKey, type SubmissionContext } from "@/lib/domain/key";
import { transition } from "@/lib/domain/transition/transition";
import type { StoredAgent } from "@/lib/store/agents";
import { recordEvents } from "@/lib/store/audit";
import { DECISIONS, insertRows, SUBMISSIONS } from "@/lib/store/columns";
import { activeVersions } from "@/lib/store/contracts";
import type { Database, Tx } from "@/lib/store/database";
import { type IntentRow, toColumns } from "@/lib/store/intent-row";
import {
  findLiveByStem,
  insertIntents,
  lockStems,
  type StoredIntent,
  saveIntents,
  type TermsOf,
} from "@/lib/store/intents";
import { fingerprintsOf } from "@/lib/store/submissions";

export type PendingSubmission = {
  agent: StoredAgent;
  prepared: Prepared;
  context: SubmissionContext;
  /** As sent, before defaults: kept for the record. */
  rawArgs: JsonObject;
  reason: string | null;
  metadata: JsonObject | null;
  callbackUrl: string | null;
  /** The caller pinned a contract version; then an older one would have been refused already. */
};

export type Recorded =
  | { kind: "recorded"; row: IntentRow; submissionId: string; disposition: Disposition; differences: FieldDifference[] }
  | {
      kind: "refused";
      code: "already_submitted" | "idempotency_conflict";
      intentId: string;
      differences: FieldDifference[];
    }
  /** A publish came between preparing and recording: prepare again under the version that is active now. */
  | { kind: "stale_contract" };

export type RecordDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  /** The normalised material of stored args, to tell drift field by field. */
  materialOf: (tool: string, contractVersion: number, args: JsonObject) => Promise<Record<string, JsonValue>>;
};

/** One action in this batch: what is stored, and what it has become so far. */
type Working = {
  stored: StoredIntent | null;
  row: IntentRow;
  intent: Intent;
  fingerprints: Set<string>;
  changed: boolean;
};

type Writes = {
  opened: Working[];
  submissions: Record<keyof typeof SUBMISSIONS, unknown>[];
  decisions: Record<keyof typeof DECISIONS, unknown>[];
  events: AuditEvent[];
};

export async function recordSubmissions(deps: RecordDeps, batch: PendingSubmission[]): Promise<Recorded[]> {
  return deps.db.transaction(async (tx) => {
    const stems = batch.flatMap(({ prepared }) => (prepared.stem === null ? [] : [prepared.stem]));
    const at = await lockStems(tx, stems);
    const active = await activeVersions(tx, [...new Set(batch.map(({ prepared }) => prepared.contract.tool))]);
    const working = await loadWorking(tx, deps, stems);
    const writes: Writes = { opened: [], submissions: [], decisions: [], events: [] };
    const superseded: Working[] = [];
    const answers: (() => Recorded)[] = [];
    for (const pending of batch) {
      const { tool, version } = pending.prepared.contract;
      if (active.get(tool) !== version) {
        answers.push(() => ({ kind: "stale_contract" }));
        continue;
      }
      answers.push(await foldOne(deps, pending, at, working, writes, superseded));
    }
    await writeAll(tx, deps, at, [...superseded, ...working.values()], writes);
    return answers.map((answer) => answer());
  });
}

async function loadWorking(tx: Tx, deps: RecordDeps, stems: string[]): Promise<Map<string, Working>> {
  const stored = stems.length === 0 ? [] : await findLiveByStem(tx, [...new Set(stems)], deps.termsOf);
  const fingerprints = await fingerprintsOf(
    tx,
    stored.map(({ row }) => row.id),
  );
  return new Map(
    stored.map((found) => {
      const known = fingerprints.get(found.row.id) ?? new Set<string>();
      return [
        found.row.stem,
        { stored: found, row: found.row, intent: found.intent, fingerprints: known, changed: false },
      ];
    }),
  );
}

async function foldOne(
  deps: RecordDeps,
  pending: PendingSubmission,
  at: number,
  working: Map<string, Working>,
  writes: Writes,
  superseded: Working[],
): Promise<() => Recorded> {
  const { prepared } = pending;
  const current = (prepared.stem === null ? undefined : working.get(prepared.stem)) ?? null;
  const ids = { intentId: deps.newId("int"), submissionId: deps.newId("sub"), decisionId: deps.newId("dec") };
  const folded = foldSubmission({
    prepared,
    current: current?.intent ?? null,
    submissionCount: current?.row.submissionCount ?? 0,
    novel: current === null || !current.fingerprints.has(prepared.fingerprint),
    ...ids,
    at,
  });
  const differences = await differencesOf(deps, current, prepared);
  const target = applyFolded(folded, pending, at, ids, current, working, superseded, writes);
  target.fingerprints.add(prepared.fingerprint);
  const disposition = dispositionOf(folded, current);
  const refusal = folded.kind === "refuse" ? folded.code : null;
  writes.submissions.push(submissionRow(pending, target, ids.submissionId, disposition, refusal, differences, at));
  writes.events.push(submittedEvent(pending, target, ids.submissionId, disposition, refusal, differences));
  if (folded.kind === "refuse") {
    return () => ({ kind: "refused", code: folded.code, intentId: target.row.id, differences });
  }
  // The row is read when the whole batch is folded: everyone is told the state that was committed.
  return () => ({ kind: "recorded", row: target.row, submissionId: ids.submissionId, disposition, differences });
}

async function differencesOf(
  deps: RecordDeps,
  current: Working | null,
  prepared: Prepared,
): Promise<FieldDifference[]> {
  if (current === null || current.intent.fingerprint === prepared.fingerprint) return [];
  const { row } = current;
  return materialDifferences(await deps.materialOf(row.tool, row.contractVersion, row.args), prepared.material);
}

function dispositionOf(folded: Folded, current: Working | null): Disposition {
  if (folded.kind === "open") return "created";
  if (folded.kind === "join") return folded.disposition;
  if (folded.code === "idempotency_conflict") return "drifted";
  return current?.row.endedAt === null ? "coalesced" : "replayed";
}

type Ids = { intentId: string; submissionId: string; decisionId: string };

function applyFolded(
  folded: Folded,
  pending: PendingSubmission,
  at: number,
  ids: Ids,
  current: Working | null,
  working: Map<string, Working>,
  superseded: Working[],
  writes: Writes,
): Working {
  if (folded.kind === "open") {
    if (current !== null && folded.supersedes !== null) {
      retire(current, folded.intent.id, folded.supersedes.why, at);
      superseded.push(current);
    }
    const opened = openWorking(pending, folded.intent, current, at);
    writes.opened.push(opened);
    working.set(opened.row.stem, opened);
    writes.decisions.push(policyDecision(folded.intent, folded.policy, ids, at));
    writes.events.push(policyEvent(opened, folded.policy, "intent.opened"));
    return opened;
  }
  if (current === null) throw new TypeError("Only a live intent can be joined.");
  const submissionCount = current.row.submissionCount + 1;
  if (folded.kind === "refuse") {
    become(current, current.intent, { submissionCount });
    return current;
  }
  const before = current.intent.state.kind;
  const argsChanged = folded.intent.submissionId === ids.submissionId;
  become(current, folded.intent, argsChanged ? { submissionCount, args: pending.prepared.args } : { submissionCount });
  if (folded.policy !== null) {
    writes.decisions.push(policyDecision(folded.intent, folded.policy, ids, at));
    writes.events.push(policyEvent(current, folded.policy, "intent.reopened"));
  } else if (folded.intent.state.kind !== before || folded.notes.length > 0) {
    writes.events.push(driftEvent(pending, current, before, folded.notes));
  }
  return current;
}

function become(working: Working, intent: Intent, extra: { submissionCount: number; args?: JsonObject }): void {
  working.intent = intent;
  working.row = { ...working.row, ...toColumns(intent, working.row.dueAt), ...extra };
  working.changed = true;
}

function retire(working: Working, successorId: string, why: "window_over" | "drift", at: number): void {
  const moved = transition(working.intent, { type: "supersede", at, successorId, why });
  if (!moved.ok) throw new TypeError(`An ended intent could not be superseded: ${moved.refusal.code}`);
  become(working, moved.next, { submissionCount: working.row.submissionCount });
}

function openWorking(pending: PendingSubmission, intent: Intent, before: Working | null, at: number): Working {
  const { prepared, agent, context } = pending;
  const generation = (before?.row.generation ?? 0) + 1;
  const identity = prepared.keyParts?.identity ?? {};
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

async function writeAll(tx: Tx, deps: RecordDeps, at: number, touched: Working[], writes: Writes): Promise<void> {
  const changes = touched.flatMap(({ stored, intent, row, changed }) =>
    stored === null || !changed
      ? []
      : [{ from: stored, to: intent, args: row.args, submissionCount: row.submissionCount }],
  );
  // Before the inserts: a predecessor must have left the live index when its successor arrives.
  await saveIntents(tx, changes);
  await insertIntents(
    tx,
    writes.opened.map(({ row }) => row),
  );
  await insertRows(tx, "submissions", SUBMISSIONS, writes.submissions);
  await insertRows(tx, "decisions", DECISIONS, writes.decisions);
  await recordEvents(tx, deps.newId, at, writes.events);
}

function submissionRow(
  pending: PendingSubmission,
  target: Working,
  id: string,
  disposition: Disposition,
  refusal: string | null,
  differences: FieldDifference[],
  at: number,
): Record<keyof typeof SUBMISSIONS, unknown> {
  const { prepared, context, agent } = pending;
  return {
    id,
    intentId: target.row.id,
    namespace: agent.namespace,
    agentId: agent.id,
    operatorId: null,
    disposition,
    refusal,
    contractVersion: prepared.contract.version,
    args: pending.rawArgs,
    executableArgs: prepared.args,
    argsDigest: prepared.argsDigest,
    fingerprint: prepared.fingerprint,
    differences,
    run: context.run,
    step: context.step,
    session: context.session,
    callerKey: context.callerKey,
    reason: pending.reason,
    metadata: pending.metadata,
    callbackUrl: pending.callbackUrl,
    receivedAt: new Date(at),
  };
}

type Policy = Extract<Folded, { kind: "open" }>["policy"];

function policyDecision(intent: Intent, policy: Policy, ids: Ids, at: number): Record<keyof typeof DECISIONS, unknown> {
  return {
    id: ids.decisionId,
    intentId: intent.id,
    verdict: policy.then,
    decidedBy: "policy",
    operatorId: null,
    rule: policy.rule,
    inputs: { trail: policy.trail },
    argsDigest: intent.argsDigest,
    submissionId: ids.submissionId,
    reason: policy.then === "refuse" ? policy.reason : null,
    createdAt: new Date(at),
  };
}

function policyEvent(target: Working, policy: Policy, type: "intent.opened" | "intent.reopened"): AuditEvent {
  const { row } = target;
  return {
    type,
    actor: { kind: "policy", id: `${row.tool}@${row.contractVersion}` },
    namespace: row.namespace,
    intentId: row.id,
    subject: row.tool,
    data: { to: row.state, rule: policy.rule, argsDigest: row.argsDigest, generation: row.generation },
  };
}

function driftEvent(pending: PendingSubmission, target: Working, from: string, notes: { kind: string }[]): AuditEvent {
  return {
    type: "intent.drifted",
    actor: { kind: "agent", id: pending.agent.id },
    namespace: target.row.namespace,
    intentId: target.row.id,
    subject: target.row.tool,
    data: {
      from,
      to: target.row.state,
      fingerprint: pending.prepared.fingerprint,
      notes: notes.map((note) => note.kind),
    },
  };
}

function submittedEvent(
  pending: PendingSubmission,
  target: Working,
  submissionId: string,
  disposition: Disposition,
  refusal: string | null,
  differences: FieldDifference[],
): AuditEvent {
  const { argsDigest, fingerprint, contract } = pending.prepared;
  return {
    type: "submission.recorded",
    actor: { kind: "agent", id: pending.agent.id },
    namespace: target.row.namespace,
    intentId: target.row.id,
    subject: submissionId,
    data: {
      disposition,
      argsDigest,
      fingerprint,
      contractVersion: contract.version,
      ...(refusal === null ? {} : { refusal }),
      ...(differences.length === 0 ? {} : { differs: differences.map(({ pointer }) => pointer) }),
    },
  };
}
