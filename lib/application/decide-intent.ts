/**
 * A person approves or denies, bound to the digest of the args on the screen (L10).
 *
 * D0  The digest names what will run: of a chosen submission, that submission's. No other digest stands in for it.
 * D1  Locks are taken as intake takes them (key and limits first, then the row), so that the two never wait for each
 *     other in a circle.
 * D2  Clearing takes its share of every limit in the same transaction; one that asks for a person must have been seen
 *     by that person.
 */
import { crashPoint } from "@/lib/config/crash-point";
import type { IntentEvent } from "@/lib/domain/event";
import { type IdPrefix, sameIdAs } from "@/lib/domain/id";
import type { LimitCharge } from "@/lib/domain/limits/charges";
import type { Database, Tx } from "@/lib/store/database";
import { lockIntake } from "@/lib/store/intake-read";
import { holdOf, type IntentRow } from "@/lib/store/intent-row";
import { databaseNow, findIntentRow, type TermsOf } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import { insertReservations } from "@/lib/store/reservations";
import type { DecisionBody } from "@/lib/wire/decision";
import { applyEvent } from "./apply-event";
import { type Chosen, holdOn, loadChosen } from "./chosen-args";
import { InvalidError, NotFoundError, RefusedError } from "./errors";
import type { VersionOf } from "./intake/pending";
import { inLine } from "./intent-line";
import { editedSubmission } from "./operator-submission";
import { findOverLimit } from "./over-limit";
import { sayWhoWasFirst } from "./say-who-was-first";

export type DecideDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  versionOf: VersionOf;
  wake: (intentIds: string[]) => void;
  announce: (intentIds: string[]) => void;
};
export type DecideInput = { operator: StoredOperator; intentId: string; body: DecisionBody };

type Decided = { event: IntentEvent; chosen: Chosen | null; charges: LimitCharge[] };

export async function decideIntent(deps: DecideDeps, input: DecideInput): Promise<IntentRow> {
  const { intentId, body } = input;
  requireComplete(body);
  const row = await decide(deps, input).catch((error: unknown) => sayWhoWasFirst(deps.db, error));
  if (row.state === "cleared") crashPoint("decided");
  if (row.state === "cleared") deps.wake([intentId]);
  if (row.endedAt !== null) deps.announce([intentId]);
  return row;
}

async function decide(deps: DecideDeps, input: DecideInput): Promise<IntentRow> {
  const { operator, intentId, body } = input;
  return inLine(deps.db, intentId, async (tx) => {
    const before = await findIntentRow(tx, intentId);
    if (before === null) throw new NotFoundError("not_found", "There is no such intent.");
    // In the order in which they are told: what an operator edited comes before the approval of it.
    const ids = { submissionId: deps.newId("sub"), decisionId: deps.newId("dec") };
    const { decisionId } = ids;
    const decided =
      body.verdict === "deny" || before.state !== "held"
        ? await decideSimply(tx, input, before, decisionId)
        : await decideYes(tx, deps, input, before, ids);
    const { event, chosen } = decided;
    const actor = { kind: "operator", id: operator.id } as const;
    const changed = chosen === null || chosen.kind === "current" ? null : chosen.prepared;
    const change = { event, args: changed?.args, expected: before.version };
    const submissionId = changed === null ? before.submissionId : submissionOf(event);
    const data = { decisionId, ...chosenBy(body), submissionId };
    const detail = body.reason === undefined || body.reason === "" ? {} : { reason: body.reason };
    // The decision is read from the row of its event.
    const id = sameIdAs("evt", decisionId);
    const applied = await applyEvent(tx, deps, { id, intentId, actor, ...change, data, detail });
    if (applied.state === "cleared") {
      const taken = decided.charges.map(({ bucket, amount }) => ({ intentId, bucket, amount, atMs: event.at }));
      await insertReservations(tx, taken);
    }
    return applied;
  });
}

