/**
 * A contract's world while recorded submissions are folded into it, one after the other, by the product's own gate
 * (`gate/prepare`, `gate/fold`). It keeps what the store would keep, in memory, and nothing of the args.
 */
import type { CompiledContract } from "../contract/compile-contract";
import { type Folded, foldSubmission } from "../gate/fold";
import { isOver } from "../gate/match";
import { type Prepared, prepareSubmission } from "../gate/prepare";
import type { World } from "../gate/world";
import type { JsonObject } from "../json";
import { deriveStem, type KeyParts } from "../key";
import { type Pause, pausesOn } from "../pause/pause";
import { transition } from "../transition/transition";
import { Alike } from "./alike";
import { LimitUse } from "./limit-use";
import { invalidOutcome, keyRequiredOutcome, type Outcome, refusedOutcome, toOutcome } from "./outcome";
import { followLife, type RecordedSubmission } from "./recorded";
import { keepAsked, live, noFingerprints, offer, type Replayed, rememberFingerprint } from "./replayed-intent";

type Owners = Map<string, Replayed[]>;

export class ReplayWorld {
  private readonly byStem = new Map<string, Replayed>();
  private readonly alike = new Alike();
  private readonly callerKeys: Owners = new Map();
  private readonly occurrences = new Map<string, number>();
  private readonly limits: LimitUse | null;
  /** The newest that a recorded intent's submissions made: a person's order is about that one. */
  private readonly newestOf = new Map<string, Replayed>();
  private made = 0;

  constructor(
    private readonly contract: CompiledContract,
    private readonly pauses: readonly Pause[],
  ) {
    this.limits = contract.definition.limits.length > 0 ? new LimitUse() : null;
  }

  /** In the order of the record. */
  submit(recorded: RecordedSubmission): Outcome {
    const { asker, args, receivedAt: at } = recorded;
    if (asker === null) throw new TypeError("A person's order is not judged by a contract.");
    const { run, step, session, callerKey, occurrence } = recorded;
    const context = { run, step, session, callerKey, occurrence };
    const result = prepareSubmission(this.contract, { asker, args, unsafeNumbers: [], context });
    if (!result.ok) return invalidOutcome(result.errors);
    const { prepared } = result;
    if (lacksKey(prepared)) return keyRequiredOutcome();
    this.limits?.advance(at);
    const ids = { intentId: this.nextId(), submissionId: recorded.id, decisionId: "" };
    const folded = foldSubmission(this.worldOf(prepared, recorded), { prepared, ids });
    if (folded.kind === "key_reused") {
      return refusedOutcome("idempotency_key_reused", this.ownerOf(prepared, folded.intentId));
    }
    const outcome = toOutcome(folded);
    const known = this.apply(recorded, prepared, folded);
    return { ...outcome, intentId: known.intentId, openedBy: known.openedBy };
  }

  /** What a person ordered is taken as it was: an edit may be chosen, a bypass makes the next generation. */
  order(recorded: RecordedSubmission): void {
    const { predecessorId, intentId, receivedAt: at, edited } = recorded;
    const known = this.newestOf.get(edited ? intentId : (predecessorId ?? ""));
    if (known === undefined) return;
    const prepared = this.readOrder(recorded, known);
    if (prepared === null) return;
    // An edit is approved in the same instant: it must be there by then.
    const until = edited ? at - 1 : at;
    this.limits?.advance(until);
    live(known, until, this.limits?.settle);
    if (edited) {
      this.takeIn(known, prepared.fingerprint);
      offerOther(known, recorded, prepared);
    } else this.bypass(known, recorded, prepared);
  }

  private readOrder({ args }: RecordedSubmission, known: Replayed): Prepared | null {
    const context = { run: null, step: null, session: null, callerKey: null, occurrence: 1 };
    const asker = { id: "", name: "", namespace: "", labels: {} };
    const result = prepareSubmission(this.contract, { asker, args, unsafeNumbers: [], context });
    return result.ok ? { ...result.prepared, charges: known.charges } : null;
  }

