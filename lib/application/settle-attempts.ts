/**
 * What happened is put on record, fenced: a worker that lost its lease settles nothing, and that it tried is itself
 * on record (L5, L9), unless it brings news: an effect with its id ends a doubt whenever it is told (decision 034).
 *
 * G1  A row or effect that another transaction holds is left out and told as `locked`; its neighbours settle at once.
 * G2  An effect belongs to one intent of its tool. What the downstream said to an execution stands all the same, and is a
 *     finding (`shared-effect`).
 * G3  A late word is believed only of an attempt on record, of this intent, with the fence it names; or, where a restored
 *     store has no such attempt, of the worker that remembers its claim (`forgotten-effect`).
 */
import { crashPoint } from "@/lib/config/crash-point";
import type { RecordedEvent } from "@/lib/domain/actor";
import { isErased } from "@/lib/domain/erased";
import { type IntentEvent, knowsEffect, type Outcome, type Transition } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import { type Intent, isAnswered } from "@/lib/domain/intent";
import { transition } from "@/lib/domain/transition/transition";
import type { Database } from "@/lib/store/database";
import { effectClaimId } from "@/lib/store/effects";
import { findingsWrite, type KeyedFinding, keyedFindingsWrite, type NewFinding } from "@/lib/store/findings";
import { findStem, type SettledIntent, type TermsOf } from "@/lib/store/intents";
import { journalWrite } from "@/lib/store/journal";
import { digestLock, effectLock } from "@/lib/store/locks";
import type { PipelinedTx, TransactionLocks } from "@/lib/store/raw-transaction";
import { type IntentChange, saveIntents } from "@/lib/store/save-intents";
import { insertLostClaims, type LostClaim } from "@/lib/store/suspect-keys";
import {
  isRemembered,
  type RememberedClaim,
  type RememberedSettlement,
  recordForgotten,
  toLostClaim,
} from "./forgotten-effect";
import { eventOf } from "./intent-audit";
import { findingOfLate, recordLate } from "./late-settle";
import { effectOf, type KnownForSettle, loadForSettle, standIn } from "./load-for-settle";
import { effectLocks, sharedEffectFinding } from "./shared-effect";

export type Settlement = {
  attemptId: string;
  intentId: string;
  fence: number;
  outcome: Outcome;
  exchange: unknown;
  /** Nobody knows whether the claim was committed. If it was not, there is nothing to settle and nothing to record. */
  isUnansweredClaim?: true;
  /** That it waits for a later attempt is on record already. */
  hasWaited?: true;
  /** As the worker remembers it. Absent: only what is on record counts. */
  claim?: RememberedClaim;
};

/**
 * `locked`: another transaction holds the row; the worker says it again in a moment. `waits`: a later attempt runs, and
 * ends it first; the worker says it again after that.
 */
export type SettleResult = "settled" | "rejected" | "locked" | "waits";

export type SettleDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  workerId: string;
  random: () => number;
  /** After the commit: everyone who waits on these hears of it. */
  announce: (intentIds: string[]) => void;
  /** After the commit: something is in doubt, and the downstream should be asked about it at once. */
  onDoubt?: () => void;
};

export function settleAttempts(deps: SettleDeps, settlements: Settlement[]): Promise<SettleResult[]> {
  return settleUnder(deps, settlements, "nothing");
}

/**
 * Stands in line for the row, behind the lock of its key as submissions do: while it waits no flush of intake takes the row
 * before it. Throws where it waited in vain (`isBusy`).
 */
export async function settleInLine(deps: SettleDeps, settlement: Settlement): Promise<SettleResult> {
  const { intentId: id } = settlement;
  const stem = await findStem(deps.db, id);
  const row = stem === null ? "nothing" : ({ table: "intents", id, keyLock: String(digestLock(stem)) } as const);
  const [result = "rejected"] = await settleUnder(deps, [settlement], row);
  return result;
}

async function settleUnder(
  deps: SettleDeps,
  settlements: Settlement[],
  waitFor: NonNullable<TransactionLocks["waitFor"]>,
): Promise<SettleResult[]> {
  const claims = settlements.flatMap(effectOf);
  const locks = effectLocks(
    claims.map(({ effectId }) => effectId),
    waitFor,
  );
  const done = await deps.db.rawTransaction(locks, async (tx) => {
    const known = await loadForSettle(deps, tx, settlements, claims);
    const turn = new Turn(deps, known);
    const results = settlements.map((settlement) => turn.settle(standIn(known, settlement)));
    await turn.write(tx);
    return { results, changed: turn.changed() };
  });
  crashPoint("settled");
  const answeredIds = done.changed.filter(({ state }) => isAnswered(state)).map(({ id }) => id);
  if (answeredIds.length > 0) deps.announce(answeredIds);
  if (done.changed.some(({ state }) => state.kind === "in_doubt")) deps.onDoubt?.();
  return done.results;
}

/** Settlements one after the other: a second word on the same intent, or effect, meets what the first has made of it. */
class Turn {
  readonly #changes = new Map<string, IntentChange>();
  readonly #events: RecordedEvent[] = [];
  readonly #findings: NewFinding[] = [];
  readonly #keyed: KeyedFinding[] = [];
  readonly #effects = new Map<string, string>();
  readonly #suspects: LostClaim[] = [];

  constructor(
    private readonly deps: SettleDeps,
    private readonly known: KnownForSettle,
  ) {}

