/**
 * Intake's one transaction: many submissions, one commit (DESIGN 9).
 *
 *   lock keys, look-alike groups and limits, in order → read what exists → fold each submission in order → write sets
 *
 * R1  The decision and its record are one atomic step: nobody else can see or change an action while it is folded.
 * R2  The same key several times in one flush, with other amounts, is the normal case: each sees the one before.
 * R3  An answer is given only for what was committed (L2).
 */
import { readingsOf } from "@/lib/domain/gate/world";
import type { StoredAgent } from "@/lib/store/agents";
import { toAuditRows } from "@/lib/store/audit";
import { keepDerivationsOpen } from "@/lib/store/contracts";
import type { FoundBy } from "@/lib/store/found-by";
import { insertGrantUses } from "@/lib/store/grants";
import { intakeLocks } from "@/lib/store/intake-read";
import { writeIntake } from "@/lib/store/intake-write";
import type { PipelinedTx } from "@/lib/store/raw-transaction";
import { insertReservations } from "@/lib/store/reservations";
import { expiredEvent } from "./events";
import { foldOne, noWrites, type Writes } from "./fold-turn";
import { loadTurn, type Turn } from "./load-turn";
import type { PendingSubmission, RecordDeps, Recorded } from "./pending";
import type { Working } from "./working";

export async function recordSubmissions(deps: RecordDeps, batch: PendingSubmission[]): Promise<Recorded[]> {
  const tools = batch.map(({ prepared }) => prepared.contract.tool);
  return deps.db.rawTransaction(intakeLocks(tools, batch.flatMap(locksOf)), async (tx) => {
    const turn = await loadTurn(tx, deps, batch, { lock: true });
    const writes = noWrites();
    const answers = batch.map((pending) => {
      if (isStale(turn, pending)) return (): Recorded => ({ kind: "stale" });
      return foldOne(deps, turn, writes, pending);
    });
    await writeTurn(tx, deps, turn, writes);
    return answers.map((answer) => answer());
  });
}

/** Everything whose state decides about this submission, and nothing that only flags it. */
function locksOf({ prepared }: PendingSubmission): string[] {
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
  const { opened, events, reservations, grantUses, strays } = writes;
  const audited = [...expired.map(expiredEvent), ...events];
  await writeIntake(tx, {
    ...writes,
    counted,
    changes,
    intents: opened.map(({ row }) => row),
    found: [...opened.map(foundAtOpening), ...met.flatMap(foundSince), ...strays],
    events: toAuditRows(deps.newId, turn.at, audited),
  });
  await keepDerivationsOpen(tx.atCommit, [...opened, ...met.filter(({ asker }) => asker !== null)].flatMap(earlierOf));
  await insertReservations(tx.atCommit, reservations);
  await insertGrantUses(tx.atCommit, grantUses);
}

function foundAtOpening({ row, amount = null }: Working): FoundBy {
  return { intentId: row.id, identity: row.identity, amount };
}

/** Opened again with other args. */
function foundSince({ row, amount, wasErased = false }: Working): FoundBy[] {
  if (amount === undefined) return [];
  const found = { intentId: row.id, identity: null, amount };
  return wasErased ? [found, { ...found, identity: row.identity, amount: null }] : [found];
}

function askerOf(asker: Working["asker"]) {
  return asker === null ? {} : { asker };
}

/** Opened now under a key that an earlier derivation made: that one must be read until this intent's window is over. */
function earlierOf({ row, contract }: Working): { tool: string; digest: string }[] {
  return row.derivation === contract.derivation ? [] : [{ tool: row.tool, digest: row.derivation }];
}
