/**
 * The downstream is asked whether it acted: reserve (one conditional UPDATE), ask (no transaction), apply (transaction).
 *
 * Q1  The time of asking is the reservation's, by the database's clock: never later than the question itself.
 * Q2  Every answer that says something new is on record; the same answer again is only counted.
 * Q3  An answer that comes after a person resolved the doubt changes nothing, unless it found the effect and the intent
 *     may be sent again: then it ends that (L1). Whatever it contradicts is a finding.
 * Q4  An effect that is another intent's proves nothing about this one: it is an answer without news, and a finding unless
 *     the tool's intents may share effects.
 */
import type { Answered, Question } from "@/lib/connectors/probe";
import type { Actor, AuditEvent } from "@/lib/domain/actor";
import { withJumps } from "@/lib/domain/clock-jumps";
import { digestJson } from "@/lib/domain/digest";
import { isErased } from "@/lib/domain/erased";
import type { IntentEvent, ProbeResult } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import { type Intent, isAnswered } from "@/lib/domain/intent";
import { divergesFrom } from "@/lib/domain/late-settle";
import { transition } from "@/lib/domain/transition/transition";
import type { Database } from "@/lib/store/database";
import type { ReservedProbe } from "@/lib/store/doubts";
import { findOtherOwners } from "@/lib/store/effects";
import { isUnreachable } from "@/lib/store/errors";
import { findingsWrite, keyedFindingsWrite } from "@/lib/store/findings";
import { lockIntentsNow, type StoredIntent, type TermsOf } from "@/lib/store/intents";
import { journalWrite } from "@/lib/store/journal";
import { saveIntents } from "@/lib/store/save-intents";
import { writeTogether } from "@/lib/store/write-together";
import type { JumpsAt } from "./clock-watch";
import type { ContractCatalog } from "./contract-catalog";
import { UnreadableContractError } from "./errors";
import { eventOf } from "./intent-audit";
import { effectLocks, SHARED_EFFECT, sharedEffectFinding } from "./shared-effect";

export type ProbeDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  /** How the store's clock jumped; absent: it never did. */
  jumpsAt?: JumpsAt;
  catalog: Pick<ContractCatalog, "version">;
  ask: (question: Question) => Promise<Answered>;
  workerId: string;
  announce: (intentIds: string[]) => void;
  /** Proven absence may make it due at once. */
  wake: (intentIds: string[]) => void;
  onError: (error: unknown, intentId: string) => void;
};

export async function probeDoubt(deps: ProbeDeps, reserved: ReservedProbe, signal: AbortSignal): Promise<void> {
  const answered = await askDownstream(deps, reserved, signal);
  // Told to stop: what was heard is not an answer of the downstream.
  if (signal.aborted) return;
  const next = await applyAnswer(deps, reserved, answered);
  if (next === null) return;
  // Also where it is still in doubt: those who wait were waiting for this answer.
  if (isAnswered(next.state)) deps.announce([next.id]);
  if (next.state.kind === "cleared") deps.wake([next.id]);
}

async function askDownstream(deps: ProbeDeps, reserved: ReservedProbe, signal: AbortSignal): Promise<Answered> {
  const { intentId, tool, contractVersion, key, args } = reserved;
  try {
    const contract = await deps.catalog.version(tool, contractVersion);
    return await deps.ask({ contract, intentId, key, args, signal });
  } catch (error) {
    if (isUnreachable(error)) throw error;
    deps.onError(error, intentId);
    const why = error instanceof UnreadableContractError ? "contract_unreadable" : "worker_error";
    return { result: { kind: "unknown", why }, exchange: null };
  }
}

