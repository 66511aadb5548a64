/**
 * Intake's one transaction: many submissions, one commit (DESIGN 9).
 *
 *   lock keys, look-alike groups and limits, in order → read what exists → fold each submission in order → write sets
 *
 * R1  The decision and its record are one atomic step: nobody else can see or change an action while it is folded.
 * R2  The same key several times in one flush, with other amounts, is the normal case: each sees the one before.
 * R3  An answer is given only for what was committed (L2).
 * R4  A flush waits for nothing while it holds anything (`waitFor`): what another transaction has locked is that action's
 *     problem, and is left out.
 */
import { readingsOf } from "@/lib/domain/gate/world";
import type { StoredAgent } from "@/lib/store/agents";
import { keepDerivationsOpen } from "@/lib/store/contracts";
import { insertGrantUses } from "@/lib/store/grants";
import { intakeLocks } from "@/lib/store/intake-read";
import { writeIntake } from "@/lib/store/intake-write";
import { journalWrite } from "@/lib/store/journal";
import { digestLock, toolLock } from "@/lib/store/locks";
import type { Contended, PipelinedTx, WaitFor } from "@/lib/store/raw-transaction";
import { insertReservations } from "@/lib/store/reservations";
import type { UnreadableContractError } from "../errors";
import { expiredEvent } from "./events";
import { foldOne, noWrites, type Writes } from "./fold-turn";
import { loadTurn, type Turn } from "./load-turn";
import type { LockedOut, PendingSubmission, RecordDeps, Recorded } from "./pending";
import type { Working } from "./working";

/** Waits for whatever is locked. */
export async function recordSubmissions(deps: RecordDeps, batch: PendingSubmission[]): Promise<Recorded[]> {
  return (await record(deps, batch, undefined)) as Recorded[];
}

/** What is locked is told as such, but for what is waited for. */
export async function recordFree(
  deps: RecordDeps,
  batch: PendingSubmission[],
  waitFor: WaitFor,
): Promise<(Recorded | LockedOut)[]> {
  return record(deps, batch, waitFor);
}

async function record(
  deps: RecordDeps,
  batch: PendingSubmission[],
  waitFor: WaitFor | undefined,
): Promise<(Recorded | LockedOut)[]> {
  const tools = batch.map(({ prepared }) => prepared.contract.tool);
  const locks = intakeLocks(tools, batch.flatMap(locksOf));
  return deps.db.rawTransaction(waitFor === undefined ? locks : { ...locks, waitFor }, async (tx) => {
    const turn = await loadTurn(tx, deps, batch, { lock: waitFor === undefined ? "all" : "free" });
    const missed = await tx.missed;
    for (const working of turn.stored) if (working.hasExpired) working.expiredEventId = deps.newId("evt");
    const writes = noWrites();
    const answers = batch.map((pending): (() => Recorded | LockedOut) => {
      const by = contendedBy(turn, missed, pending);
      if (by !== null) return () => ({ kind: "locked", by }); // R4
      if (isStale(turn, pending)) return () => ({ kind: "stale" });
      const error = unreadableFor(turn, pending);
      if (error !== null) return () => ({ kind: "unreadable", error });
      return foldOne(deps, turn, writes, pending);
    });
    await writeTurn(tx, deps, turn, writes);
    return answers.map((answer) => answer());
  });
}

function contendedBy(turn: Turn, missed: ReadonlySet<string>, pending: PendingSubmission): Contended | null {
  if (missed.size + turn.facts.lockedRows.size + turn.lockedGrants.size === 0) return null;
  // Its own first: who waits for what many share should not then find that the action itself is locked.
  const { own, shared } = locksNamed(pending);
  const isMissed = ({ lock }: { lock: string }) => missed.has(lock);
  return own.find(isMissed) ?? lockedRow(turn, pending) ?? shared.find(isMissed) ?? lockedGrant(turn, pending);
}

function lockedRow({ facts }: Turn, { prepared }: PendingSubmission): Contended | null {
  for (const { stem } of readingsOf(prepared)) {
    const id = facts.lockedRows.get(stem ?? "");
    if (id !== undefined && stem !== null) return { table: "intents", id, keyLock: String(digestLock(stem)) };
  }
  return null;
}

function lockedGrant({ lockedGrants }: Turn, { prepared }: PendingSubmission): Contended | null {
  const id = lockedGrants.get(prepared.contract.tool);
  return id === undefined ? null : { table: "grants", id };
}

type NamedLock = { lock: string; isShared: boolean };

