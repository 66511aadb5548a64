/**
 * Folds one submission into the turn: asks the gate, then moves what is known and what will be written along with its
 * answer, so that the next submission of the same flush meets it (R2).
 */
import type { FollowingEvent, RecordedEvent } from "@/lib/domain/actor";
import { declaredDiffers } from "@/lib/domain/contract/declared-pointer";
import { isErased } from "@/lib/domain/erased";
import type { Admission } from "@/lib/domain/gate/admit";
import { type FieldDifference, materialDifferences } from "@/lib/domain/gate/differences";
import { type Folded, foldSubmission } from "@/lib/domain/gate/fold";
import type { Reading } from "@/lib/domain/gate/reading";
import type { Resemblance, Resembled } from "@/lib/domain/gate/resemble";
import { type Ids, readingFor } from "@/lib/domain/gate/world";
import { useGrant as spendGrant } from "@/lib/domain/grant/grant";
import { sameIdAs } from "@/lib/domain/id";
import { countsTowardLimits } from "@/lib/domain/limits/counting";
import { addDecimals } from "@/lib/domain/limits/decimal";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import { pausesOn } from "@/lib/domain/pause/pause";
import type { NewGrantUse } from "@/lib/store/grants";
import type { IntakeSets } from "@/lib/store/intake-write";
import type { NewReservation } from "@/lib/store/reservations";
import { type Fate, type Grounds, submissionEvent } from "../submission-event";
import { askedBy, driftEvent, keyReusedEvent, openedEvent, supersededEvent } from "./events";
import { groundsOf } from "./grounds";
import type { Turn } from "./load-turn";
import type { PendingSubmission, RecordDeps, Recorded } from "./pending";
import { become, count, openWorking, retire, takeOver, type Working } from "./working";

/** What the flush will write, beyond the intents in the turn. */
export type Writes = Pick<IntakeSets, "callerKeys" | "findings"> & {
  opened: Working[];
  /** Ended earlier and left the live index: no longer under their stem in the turn. */
  superseded: Working[];
  events: RecordedEvent[];
  reservations: NewReservation[];
  grantUses: NewGrantUse[];
};

export function noWrites(): Writes {
  const rows = { callerKeys: [], findings: [], reservations: [], grantUses: [] };
  return { ...rows, opened: [], superseded: [], events: [] };
}

type FoldDeps = Pick<RecordDeps, "newId">;

/** The answer is read when the whole flush is folded: everyone is told the state that was committed. */
export function foldOne(deps: FoldDeps, turn: Turn, writes: Writes, pending: PendingSubmission): () => Recorded {
  const submissionId = deps.newId("sub");
  const ids = { intentId: deps.newId("int"), submissionId, decisionId: sameIdAs("dec", submissionId) };
  const folded = foldSubmission(turn, { prepared: pending.prepared, ids });
  if (folded.kind === "key_reused") {
    const { intentId } = folded;
    // Kept with the intent whose key it is: an operator may ask why an action never came through.
    writes.events.push(keyReusedEvent(pending, intentId, ids.submissionId));
    return () => ({ kind: "refused", code: "idempotency_key_reused", intentId, differences: [] });
  }
  const fate = toFate(pending, folded, ids);
  const asked = writes.events.length;
  const came: Came = { follows: [] };
  const target = apply(deps, turn, writes, pending, folded, ids, fate, came);
  // What was refused is not among the values to choose from: it is as new as before when it comes again.
  if (folded.kind !== "refuse") target.fingerprints.add(pending.prepared.fingerprint);
  // The agent asked before anything came of it.
  writes.events.splice(asked, 0, submissionEvent(askedBy(pending, target.row.id), fate, came));
  const { disposition, differences, resembles, observed } = fate;
  if (folded.kind === "refuse") {
    return () => ({ kind: "refused", code: folded.code, intentId: target.row.id, differences });
  }
  const isNew = folded.kind === "open" || folded.admission !== null;
  return () => ({
    kind: "recorded",
    row: target.row,
    submissionId,
    disposition,
    isNew,
    differences,
    resembles,
    observed,
    pauses: pausesOn(turn.pauses, target.row),
  });
}

