/**
 * An operator deliberately orders a second effect: the next generation of the same key (DESIGN 11).
 *
 * B1  Only what has ended is bypassed, and once: the lock of the action makes one successor of any number of orders.
 * B2  The order is about one submission's args, which never change: everybody who gives it gives it to the same args.
 * B3  People are counted when the last of them speaks: each another person, still enabled, still with the role.
 * B4  It lifts the duplicate rules and nothing else: policy that refuses, limits and pauses say what they say of an
 *     approval, and it never takes fewer people than policy asks for on these args.
 */
import { strictestBypass } from "@/lib/domain/contract/bypass-rule";
import type { IdPrefix } from "@/lib/domain/id";
import { roleSuffices } from "@/lib/domain/intent";
import { transition } from "@/lib/domain/transition/transition";
import {
  type BypassOrderRow,
  type BypassPerson,
  closeOrder,
  findOpenOrder,
  insertOrder,
  updateOrder,
} from "@/lib/store/bypass-orders";
import type { Database, Tx } from "@/lib/store/database";
import { ConcurrentChangeError } from "@/lib/store/errors";
import { lockIntake } from "@/lib/store/intake-read";
import { databaseNow, findIntentRow, lockIntents, type StoredIntent, type TermsOf } from "@/lib/store/intents";
import { findOperators, type StoredOperator } from "@/lib/store/operators";
import type { BypassBody } from "@/lib/wire/bypass";
import { recordBypass } from "./bypass/audit";
import { openSuccessor } from "./bypass/open-successor";
import { bypassRuleFor } from "./bypass/people-needed";
import { type Chosen, holdOn, loadChosen } from "./chosen-args";
import { ConflictError, NotFoundError, RefusedError } from "./errors";
import type { VersionOf } from "./intake/pending";
import { inLine } from "./intent-line";

/** As long as an approval is waited for (DESIGN 11). */
const ORDER_LASTS_MS = 24 * 3_600_000;

export type BypassDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  versionOf: VersionOf;
  wake: (intentIds: string[]) => void;
};
export type BypassInput = { operator: StoredOperator; intentId: string; body: BypassBody };
/** `successorId` null: more people must say so first. */
export type Bypassed = { successorId: string | null };

export async function bypassIntent(deps: BypassDeps, input: BypassInput): Promise<Bypassed> {
  const done = await inLine(deps.db, input.intentId, (tx) => bypass(tx, deps, input));
  if (done.isDue && done.successorId !== null) deps.wake([done.successorId]);
  return { successorId: done.successorId };
}

async function bypass(tx: Tx, deps: BypassDeps, { operator, intentId, body }: BypassInput) {
  const before = await findIntentRow(tx, intentId);
  if (before === null) throw new NotFoundError("not_found", "There is no such intent.");
  const chosen = await loadChosen(tx, deps.versionOf, before, { submissionId: body.submissionId });
  const buckets = chosen.prepared.charges.map(({ bucket }) => bucket);
  await lockIntake(tx, [before.tool], [before.stem, before.identityDigest, ...buckets]);
  const [stored] = await lockIntents(tx, [intentId], deps.termsOf);
  if (stored === undefined || stored.row.version !== before.version) throw new ConcurrentChangeError("An intent");
  const at = await databaseNow(tx);
  const successorId = deps.newId("int");
  const left = transition(stored.intent, { type: "supersede", at, successorId, why: "bypass" });
  if (!left.ok) throw new RefusedError(left.refusal, intentId);
  const order = await giveOrder(tx, deps, { operator, stored, chosen, reason: body.reason, at });
  const people = await findStanding(tx, order);
  if (people.length < order.peopleNeeded) return { successorId: null, isDue: false };
  const given = { ...order, people };
  const opened = await openSuccessor(tx, deps, { stored, left: left.next, chosen, order: given, operator, at });
  await closeOrder(tx, { id: order.id, as: "given", by: operator.id, at: new Date(at), successorId });
  return { successorId, isDue: opened.state === "cleared" };
}

type Given = { operator: StoredOperator; stored: StoredIntent; chosen: Chosen; reason: string; at: number };

/** Orders it, or confirms what somebody else ordered. */
async function giveOrder(tx: Tx, deps: BypassDeps, given: Given): Promise<BypassOrderRow> {
  const { operator, stored, chosen, reason, at } = given;
  const asked = await ruleFor(tx, deps, given);
  const pending = await findLiveOrder(tx, deps, given);
  const rule = strictestBypass(pending === null ? [asked] : [asked, pending]);
  if (!roleSuffices(operator.role, rule.role)) {
    throw new RefusedError({ code: "role_required", role: rule.role }, stored.row.id);
  }
  const person: BypassPerson = { operatorId: operator.id, reason, at };
  const submissionId = chosen.submission.id;
  if (pending === null) {
    const times = { createdAt: new Date(at), expiresAt: new Date(at + ORDER_LASTS_MS) };
    const ended = { intentId: stored.row.id, endedAt: stored.row.endedAt ?? new Date(at) };
    const order = { id: deps.newId("byp"), ...ended, submissionId, people: [person], ...rule, ...times };
    await insertOrder(tx, order);
    await recordBypass(tx, deps, stored, operator, "ordered", order, at);
    return order;
  }
  requireSameOrder(pending, operator, submissionId);
  const order = { ...pending, ...rule, people: [...pending.people, person] };
  await updateOrder(tx, order);
  await recordBypass(tx, deps, stored, operator, "confirmed", order, at);
  return order;
}

/** Never fewer people than policy asks for on these args (B4). */
async function ruleFor(tx: Tx, deps: BypassDeps, { stored, chosen, at }: Given) {
  const { role, approvalsNeeded } = holdOn(chosen, stored.row, at);
  return bypassRuleFor(tx, deps.versionOf, chosen.prepared.contract, { role, peopleNeeded: approvalsNeeded });
}

/** The order that waits; one that is over, or about an end that is no longer the intent's, is closed as such. */
async function findLiveOrder(tx: Tx, deps: BypassDeps, { stored, operator, at }: Given) {
  const order = await findOpenOrder(tx, stored.row.id);
  if (order === null) return null;
  const isVoid = order.endedAt.getTime() !== stored.row.endedAt?.getTime();
  if (!isVoid && at < order.expiresAt.getTime()) return order;
  const as = isVoid ? "void" : "expired";
  await closeOrder(tx, { id: order.id, as, by: null, at: new Date(at) });
  await recordBypass(tx, deps, stored, operator, as, order, at);
  return null;
}

function requireSameOrder(pending: BypassOrderRow, operator: StoredOperator, submissionId: string): void {
  const { intentId } = pending;
  if (pending.submissionId !== submissionId) {
    const message = `A bypass with the args of ${pending.submissionId} waits for confirmation; this one names ${submissionId}.`;
    throw new ConflictError("bypass_pending", message, { intentId });
  }
  if (pending.people.some(({ operatorId }) => operatorId === operator.id)) {
    throw new RefusedError({ code: "already_approved" }, intentId);
  }
}

/** B3: who left, or lost the role, while the order waited no longer stands behind it. */
async function findStanding(tx: Tx, { people, role }: BypassOrderRow): Promise<BypassPerson[]> {
  const operators = await findOperators(
    tx,
    people.map(({ operatorId }) => operatorId),
  );
  const able = operators.filter((one) => one.disabledAt === null && roleSuffices(one.role, role));
  const ids = new Set(able.map(({ id }) => id));
  return people.filter(({ operatorId }) => ids.has(operatorId));
}