/** Null: somebody else was faster. */
async function applyAnswer(deps: ProbeDeps, reserved: ReservedProbe, answered: Answered): Promise<Intent | null> {
  const actor = { kind: "worker", id: deps.workerId } as const;
  const { intentId } = reserved;
  const effectIds = answered.result.kind === "present" ? [answered.result.effectId] : [];
  return deps.db.rawTransaction(effectLocks(effectIds), async (tx) => {
    const [{ stored, at }, owners] = await Promise.all([
      lockIntentsNow(tx, [intentId], deps.termsOf),
      findOtherOwners(
        tx,
        effectIds.map((effectId) => ({ effectId, intentId })),
      ),
    ]);
    const [from] = stored;
    if (from === undefined) return null;
    const [ownerId = null] = owners.values();
    const result = ownerId === null ? keptOf(answered.result, from) : UNTOLD; // Q4
    const about = { askedAt: reserved.askedAtMs, askedArgsDigest: digestJson(reserved.args) };
    const event: IntentEvent = { type: "probe", at, ...about, result };
    const jumps = (await deps.jumpsAt?.(tx, at)) ?? [];
    const decided = transition(withJumps(from.intent, jumps), event);
    const said = {
      ...describe(reserved, { ...answered, result }),
      ...(ownerId === null ? {} : { otherIntentId: ownerId }),
    };
    const shared = effectIds.flatMap((effectId) =>
      ownerId === null || from.intent.terms.sharesEffects
        ? []
        : [sharedEffectFinding(deps.newId, { row: from.row, effectId, ownerId, source: "probe" }, at)],
    );
    // An address may hold values of args, and those may have been erased since it was asked.
    const detail = answered.exchange === null || isErased(from.row) ? {} : { exchange: answered.exchange };
    const contradicted = findingsWrite(lateFindings(deps, from, result, at));
    if (!decided.ok) {
      const late = [{ ...lateAnswer(actor, from, decided.refusal.code, said), detail }];
      await writeTogether(tx.atCommit, [journalWrite(deps.newId, at, late), contradicted]);
      return null;
    }
    const isNew = !decided.notes.some(({ kind }) => kind === "same_answer");
    const more = { ...said, ...countedBefore(from.intent) };
    const events = isNew ? [{ ...eventOf("probe", actor, from, decided.next, more, decided.notes), detail }] : [];
    await saveIntents(
      tx.atCommit,
      [{ from, to: decided.next }],
      [journalWrite(deps.newId, at, events), keyedFindingsWrite(shared), contradicted],
    );
    return decided.next;
  });
}

const UNTOLD: ProbeResult = { kind: "unknown", why: SHARED_EFFECT };

/** Of what was erased meanwhile only the effect's id is kept. */
function keptOf(result: ProbeResult, { row }: StoredIntent): ProbeResult {
  return result.kind === "present" && isErased(row) ? { ...result, result: null } : result;
}

function describe({ askedAtMs }: ReservedProbe, { result }: Answered): Record<string, unknown> {
  return {
    askedAt: new Date(askedAtMs).toISOString(),
    answer: result.kind,
    ...(result.kind === "unknown" && result.why !== undefined ? { why: result.why } : {}),
    ...(result.kind === "present" ? { effectId: result.effectId } : {}),
  };
}

/** Equal answers since the last event, of which there is no other record. */
function countedBefore({ state }: Intent): Record<string, unknown> {
  const repeats = state.kind === "in_doubt" ? (state.probing?.sameCount ?? 1) - 1 : 0;
  return repeats === 0 ? {} : { sameAnswersBefore: repeats };
}

function lateAnswer(actor: Actor, { row }: StoredIntent, refusal: string, said: Record<string, unknown>): AuditEvent {
  const { namespace, id: intentId, tool: subject, state } = row;
  return { type: "probe.late_answer", actor, namespace, intentId, subject, data: { refusal, state, ...said } };
}

function lateFindings({ newId }: ProbeDeps, { row, intent }: StoredIntent, result: ProbeResult, at: number) {
  if (result.kind !== "present" || intent.state.kind === "in_doubt") return [];
  const { effectId } = result;
  const outcome = { class: "success", effectId, result: null } as const;
  if (!divergesFrom(intent, { fence: intent.fence, outcome })) return [];
  const about = { namespace: row.namespace, tool: row.tool, intentId: row.id, submissionId: row.submissionId };
  const data = { effectId, state: row.state, recordedEffectId: row.effectId };
  return [{ id: newId("fnd"), kind: "late_probe", ...about, data, createdAt: new Date(at) }];
}