/** By number: what must be free for it to be folded, its rows aside. `shared`: with other actions of its tool. */
export function locksNamed(pending: PendingSubmission): { own: NamedLock[]; shared: NamedLock[] } {
  const { contract, charges } = pending.prepared;
  const buckets = new Set(charges.map(({ bucket }) => bucket));
  const named = (lock: bigint, isShared = false) => ({ lock: String(lock), isShared });
  const own = locksOf(pending).filter((one) => !buckets.has(one));
  return {
    own: own.map((one) => named(digestLock(one))),
    shared: [named(toolLock(contract.tool), true), ...[...buckets].map((one) => named(digestLock(one)))],
  };
}

export function unreadableFor({ unreadable }: Turn, { prepared }: PendingSubmission): UnreadableContractError | null {
  if (unreadable.size === 0) return null;
  const met = readingsOf(prepared).flatMap(({ stem, identityDigest }) => [stem ?? "", identityDigest]);
  return met.flatMap((one) => unreadable.get(one) ?? [])[0] ?? null;
}

/**
 * Everything whose state decides about this submission, and nothing that only flags it. A person's denial needs no lock
 * here: intake never writes one, and what it reads is what was denied before.
 */
export function locksOf({ prepared }: PendingSubmission): string[] {
  const { lookalike, variant } = prepared.contract.duplicates;
  const watches = prepared.contract.definition.effect !== "read" && (lookalike !== "allow" || variant !== "allow");
  return [
    ...readingsOf(prepared).flatMap(({ stem, identityDigest }) => [
      ...(stem === null ? [] : [stem]),
      ...(watches ? [identityDigest] : []),
    ]),
    ...(prepared.family === null ? [] : [prepared.family]),
    ...(prepared.callerKey === null ? [] : [prepared.callerKey]),
    ...prepared.charges.map(({ bucket }) => bucket),
  ];
}

/** Prepared on something that is no longer true: another active version, a key revoked, an agent changed. */
export function isStale({ facts }: Turn, pending: PendingSubmission): boolean {
  const { contract } = pending.prepared;
  const active = facts.contracts.get(contract.tool);
  if (active?.version !== contract.version) return true;
  if (active.derivations.some(({ digest }) => digest !== contract.derivation && !pending.considered.has(digest)))
    return true;
  if (pending.keyHash === null) return false;
  const agent = facts.agents.get(pending.keyHash);
  return agent === undefined || textOf(agent) !== textOf(pending.agent);
}

/** An agent object never changes, and many submissions share one. */
const texts = new WeakMap<StoredAgent, string>();

function textOf(agent: StoredAgent): string {
  const known = texts.get(agent);
  if (known !== undefined) return known;
  const { id, namespace, name, labels, tools, mayRepeat } = agent;
  const text = JSON.stringify({ id, namespace, name, labels, tools, mayRepeat });
  texts.set(agent, text);
  return text;
}

async function writeTurn(tx: PipelinedTx, deps: RecordDeps, turn: Turn, writes: Writes): Promise<void> {
  const touched = turn.stored.filter(({ changed, addedCount }) => changed || addedCount > 0);
  // One that is over and was not met by anything is the sweeper's to mark.
  const met = touched.filter(
    ({ hasExpired, addedCount, intent }) => !hasExpired || addedCount > 0 || intent.successorId,
  );
  const expired = met.filter(({ hasExpired }) => hasExpired);
  const changes = met.flatMap(({ stored, intent, row, changed, asker }) =>
    stored === null || !changed
      ? []
      : [{ from: stored, to: intent, args: row.args, submissionCount: row.submissionCount, ...askerOf(asker) }],
  );
  const counted = met.flatMap(({ row, changed, addedCount }) => (changed ? [] : [{ id: row.id, added: addedCount }]));
  const { opened, events, reservations, grantUses } = writes;
  const recorded = [...expired.map(expiredEvent), ...events];
  await writeIntake(tx, {
    ...writes,
    counted,
    changes,
    intents: opened.map(({ row }) => row),
    journal: journalWrite(deps.newId, turn.at, recorded),
  });
  await keepDerivationsOpen(tx.atCommit, [...opened, ...met.filter(({ asker }) => asker !== null)].flatMap(earlierOf));
  await insertReservations(tx.atCommit, reservations);
  await insertGrantUses(tx.atCommit, grantUses);
}

function askerOf(asker: Working["asker"]) {
  return asker === null ? {} : { asker };
}

/** Opened now under a key that an earlier derivation made: that one must be read until this intent's window is over. */
function earlierOf({ row, contract }: Working): { tool: string; digest: string }[] {
  return row.derivation === contract.derivation ? [] : [{ tool: row.tool, digest: row.derivation }];
}
