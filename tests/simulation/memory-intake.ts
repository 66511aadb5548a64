/** Intake in memory: the turn is built from what is stored, folded by the product's own code, and written back. */
import { expiredEvent } from "@/lib/application/intake/events";
import { foldOne, noWrites } from "@/lib/application/intake/fold-turn";
import type { Turn } from "@/lib/application/intake/load-turn";
import type { PendingSubmission, Recorded } from "@/lib/application/intake/pending";
import { toWorking, type Working } from "@/lib/application/intake/working";
import { readingsOf } from "@/lib/domain/gate/world";
import type { MemoryStore } from "./memory-store";

export function recordInMemory(store: MemoryStore, batch: PendingSubmission[]): Recorded[] {
  const turn = loadTurn(store, batch);
  const writes = noWrites();
  const answers = batch.map((pending) => foldOne({ newId: store.deps.newId }, turn, writes, pending));
  // One that is over and was not met by anything is the sweeper's to mark.
  const met = turn.stored.filter(
    ({ changed, addedCount, hasExpired, intent }) =>
      (changed || addedCount > 0) && (!hasExpired || addedCount > 0 || intent.successorId !== null),
  );
  for (const { row, changed } of met) {
    store.rows.set(row.id, { ...row, version: row.version + (changed ? 1 : 0) });
  }
  for (const { row } of writes.opened) store.rows.set(row.id, row);
  store.submissions.push(...writes.submissions);
  store.decisions.push(...writes.decisions);
  for (const working of met.filter(({ hasExpired }) => hasExpired)) store.record(expiredEvent(working));
  for (const event of writes.events) store.record(event);
  return answers.map((answer) => answer());
}

function loadTurn(store: MemoryStore, batch: PendingSubmission[]): Turn {
  const at = store.deps.now();
  const readings = batch.flatMap(({ prepared }) => readingsOf(prepared));
  const stems = new Set(readings.map(({ stem }) => stem));
  const identities = new Set(readings.map(({ identityDigest }) => identityDigest));
  const stored = [...store.rows.values()]
    .filter(({ stem, identityDigest }) => stems.has(stem) || identities.has(identityDigest))
    .map((row) => toWorking(row, [store.contractOf(row)], { pauses: [], jumps: [], at }));
  for (const working of stored) addFingerprints(store, working);
  const byIdentity = new Map<string, Working[]>();
  for (const working of stored) {
    const { identityDigest } = working.row;
    byIdentity.set(identityDigest, [...(byIdentity.get(identityDigest) ?? []), working]);
  }
  const live = stored.filter(({ row }) => row.successorId === null);
  return {
    at,
    facts: NO_FACTS,
    pauses: [],
    byStem: new Map(live.map((working) => [working.row.stem, working])),
    byIdentity,
    callerKeys: new Map(),
    occurrences: new Map(),
    used: new Map(),
    grants: [],
    stored,
    lockedGrants: new Map(),
    unreadable: new Map(),
  };
}

/** Contracts and agents never change here: nothing can be out of date. */
const NO_FACTS: Turn["facts"] = {
  nowMs: 0,
  contracts: new Map(),
  agents: new Map(),
  live: [],
  lockedRows: new Map(),
  alike: [],
  callerKeys: new Map(),
  occurrences: new Map(),
  pauses: [],
  hasGrants: false,
};

function addFingerprints(store: MemoryStore, working: Working): void {
  for (const { intentId, refusal, fingerprint } of store.submissions) {
    if (intentId === working.row.id && refusal === null) working.fingerprints.add(String(fingerprint));
  }
}
