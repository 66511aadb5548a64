/** Intake in memory: the turn is built from what is stored, folded by the product's own code, and written back. */
import { expiredEvent } from "@/lib/application/intake/events";
import { foldOne, noWrites, type Writes } from "@/lib/application/intake/fold-turn";
import { readUnderTheirVersions, type Turn } from "@/lib/application/intake/load-turn";
import type { PendingSubmission, Recorded } from "@/lib/application/intake/pending";
import { isStale } from "@/lib/application/intake/record-submissions";
import { toWorking, type Working } from "@/lib/application/intake/working";
import { withJumps } from "@/lib/domain/clock-jumps";
import { isOver } from "@/lib/domain/gate/match";
import { readingsOf } from "@/lib/domain/gate/world";
import { decisionsIn, eventsOf, submissionIn } from "./kept";
import type { MemoryStore } from "./memory-store";
import { usageIn } from "./memory-usage";

export function recordInMemory(store: MemoryStore, batch: PendingSubmission[]): Recorded[] {
  const turn = loadTurn(store, batch);
  const writes = noWrites();
  const answers = batch.map((pending) => {
    if (isStale(turn, pending)) return (): Recorded => ({ kind: "stale" });
    const before = writes.events.length;
    const answer = foldOne({ newId: store.deps.newId }, turn, writes, pending);
    for (const event of writes.events.slice(before)) {
      const submission = submissionIn(event);
      if (submission !== null) store.prepared.set(submission.id, pending.prepared);
    }
    return answer;
  });
  // One that is over and was not met by anything is the sweeper's to mark.
  const met = turn.stored.filter(
    ({ changed, addedCount, hasExpired, intent }) =>
      (changed || addedCount > 0) && (!hasExpired || addedCount > 0 || intent.successorId !== null),
  );
  for (const { stored, row, changed } of met) {
    store.rows.set(row.id, { ...row, version: row.version + (changed ? 1 : 0) });
    if (stored !== null && changed) store.giveBack(stored.row, row);
  }
  for (const { row } of writes.opened) store.rows.set(row.id, row);
  for (const working of met.filter(({ hasExpired }) => hasExpired)) store.record(expiredEvent(working));
  keep(store, turn, writes);
  return answers.map((answer) => answer());
}

function keep(store: MemoryStore, turn: Turn, writes: Writes): void {
  const { mutant } = store.deps;
  store.submissions.push(...writes.events.flatMap((event) => submissionIn(event) ?? []));
  store.decisions.push(...writes.events.flatMap((event) => decisionsIn(event, new Date(turn.at))));
  store.reservations.push(...writes.reservations);
  if (mutant !== "caller_key_forgotten") store.callerKeys.push(...writes.callerKeys);
  if (mutant !== "grant_not_counted") for (const grant of turn.grants) store.grants.set(grant.id, grant);
  for (const event of writes.events.flatMap(eventsOf)) store.record(event);
}

function loadTurn(store: MemoryStore, batch: PendingSubmission[]): Turn {
  const at = store.deps.now();
  const readings = batch.flatMap(({ prepared }) => readingsOf(prepared));
  const stems = new Set(readings.map(({ stem }) => stem));
  const identities = new Set(readings.map(({ identityDigest }) => identityDigest));
  const stored = [...store.rows.values()]
    .filter(({ stem, identityDigest }) => stems.has(stem) || identities.has(identityDigest))
    .map((row) => toWorking(row, [store.contractOf(row)], { pauses: store.pauses, jumps: store.jumps, at }));
  for (const working of stored) addFingerprints(store, working);
  const byIdentity = new Map<string, Working[]>();
  const forgetsDenials = store.deps.mutant === "denial_forgotten";
  for (const working of stored) {
    const { identityDigest, state } = working.row;
    if (forgetsDenials && state === "denied") continue;
    byIdentity.set(identityDigest, [...(byIdentity.get(identityDigest) ?? []), working]);
  }
  const live = stored.filter(({ row }) => row.successorId === null);
  const byStem = new Map(live.map((working) => [working.row.stem, working]));
  readUnderTheirVersions(batch, byStem, byIdentity);
  return {
    at,
    facts: { ...NO_FACTS, contracts: activeContracts(store, batch) },
    pauses: store.pauses,
    byStem,
    byIdentity,
    callerKeys: ownersOf(store, batch, at),
    occurrences: new Map(),
    used: usageIn(
      store,
      batch.flatMap(({ prepared }) => prepared.charges),
      at,
    ),
    grants: [...store.grants.values()].filter(({ expiresAt }) => expiresAt > at),
    stored,
    lockedGrants: new Map(),
    unreadable: new Map(),
  };
}

/** Of the facts only what can be out of date here: agents and their keys never change. */
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

/** The active version of each tool, and every derivation that may still have intents: no window ends before a world does. */
function activeContracts(store: MemoryStore, batch: PendingSubmission[]): Turn["facts"]["contracts"] {
  const forgets = store.deps.mutant === "publish_forgets";
  return new Map(
    batch.map(({ prepared: { contract } }) => {
      const version = store.activeVersion(contract.tool);
      const open = (store.deps.versions.get(contract.tool) ?? []).slice(forgets ? version - 1 : 0, version);
      const derivations = open.map((one) => ({ digest: one.derivation, version: one.version, engines: one.engines }));
      return [contract.tool, { version, derivations }];
    }),
  );
}

/** Who used the callers' keys: intents whose window is open. */
function ownersOf(store: MemoryStore, batch: PendingSubmission[], at: number): Turn["callerKeys"] {
  const owners: Turn["callerKeys"] = new Map();
  for (const { prepared } of batch) {
    if (prepared.callerKey === null) continue;
    const used = store.callerKeys.filter(({ digest, intentId }) => {
      const found = store.load(intentId);
      return digest === prepared.callerKey && found !== null && !isOver(withJumps(found.intent, store.jumps), at);
    });
    owners.set(prepared.callerKey, used);
  }
  return owners;
}

function addFingerprints(store: MemoryStore, working: Working): void {
  for (const { intentId, refusal, fingerprint } of store.submissions) {
    if (intentId === working.row.id && refusal === null) working.fingerprints.add(String(fingerprint));
  }
}