  private bypass(before: Replayed, recorded: RecordedSubmission, prepared: Prepared): void {
    const { receivedAt: at } = recorded;
    const { fingerprint, argsDigest, contract } = prepared;
    const proposal = { submissionId: recorded.id, fingerprint, argsDigest };
    const state = { kind: "cleared", dueAt: at, undoUntil: null, argsDigest, clearedBy: PEOPLE, lifted: null } as const;
    const intent = {
      ...before.intent,
      ...proposal,
      id: this.nextId(),
      contractVersion: contract.version,
      terms: contract.terms,
      successorId: null,
      state,
    };
    before.intent = { ...before.intent, successorId: intent.id };
    const { stem, identityDigest, context } = before.row;
    this.add(recorded, prepared, { ...before, intent, row: { stem, identityDigest, context, submissionCount: 1 } });
  }

  private worldOf(prepared: Prepared, { receivedAt: at, grant }: RecordedSubmission): World<Replayed> {
    const { stem, callerKey, charges } = prepared;
    const known = stem === null ? undefined : this.byStem.get(stem);
    const wake = (one: Replayed) => live(one, at, this.limits?.settle);
    if (known !== undefined) wake(known);
    const owners = callerKey === null ? [] : (this.callerKeys.get(callerKey) ?? []);
    for (const owner of owners) wake(owner);
    const open = owners.filter(({ intent }) => !isOver(intent, at));
    const toOwner = ({ intent, row }: Replayed) => ({ intentId: intent.id, identityDigest: row.identityDigest });
    return {
      at,
      byStem: stem === null || known === undefined ? NOBODY : new Map([[stem, known]]),
      byIdentity: this.alike.near(prepared, at, wake),
      callerKeys: callerKey === null ? NO_OWNERS : new Map([[callerKey, open.map(toOwner)]]),
      occurrences: this.occurrences,
      used: this.limits?.usedBy(charges, at) ?? NOTHING_USED,
      grants: grant === null ? [] : [grant],
    };
  }

  private apply(
    recorded: RecordedSubmission,
    prepared: Prepared,
    folded: Exclude<Folded<Replayed>, { kind: "key_reused" }>,
  ): Replayed {
    const { receivedAt: at } = recorded;
    if (folded.kind === "open") {
      const { supersedes, keyParts, intent } = folded;
      if (supersedes !== null) {
        const { known, why } = supersedes;
        const moved = transition(known.intent, { type: "supersede", at, successorId: intent.id, why });
        if (moved.ok) known.intent = moved.next;
      }
      const before = supersedes?.known.row ?? null;
      const row = before ?? rowOf(prepared, keyParts, intent.submissionId);
      return this.add(recorded, prepared, { intent, row: { ...row, submissionCount: 1 }, keyParts });
    }
    const { known } = folded;
    known.row.submissionCount += 1;
    if (folded.kind === "refuse") return known;
    this.join(recorded, prepared, known, folded);
    return known;
  }

  private join(
    recorded: RecordedSubmission,
    prepared: Prepared,
    known: Replayed,
    folded: Extract<Folded<Replayed>, { kind: "join" }>,
  ): void {
    this.takeIn(known, prepared.fingerprint);
    if (folded.admission !== null) keepAsked(known);
    known.intent = folded.intent;
    if (known.intent.state.kind === "held") known.lastHold = known.intent.state.hold;
    this.own(prepared, known);
    if (folded.admission !== null) {
      this.begin(recorded, prepared, known);
    } else offerOther(known, recorded, prepared);
    this.newestOf.set(recorded.intentId, known);
    this.limits?.settle(known, recorded.receivedAt);
  }

  private add(
    recorded: RecordedSubmission,
    prepared: Prepared,
    opened: Pick<Replayed, "intent" | "row"> & { keyParts?: KeyParts | null },
  ): Replayed {
    const known: Replayed = {
      intent: opened.intent,
      row: opened.row,
      readAs: [prepared.derivation],
      fingerprints: noFingerprints(),
      intentId: recorded.intentId,
      openedBy: recorded.id,
      following: null,
      lived: 0,
      isTransient: recorded.life.isTransient,
      lastHold: null,
      pauses: this.pausesOf(recorded),
      charges: [],
      hasCharged: false,
      recordedDigest: "",
      others: null,
    };
    this.byStem.set(known.row.stem, known);
    this.alike.add(known);
    this.newestOf.set(recorded.intentId, known);
    this.own(prepared, known);
    const { family, context } = prepared;
    if (family !== null) {
      const { occurrence } = opened.keyParts?.context ?? {};
      const taken = typeof occurrence === "number" ? occurrence : context.occurrence;
      this.occurrences.set(family, Math.max(this.occurrences.get(family) ?? 0, taken));
    }
    this.begin(recorded, prepared, known);
    this.limits?.settle(known, recorded.receivedAt);
    return known;
  }