/** What is recorded in the row of the submission. */
type Came = { follows: FollowingEvent[]; grounds?: Grounds };

type Met = Exclude<Folded<Working>, { kind: "key_reused" }>;

export function toFate(pending: PendingSubmission, folded: Met, ids: Pick<Ids, "submissionId">): Fate {
  const { submissionId } = ids;
  if (folded.kind === "refuse") {
    const { known, drift, code } = folded;
    const ended = known.row.endedAt !== null || known.row.state === "in_doubt";
    const repeat = ended ? ("replayed" as const) : ("coalesced" as const);
    const disposition =
      code === "idempotency_conflict" ? "drifted" : code === "already_submitted" ? repeat : "lookalike";
    const differences = differencesFrom(pending, known, drift);
    return { submissionId, disposition, refusal: code, differences, resembles: [], observed: null };
  }
  const resembles = folded.resembles.map((resemblance) => toResembled(pending, resemblance));
  const { disposition } = folded;
  if (folded.kind === "join") {
    const differences = differencesFrom(pending, folded.known, folded.drift);
    const observed = folded.admission?.observed ?? null;
    return { submissionId, disposition, refusal: null, differences, resembles, observed };
  }
  const { supersedes, wouldJoin, admission } = folded;
  const drifted = supersedes?.why === "drift" ? supersedes.known : null;
  const differences = drifted === null ? [] : differencesFrom(pending, drifted, readingFor(drifted, pending.prepared));
  const observed = wouldJoin?.observed ?? admission.observed;
  return { submissionId, disposition, refusal: null, differences, resembles, observed };
}

function toResembled(pending: PendingSubmission, { kind, known }: Resemblance<Working>): Resembled {
  const reading = kind === "lookalike" ? null : readingFor(known, pending.prepared);
  return { intentId: known.row.id, kind, differences: differencesFrom(pending, known, reading) };
}

/**
 * Both sides read under the known intent's own version; `reading` is null where nothing is to be compared. Of args that
 * were erased only the digest is left: that they differ can be told, and not in what.
 */
function differencesFrom(pending: PendingSubmission, known: Working, reading: Reading | null): FieldDifference[] {
  if (reading === null || isErased(known.row)) return [];
  const before = normaliseArgs(known.contract.fields, known.row.args);
  const after = { args: pending.prepared.args, material: reading.material };
  return materialDifferences({ args: known.row.args, material: before.ok ? before.material : {} }, after);
}

function apply(
  deps: FoldDeps,
  turn: Turn,
  writes: Writes,
  pending: PendingSubmission,
  folded: Met,
  ids: Ids,
  fate: Fate,
  came: Came,
): Working {
  if (folded.kind === "open") return applyOpen(turn, writes, pending, folded, ids, came);
  count(folded.known);
  if (folded.kind === "refuse") return folded.known;
  return applyJoin(deps, turn, writes, pending, folded, ids, fate, came);
}

function applyOpen(
  turn: Turn,
  writes: Writes,
  pending: PendingSubmission,
  folded: Extract<Met, { kind: "open" }>,
  ids: Ids,
  came: Came,
): Working {
  const { intent, keyParts, supersedes, wouldJoin } = folded;
  // Decision and event say what the submission says.
  const admission = wouldJoin === null ? folded.admission : { ...folded.admission, observed: wouldJoin.observed };
  const opened = openWorking(pending, { intent, keyParts, before: supersedes?.known ?? null, at: turn.at });
  if (supersedes !== null) {
    retire(supersedes, intent.id, turn.at);
    writes.superseded.push(supersedes.known);
    writes.events.push(supersededEvent(supersedes.known, intent.id, supersedes.why));
  }
  const { row } = opened;
  writes.opened.push(opened);
  turn.byStem.set(row.stem, opened);
  turn.byIdentity.set(row.identityDigest, [...(turn.byIdentity.get(row.identityDigest) ?? []), opened]);
  if (row.family !== null) {
    turn.occurrences.set(row.family, Math.max(turn.occurrences.get(row.family) ?? 0, row.occurrence));
  }
  bindCallerKey(turn, writes, pending, opened);
  came.grounds = decide(turn, writes, pending, opened, admission, ids);
  came.follows.push(openedEvent(opened, admission, "intent.opened"));
  return opened;
}

