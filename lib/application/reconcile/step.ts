/**
 * One step of a reconciliation: what it found, what it resolved and how far it came are one transaction, and only of
 * whoever holds the run. So a step that dies is done again, and nothing of it twice.
 */

import type { PageAnswer, PageWanted } from "@/lib/connectors/list";
import type { Answered, Question } from "@/lib/connectors/probe";
import type { AuditEvent } from "@/lib/domain/actor";
import type { IdPrefix } from "@/lib/domain/id";
import type { JsonValue } from "@/lib/domain/json";
import { transition } from "@/lib/domain/transition/transition";
import { lastArgsOf } from "@/lib/store/attempts";
import type { Database } from "@/lib/store/database";
import { effectClaimId, findOtherOwners } from "@/lib/store/effects";
import { keyedFindingsWrite } from "@/lib/store/findings";
import { databaseNow, lockIntents, type StoredIntent, type TermsOf } from "@/lib/store/intents";
import { journalWrite } from "@/lib/store/journal";
import { effectLock, takeFreeLocks } from "@/lib/store/locks";
import { NO_LOCKS, type PipelinedTx } from "@/lib/store/raw-transaction";
import {
  type Counts,
  type Phase,
  type Progress,
  type ReconciliationRow,
  saveProgress,
} from "@/lib/store/reconciliations";
import { saveIntents } from "@/lib/store/save-intents";
import { writeTogether } from "@/lib/store/write-together";
import type { ContractCatalog } from "../contract-catalog";
import { isStillWhole, type WholeHistory } from "../history/catch-up";
import { eventOf } from "../intent-audit";
import { type SharedEffect, sharedEffectFinding } from "../shared-effect";
import { FINDINGS_RAISED_MAX, type Found, RECONCILIATION, raise } from "./raise";
import { runEvent } from "./run-audit";

export type ReconcileDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  catalog: Pick<ContractCatalog, "active" | "version" | "versionOf">;
  ask: (question: Question) => Promise<Answered>;
  list: (wanted: PageWanted) => Promise<PageAnswer>;
  workerId: string;
  announce: (intentIds: string[]) => void;
  /** The worker is told to stop: what is asked is given up. */
  signal: AbortSignal;
  onError: (error: unknown) => void;
  /** What the step reads of history must be whole when it was read. */
  whole?: WholeHistory | null;
};

/** After so long it is looked whether history has everything. */
export const LOOK_AGAIN_MS = 5_000;

/** What a step adds to the run. */
export type Step = {
  found?: Found[];
  resolves?: Resolved[];
  counted?: Counts;
  phase?: Phase;
  cursor?: JsonValue;
  done?: number;
  total?: number | null;
  tries?: number;
  readAt?: Date;
  inMs?: number;
  end?: Progress["end"];
};
export type Resolved = { from: StoredIntent; effectId: string };

class RunLostError extends Error {
  override name = "RunLostError";
}

/** False: the run is somebody else's by now, or was stopped; nothing of the step stayed. */
export async function takeStep(
  deps: ReconcileDeps,
  run: ReconciliationRow,
  work: (tx: PipelinedTx) => Promise<Step>,
): Promise<boolean> {
  try {
    const resolved = await deps.db.rawTransaction(NO_LOCKS, async (tx) => {
      const step = await work(tx);
      const isWhole = !deps.whole || (await isStillWhole(tx, deps.whole));
      return saveStep(deps, tx, run, isWhole ? step : { inMs: LOOK_AGAIN_MS });
    });
    if (resolved.length > 0) deps.announce(resolved);
    return true;
  } catch (error) {
    if (error instanceof RunLostError) return false;
    throw error;
  }
}

async function saveStep(deps: ReconcileDeps, tx: PipelinedTx, run: ReconciliationRow, step: Step): Promise<string[]> {
  const at = await databaseNow(tx);
  const { found = [], resolves = [], end = null } = step;
  const resolved = await resolveDoubts(deps, tx, run, resolves, at);
  const wanted = firstOfEachKind(run.counts, found);
  const { raisedCount, events } = await raise(tx, deps.newId, run, at, wanted);
  const counts = addCounts(run.counts, step.counted ?? {}, countKinds(found), {
    raised: raisedCount,
    notRaised: found.length - wanted.length,
    resolved: resolved.length,
  });
  if (end !== null) events.push(endEvent(run, counts, end));
  await writeTogether(tx, [journalWrite(deps.newId, at, events)]);
  const saved = await saveProgress(tx, run.id, run.fence, {
    phase: step.phase ?? run.phase,
    cursor: step.cursor === undefined ? run.cursor : step.cursor,
    counts,
    ...(end?.state === "finished" ? allOf(counts) : farOf(run, step)),
    tries: step.tries ?? 0,
    readAt: step.readAt ?? run.readAt,
    inMs: end === null ? (step.inMs ?? 0) : null,
    end,
    staged: run.source !== "probe",
  });
  if (!saved) throw new RunLostError();
  return resolved;
}