/** A no needs no limits, and a yes to what is not held is only refused. */
async function decideSimply(
  tx: Tx,
  { operator, body }: DecideInput,
  before: IntentRow,
  decisionId: string,
): Promise<Decided> {
  const { argsDigest } = body;
  const by = { at: await databaseNow(tx), operatorId: operator.id, role: operator.role, decisionId };
  const event: IntentEvent =
    body.verdict === "approve"
      ? { type: "approve", ...by, argsDigest: argsDigest ?? "", ...holdSeen(body, before) }
      : { type: "deny", ...by, reason: body.reason ?? "", ...(argsDigest === undefined ? {} : { argsDigest }) };
  return { event, chosen: null, charges: [] };
}

/**
 * What was seen is what is stored. After a pause the transition is given a hold whose clock was read just now, and that
 * begins there: the one on the screen is compared here, and named only if it is another one.
 */
function holdSeen({ heldSince }: DecisionBody, before: IntentRow): { heldSince?: number } {
  const seen = heldSince === undefined ? undefined : Date.parse(heldSince);
  return seen === undefined || seen === holdOf(before)?.since ? {} : { heldSince: seen };
}

async function decideYes(
  tx: Tx,
  deps: DecideDeps,
  { operator, body }: DecideInput,
  before: IntentRow,
  ids: { submissionId: string; decisionId: string },
): Promise<Decided> {
  const chosen = await loadChosen(tx, deps.versionOf, before, body);
  // What was not on the screen is refused as such, before policy and limits have a word.
  requireSeen(chosen, before, body);
  const { charges } = chosen.prepared;
  await lockIntake(tx, [before.tool], [before.stem, ...charges.map(({ bucket }) => bucket)]);
  const at = await databaseNow(tx);
  const overLimit = await findOverLimit(tx, charges, before.id, at);
  const by = { operatorId: operator.id, role: operator.role, decisionId: ids.decisionId, at };
  const common = {
    type: "approve",
    ...by,
    ...holdSeen(body, before),
    ...(overLimit === null ? {} : { overLimit }),
  } as const;
  if (chosen.kind === "current") {
    return { event: { ...common, argsDigest: before.argsDigest }, chosen, charges };
  }
  const submissionId = chosen.kind === "variant" ? chosen.submission.id : ids.submissionId;
  if (chosen.kind === "edited") {
    await recordEvents(tx, deps.newId, at, [editedSubmission(submissionId, { chosen, operator }, before)]);
  }
  const { fingerprint, argsDigest, contract } = chosen.prepared;
  const proposal = { submissionId, fingerprint, argsDigest, contractVersion: contract.version, terms: contract.terms };
  const event = { ...common, argsDigest, variant: { proposal, hold: holdOn(chosen, before, at) } };
  return { event, chosen, charges };
}

/**
 * D0. An edit carries what will run in the decision itself: there the digest of what was edited says as much. The row is
 * not locked yet; what is decided is applied to the version that was compared here, or not at all.
 */
function requireSeen({ kind, prepared }: Chosen, before: IntentRow, { argsDigest, replaces }: DecisionBody): void {
  const runs = kind === "current" ? before.argsDigest : prepared.argsDigest;
  const isSeen = argsDigest === runs || (kind === "edited" && argsDigest === before.argsDigest);
  if (isSeen && (replaces === undefined || replaces === before.argsDigest)) return;
  throw new RefusedError({ code: "args_changed", argsDigest: before.argsDigest }, before.id);
}

/** Whose args they are, where they are not those that would have run. */
function chosenBy(body: DecisionBody): { edited?: true; chosen?: true } {
  if (body.args !== undefined) return { edited: true };
  return body.submissionId === undefined ? {} : { chosen: true };
}

function submissionOf(event: IntentEvent): string | null {
  return event.type === "approve" ? (event.variant?.proposal.submissionId ?? null) : null;
}

function requireComplete(body: DecisionBody): void {
  if (body.verdict === "approve" && body.argsDigest === undefined) {
    const message = "To approve, name the digest of the args that were on the screen.";
    throw new InvalidError("invalid_request", message, [{ pointer: "/argsDigest", message }]);
  }
  if (body.verdict === "deny" && (body.reason === undefined || body.reason === "")) {
    const message = "A denial needs a reason; it goes back to the agent.";
    throw new InvalidError("invalid_request", message, [{ pointer: "/reason", message }]);
  }
}