  settle(said: Settlement): SettleResult {
    const { known } = this;
    const { intentId, attemptId, fence, outcome } = said;
    if (this.#isLocked(said)) return "locked"; // G1
    const from = known.byId.get(intentId);
    if (from === undefined) return this.#forget(said);
    const settlement = isErased(from.row) ? withoutResult(said) : said;
    const intent = this.#changes.get(intentId)?.to ?? from.intent;
    const decided = this.#decide(intent, settlement);
    if (!decided.ok) return this.#reject({ ...from, intent }, settlement, decided.refusal.code);
    const isLate = intent.state.kind !== "executing";
    this.#changes.set(intentId, { from, to: decided.next });
    if (isLate) this.#findings.push(...findingOfLate(this.deps, { ...from, intent }, settlement, known.at));
    this.#claimEffect(from, settlement);
    const isForgotten = known.forgottenIds.has(attemptId);
    const marks = { ...(isLate ? { late: true } : {}), ...(isForgotten ? { notOnRecord: true } : {}) };
    const more = { attemptId, fence, outcome: outcome.class, ...marks };
    const event = eventOf("settle", this.#actor(), from, decided.next, more, decided.notes);
    this.#events.push(isLate ? event : { ...event, detail: endOf(settlement) });
    return "settled";
  }

  #decide(intent: Intent, settlement: Settlement): Transition {
    const { attemptId, fence, outcome } = settlement;
    const jitter = this.deps.random();
    const event: IntentEvent = { type: "settle", at: this.known.at, attemptId, fence, outcome, jitter };
    const ranArgsDigest = this.#ranArgsDigest(settlement);
    return transition(intent, ranArgsDigest === null ? event : { ...event, ranArgsDigest });
  }

  /** G3 */
  #ranArgsDigest({ attemptId, intentId, fence, claim }: Settlement): string | null {
    if (this.known.forgottenIds.has(attemptId)) return claim?.argsDigest ?? null;
    const onRecord = this.known.attempts.get(attemptId);
    return onRecord?.intentId === intentId && onRecord.fence === fence ? onRecord.argsDigest : null;
  }

  #isLocked(settlement: Settlement): boolean {
    const { lockedIds, missedLocks, forgottenIds, epoch } = this.known;
    if (lockedIds.has(settlement.intentId)) return true;
    if (forgottenIds.has(settlement.attemptId) && epoch === null) return true;
    if (missedLocks.size === 0) return false;
    return effectOf(settlement).some(({ effectId }) => missedLocks.has(String(effectLock(effectId))));
  }

  #reject(from: SettledIntent, settlement: Settlement, refusal: string): SettleResult {
    const { deps, known } = this;
    if (settlement.isUnansweredClaim && !known.attempts.has(settlement.attemptId)) return "rejected";
    // The later attempt may bring the same effect, another, or none: only then is it known what this word means.
    const waits =
      from.intent.state.kind === "executing" &&
      knowsEffect(settlement.outcome) &&
      this.#ranArgsDigest(settlement) === from.intent.argsDigest;
    if (waits && settlement.hasWaited) return "waits";
    const late = recordLate(deps, from, settlement, waits ? "waits" : refusal, known.at);
    this.#events.push(late.event);
    if (waits) return "waits";
    this.#findings.push(...late.findings);
    if (!hasEffect(from.intent)) this.#suspect(settlement);
    return "rejected";
  }

  /** There is no intent that it could be about. */
  #forget(settlement: Settlement): SettleResult {
    if (!this.#suspect(settlement)) return "rejected";
    const { event, finding } = recordForgotten(this.deps, settlement, this.known.at);
    this.#events.push(event);
    this.#keyed.push(finding);
    return "rejected";
  }

  #suspect(settlement: Settlement): settlement is RememberedSettlement {
    const isForgotten = isRemembered(settlement) && this.known.forgottenIds.has(settlement.attemptId);
    if (isForgotten) this.#suspects.push(toLostClaim(settlement));
    return isForgotten;
  }

  /** G2 */
  #claimEffect({ row, intent }: SettledIntent, settlement: Settlement): void {
    for (const claim of effectOf(settlement)) {
      const { effectId } = claim;
      const effect = JSON.stringify([row.tool, effectId]);
      const ownerId = this.known.owners.get(effectClaimId(claim)) ?? this.#effects.get(effect) ?? row.id;
      this.#effects.set(effect, ownerId);
      // That two of them name one effect is no divergence then. As proof that one ran it is worth no more than elsewhere.
      if (ownerId === row.id || intent.terms.sharesEffects) continue;
      const shared = { row, effectId, ownerId, source: "execution" } as const;
      this.#keyed.push(sharedEffectFinding(this.deps.newId, shared, this.known.at));
    }
  }

  #actor() {
    return { kind: "worker", id: this.deps.workerId } as const;
  }

  async write(tx: PipelinedTx): Promise<void> {
    const { newId } = this.deps;
    await insertLostClaims(tx.atCommit, this.known.epoch ?? 0, this.#suspects);
    await saveIntents(
      tx.atCommit,
      [...this.#changes.values()],
      [
        journalWrite(newId, this.known.at, this.#events),
        findingsWrite(this.#findings),
        keyedFindingsWrite(this.#keyed),
      ],
    );
  }

  changed(): Intent[] {
    return [...this.#changes.values()].map(({ to }) => to);
  }
}

/** Of what was erased meanwhile only the effect's id is kept. */
function withoutResult(settlement: Settlement): Settlement {
  const { outcome } = settlement;
  return "result" in outcome ? { ...settlement, outcome: { ...outcome, result: null } } : settlement;
}

function hasEffect({ state }: Intent): boolean {
  return state.kind === "succeeded" || state.kind === "partial";
}

/** How the attempt ended, in the downstream's words. */
function endOf({ outcome, exchange }: Settlement): Record<string, unknown> {
  const failure = "failure" in outcome ? { failure: outcome.failure } : {};
  return exchange === null || exchange === undefined ? failure : { ...failure, exchange };
}