function farOf(run: ReconciliationRow, { done = run.done, total = run.total }: Step): Pick<Progress, "done" | "total"> {
  return { done, total };
}

/** Phases count by themselves; a run that is over tells of all that it looked at. */
function allOf({ rows = 0, intents = 0 }: Counts): Pick<Progress, "done" | "total"> {
  return { done: rows + intents, total: rows + intents };
}

function endEvent(run: ReconciliationRow, counts: Counts, end: NonNullable<Progress["end"]>): AuditEvent {
  const why = end.failure === null ? {} : { failure: end.failure };
  return runEvent(end.state, RECONCILIATION, run, { counts, ...why });
}

/**
 * A doubt ends as by a probe that found the effect, and so does whatever would send the args of the last attempt again; who
 * was faster leaves nothing to resolve. An effect that is another intent's ends nothing and is a finding, save where
 * intents may share effects; one that is just being recorded is left to the next run.
 */
async function resolveDoubts(
  deps: ReconcileDeps,
  tx: PipelinedTx,
  { id: reconciliationId, source }: ReconciliationRow,
  resolves: Resolved[],
  at: number,
): Promise<string[]> {
  const { own, shared } = await byOwner(tx, resolves);
  const ran = await lastArgsOf(
    tx,
    own.map(({ from }) => from.row.id),
  );
  const findings = shared.map((one) => sharedEffectFinding(deps.newId, { ...one, source: "reconciliation" }, at));
  const changes = own.flatMap(({ from, effectId }) => {
    const result = { kind: "present", effectId, result: null } as const;
    const askedArgsDigest = ran.get(from.row.id);
    const about = { askedAt: at, ...(askedArgsDigest === undefined ? {} : { askedArgsDigest }) };
    const decided = transition(from.intent, { type: "probe", at, ...about, result });
    if (!decided.ok) return [];
    const more = { answer: "present", effectId, reconciliationId, source };
    const event = eventOf("probe", RECONCILIATION, from, decided.next, more, decided.notes);
    return [{ change: { from, to: decided.next }, event }];
  });
  const events = journalWrite(
    deps.newId,
    at,
    changes.map(({ event }) => event),
  );
  await saveIntents(
    tx,
    changes.map(({ change }) => change),
    [events, keyedFindingsWrite(findings)],
  );
  return changes.map(({ change }) => change.to.id);
}

type ByOwner = { own: Resolved[]; shared: Pick<SharedEffect, "row" | "effectId" | "ownerId">[] };

async function byOwner(tx: PipelinedTx, resolves: Resolved[]): Promise<ByOwner> {
  const free = await takeFreeLocks(
    tx,
    resolves.map(({ effectId }) => effectLock(effectId)),
  );
  const claims = resolves.map(({ from, effectId }) => ({ intentId: from.row.id, effectId }));
  const owners = await findOtherOwners(tx, claims);
  const taken = new Map<string, string>();
  const found: ByOwner = { own: [], shared: [] };
  for (const { from, effectId } of resolves) {
    if (!free.has(effectLock(effectId))) continue;
    const intentId = from.row.id;
    const ownerId = owners.get(effectClaimId({ intentId, effectId })) ?? taken.get(effectId) ?? intentId;
    if (ownerId === intentId) found.own.push({ from, effectId });
    else if (!from.intent.terms.sharesEffects) found.shared.push({ row: from.row, effectId, ownerId });
    taken.set(effectId, ownerId);
  }
  return found;
}

/** As they are now, and as nobody changes them until the step is saved. */
export async function lockById(
  deps: ReconcileDeps,
  tx: PipelinedTx,
  ids: string[],
): Promise<Map<string, StoredIntent>> {
  if (ids.length === 0) return new Map();
  const stored = await lockIntents(tx, [...new Set(ids)], deps.termsOf);
  return new Map(stored.map((one) => [one.row.id, one]));
}

/** A million orphans must not hide one intent that is missing. */
function firstOfEachKind(before: Counts, found: Found[]): Found[] {
  const seen = { ...before };
  return found.filter(({ divergence: { kind } }) => {
    seen[kind] = (seen[kind] ?? 0) + 1;
    return seen[kind] <= FINDINGS_RAISED_MAX;
  });
}

function countKinds(found: Found[]): Counts {
  const counts: Counts = {};
  for (const { divergence } of found) counts[divergence.kind] = (counts[divergence.kind] ?? 0) + 1;
  return counts;
}

export function addCounts(...all: Counts[]): Counts {
  const sum: Counts = {};
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) if (count !== 0) sum[name] = (sum[name] ?? 0) + count;
  }
  return sum;
}