  /** Its life begins, or begins anew. */
  private begin(recorded: RecordedSubmission, prepared: Prepared, known: Replayed): void {
    const { receivedAt: at, argsDigest } = recorded;
    known.following = followLife(recorded);
    if (known.following?.segment.events.some(({ type }) => type === "deny")) this.alike.addDeniable(known);
    known.lived = 0;
    known.recordedDigest = argsDigest;
    known.charges = prepared.charges;
    const { state } = known.intent;
    known.lastHold = state.kind === "held" ? state.hold : null;
    // On record it was refused and has no life; cleared, it would have run (V2).
    if (state.kind === "cleared" && known.following?.segment.to === "refused") {
      known.intent = { ...known.intent, state: { kind: "succeeded", effectId: null, result: null, endedAt: at } };
    }
    this.limits?.follow(known);
  }

  private takeIn(known: Replayed, fingerprint: string): void {
    if (fingerprint !== known.intent.fingerprint && !known.fingerprints.has(fingerprint)) {
      this.alike.addUnder(known, fingerprint);
    }
    rememberFingerprint(known, fingerprint);
  }

  private own({ callerKey }: Prepared, known: Replayed): void {
    if (callerKey === null) return;
    const owners = this.callerKeys.get(callerKey) ?? [];
    if (!owners.includes(known)) this.callerKeys.set(callerKey, [...owners, known]);
  }

  private ownerOf({ callerKey }: Prepared, id: string): Replayed | null {
    return this.callerKeys.get(callerKey ?? "")?.find(({ intent }) => intent.id === id) ?? null;
  }

  private pausesOf({ asker }: RecordedSubmission) {
    if (this.pauses.length === 0) return NO_PAUSES;
    return pausesOn(this.pauses, { tool: this.contract.tool, agentId: asker?.id ?? "" });
  }

  /** Ids sort in the order in which they are made, as the store's do. */
  private nextId(): string {
    this.made += 1;
    return String(this.made).padStart(ID_DIGITS, "0");
  }
}

const ID_DIGITS = 12;
const PEOPLE = { kind: "operators", operatorIds: [], decisionId: "" } as const satisfies {
  kind: "operators";
  operatorIds: string[];
  decisionId: string;
};
const NOBODY: ReadonlyMap<string, Replayed> = new Map();
const NO_OWNERS: World["callerKeys"] = new Map();
const NOTHING_USED: ReadonlyMap<string, string> = new Map();
const NO_PAUSES: readonly Pause[] = [];

/** As submitting refuses it (`prepare-pending`). */
function lacksKey({ keyParts, contract }: Prepared): boolean {
  const { definition, duplicates } = contract;
  if (keyParts !== null || duplicates.missing !== "refuse") return false;
  return definition.effect !== "read" && definition.mode !== "observe";
}

function rowOf(prepared: Prepared, keyParts: KeyParts | null, submissionId: string) {
  const { identityDigest, stem } = prepared;
  const context: JsonObject = keyParts?.context ?? { submission: submissionId };
  const ownStem = keyParts === null ? submissionId : keyParts === prepared.keyParts ? stem : null;
  return { stem: ownStem ?? deriveStem(keyParts as KeyParts), identityDigest, context };
}

function offerOther(known: Replayed, recorded: RecordedSubmission, prepared: Prepared): void {
  if (recorded.argsDigest === known.recordedDigest) return;
  const { fingerprint, argsDigest, charges } = prepared;
  offer(known, recorded.argsDigest, { submissionId: recorded.id, fingerprint, argsDigest, charges });
}
