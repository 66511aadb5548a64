/**
 * A person says how a doubt ended, with evidence. Where the contract asks for several, each says the same for itself.
 * Locks are taken as intake takes them (key first, then the row), as for a decision.
 */
import type { EventOf } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import type { Claimed } from "@/lib/domain/intent";
import type { Database, Tx } from "@/lib/store/database";
import { findResolution, type Resolution } from "@/lib/store/doubts";
import { lockIntake } from "@/lib/store/intake-read";
import type { IntentRow } from "@/lib/store/intent-row";
import { findIntentRow, type TermsOf } from "@/lib/store/intents";
import { effectLock, takeLocks } from "@/lib/store/locks";
import type { StoredOperator } from "@/lib/store/operators";
import type { ResolutionBody } from "@/lib/wire/doubt";
import { applyEvent } from "./apply-event";
import type { JumpsAt } from "./clock-watch";
import { ConflictError, NotFoundError, RefusedError } from "./errors";
import { inLine } from "./intent-line";
import { findOwner, SHARED_EFFECT } from "./shared-effect";

export type ResolveDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  jumpsAt?: JumpsAt;
  wake: (intentIds: string[]) => void;
  announce: (intentIds: string[]) => void;
};
export type ResolveInput = { operator: StoredOperator; intentId: string; body: ResolutionBody };

export async function resolveDoubt(deps: ResolveDeps, input: ResolveInput): Promise<IntentRow> {
  const { operator, intentId, body } = input;
  const { evidence } = body;
  const said = toClaimed(body);
  const actor = { kind: "operator", id: operator.id } as const;
  const work = inLine(deps.db, intentId, async (tx) => {
    const before = await findIntentRow(tx, intentId);
    if (before === null) throw new NotFoundError("not_found", "There is no such intent.");
    await lockIntake(tx, [before.tool], [before.stem]);
    const { sharesEffects } = await deps.termsOf(tx, before.tool, before.contractVersion);
    if (said.outcome === "executed" && !sharesEffects) await requireOwnEffect(tx, intentId, said.effectId);
    const by = { operatorId: operator.id, role: operator.role };
    const event = (at: number): EventOf<"resolve"> => ({
      type: "resolve",
      at,
      ...by,
      evidence,
      ...said,
      confirmEarly: isConfirmed(body),
    });
    return applyEvent(tx, deps, { intentId, actor, event, data: { ...said }, detail: { evidence } });
  });
  const row = await work.catch((error: unknown) => explain(deps, error));
  if (row.state === "cleared") deps.wake([intentId]);
  if (row.endedAt !== null) deps.announce([intentId]);
  return row;
}

/** Two intents never had one effect, unless its id is that of the thing: who names another's has looked at the wrong one. */
async function requireOwnEffect(tx: Tx, intentId: string, effectId: string): Promise<void> {
  await takeLocks(tx, "pg_advisory_xact_lock", [effectLock(effectId)]);
  const ownerId = await findOwner(tx, intentId, effectId);
  if (ownerId === null) return;
  const message = `The effect ${effectId} belongs to the intent ${ownerId}: it does not prove that this one was executed.`;
  throw new ConflictError(SHARED_EFFECT, message, { intentId: ownerId });
}

function toClaimed(body: ResolutionBody): Claimed {
  if (body.outcome === "executed") return { outcome: "executed", effectId: body.effectId };
  return { outcome: "not_executed", then: body.then ?? "retry" };
}

function isConfirmed(body: ResolutionBody): boolean {
  return body.outcome === "not_executed" && body.confirmEarly === true;
}

/** Whoever comes second is told who or what was first. */
async function explain(deps: ResolveDeps, error: unknown): Promise<never> {
  if (!(error instanceof RefusedError) || error.refusal.code !== "wrong_state") throw error;
  const resolution = await findResolution(deps.db.client, error.intentId);
  if (resolution === null) throw error;
  const message = `${inWords(resolution)} The intent is ${error.refusal.state} now.`;
  throw new ConflictError("already_resolved", message, { intentId: error.intentId });
}

function inWords({ type, at, actorName, data }: Resolution): string {
  const when = at.toISOString();
  const effect = typeof data["effectId"] === "string" ? ` (effect id ${data["effectId"]})` : "";
  if (type === "intent.settle") return `The worker reported the effect${effect} late, at ${when}.`;
  if (type === "intent.probe") {
    const what = data["answer"] === "present" ? `found the effect${effect}` : "found that nothing had happened";
    return `A probe ${what} at ${when}.`;
  }
  const what = data["outcome"] === "executed" ? `it was executed${effect}` : "it was not executed";
  return `${actorName ?? "Somebody"} resolved the doubt at ${when}: ${what}.`;
}