function applyJoin(
  deps: FoldDeps,
  turn: Turn,
  writes: Writes,
  pending: PendingSubmission,
  folded: Extract<Met, { kind: "join" }>,
  ids: Ids,
  fate: Fate,
  came: Came,
): Working {
  const { known, intent, admission, notes } = folded;
  const before = known.intent.state.kind;
  const takesItsArgs = intent.submissionId === ids.submissionId;
  if (intent !== known.intent) become(known, intent, takesItsArgs ? pending.prepared.args : undefined);
  if (takesItsArgs) {
    takeOver(known, pending);
    known.contract = pending.prepared.contract;
    known.readers = [known.contract];
    known.readAs = [known.contract.derivation];
  }
  bindCallerKey(turn, writes, pending, known);
  if (!countsTowardLimits(intent.state.kind)) giveBack(turn, writes, known.row.id);
  if (admission !== null) {
    came.grounds = decide(turn, writes, pending, known, admission, ids);
    came.follows.push(openedEvent(known, admission, "intent.reopened"));
  } else if (intent.state.kind !== before || notes.length > 0) {
    came.follows.push(driftEvent(pending, known, before, notes));
  }
  // One finding for each new set of values, not for each retry of it.
  if (folded.isNovel && notes.some(({ kind }) => kind === "drift_finding")) {
    writes.findings.push({
      id: deps.newId("fnd"),
      kind: "drift",
      namespace: known.row.namespace,
      tool: known.row.tool,
      intentId: known.row.id,
      submissionId: ids.submissionId,
      data: differsIn(pending, fate),
      createdAt: new Date(turn.at),
    });
  }
  return known;
}

/** As the event has it: a finding outlives the args. */
function differsIn({ prepared }: PendingSubmission, { differences }: Fate) {
  const pointers = differences.map(({ pointer }) => pointer);
  return declaredDiffers(prepared.contract.definition.args, pointers);
}

/** Cleared and held again within one flush: it never took anything. What is stored, saving it gives back. */
function giveBack(turn: Turn, writes: Writes, intentId: string): void {
  const given = writes.reservations.filter((row) => row.intentId === intentId);
  if (given.length === 0) return;
  writes.reservations = writes.reservations.filter((row) => row.intentId !== intentId);
  for (const { bucket, amount } of given) {
    turn.used.set(bucket, addDecimals(turn.used.get(bucket) ?? "0", `-${amount}`));
  }
}

function bindCallerKey(turn: Turn, writes: Writes, { prepared }: PendingSubmission, target: Working): void {
  const digest = prepared.callerKey;
  if (digest === null) return;
  const { id: intentId, identityDigest } = target.row;
  const owners = turn.callerKeys.get(digest) ?? [];
  if (owners.some((owner) => owner.intentId === intentId)) return;
  turn.callerKeys.set(digest, [...owners, { intentId, identityDigest }]);
  writes.callerKeys.push({ digest, intentId, identityDigest });
}

/** The decision, and what it takes with it: a use of a grant, a share of each limit. */
function decide(
  turn: Turn,
  writes: Writes,
  pending: PendingSubmission,
  target: Working,
  admission: Admission,
  ids: Ids,
): Grounds {
  const { at } = turn;
  const { grantUse } = admission;
  const intentId = target.row.id;
  const grounds = groundsOf(pending, admission, target.row.submissionCount);
  if (grantUse !== null) {
    const { grant, amount, currency } = grantUse;
    const used = spendGrant(grant, { amount, currency });
    turn.grants = turn.grants.map((one) => (one.id === grant.id ? used : one));
    writes.grantUses.push({ grantId: grant.id, decisionId: ids.decisionId, intentId, amount, currency, atMs: at });
  }
  if (target.intent.state.kind !== "cleared") return grounds;
  const taken = new Map(pending.prepared.charges.map(({ bucket, amount }) => [bucket, amount]));
  for (const [bucket, amount] of taken) {
    turn.used.set(bucket, addDecimals(turn.used.get(bucket) ?? "0", amount));
    writes.reservations.push({ intentId, bucket, amount, atMs: at });
  }
  return grounds;
}
