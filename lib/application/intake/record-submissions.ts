/**
 * Intake's one transaction: many submissions, one commit (DESIGN 9).
 *
 *   lock the stems, in order → read what is live → fold each submission in order → write sets
 *
 * R1  The decision and its record are one atomic step: nobody else can see or change a stem while it is folded.
 * R2  The same stem several times in one batch, with other amounts, is the normal case: each sees the one before.
 * R3  An answer is given only for what was committed (L2).
 */
import type { AuditEvent } from "@/lib/domain/actor";
import type { Disposition } from "@/lib/domain/event";
import { type FieldDifference, materialDifferences } from "@/lib/domain/gate/differences";
import { type Folded, foldSubmission } from "@/lib/domain/gate/fold";
import type { Prepared } from "@/lib/domain/gate/prepare";
import { recordEvents } from "@/lib/store/audit";
import { DECISIONS, insertRows, SUBMISSIONS } from "@/lib/store/columns";
import { activeVersions } from "@/lib/store/contracts";
import type { Tx } from "@/lib/store/database";
import { insertIntents, lockStems, saveIntents } from "@/lib/store/intents";
import { driftEvent, policyEvent, submittedEvent } from "./events";
import type { Ids, PendingSubmission, RecordDeps, Recorded } from "./pending";
import { type DecisionValues, policyDecision, type SubmissionValues, submissionRow } from "./rows";
import { become, loadWorking, openWorking, retire, type Working } from "./working";

/** One turn of intake: what is known, and what will be written. */
type Turn = {
  tx: Tx;
  deps: RecordDeps;
  at: number;
  /** By stem; the newest generation only. */
  live: Map<string, Working>;
  opened: Working[];
  superseded: Working[];
  submissions: SubmissionValues[];
  decisions: DecisionValues[];
  events: AuditEvent[];
};

export async function recordSubmissions(deps: RecordDeps, batch: PendingSubmission[]): Promise<Recorded[]> {
  return deps.db.transaction(async (tx) => {
    const stems = batch.flatMap(({ prepared }) => (prepared.stem === null ? [] : [prepared.stem]));
    const at = await lockStems(tx, stems);
    const active = await activeVersions(tx, [...new Set(batch.map(({ prepared }) => prepared.contract.tool))]);
    const live = await loadWorking(tx, deps, batch);
    const turn: Turn = { tx, deps, at, live, opened: [], superseded: [], submissions: [], decisions: [], events: [] };
    const answers: (() => Recorded)[] = [];
    for (const pending of batch) {
      const { tool, version } = pending.prepared.contract;
      const isStale = active.get(tool) !== version;
      answers.push(isStale ? () => ({ kind: "stale_contract" }) : await foldOne(turn, pending));
    }
    await writeTurn(tx, turn);
    return answers.map((answer) => answer());
  });
}

async function foldOne(turn: Turn, pending: PendingSubmission): Promise<() => Recorded> {
  const { prepared } = pending;
  const { deps, at } = turn;
  const current = (prepared.stem === null ? undefined : turn.live.get(prepared.stem)) ?? null;
  const ids = { intentId: deps.newId("int"), submissionId: deps.newId("sub"), decisionId: deps.newId("dec") };
  const folded = foldSubmission({
    prepared,
    current: current?.intent ?? null,
    submissionCount: current?.row.submissionCount ?? 0,
    novel: current === null || !current.fingerprints.has(prepared.fingerprint),
    ...ids,
    at,
  });
  const fate = {
    submissionId: ids.submissionId,
    disposition: dispositionOf(folded, current),
    refusal: folded.kind === "refuse" ? folded.code : null,
    differences: await differencesOf(turn, current, prepared),
  };
  const target =
    folded.kind === "open"
      ? openFolded(turn, pending, folded, ids, current)
      : joinFolded(turn, pending, folded, ids, current);
  target.fingerprints.add(prepared.fingerprint);
  turn.submissions.push(submissionRow(pending, target, fate, at));
  turn.events.push(submittedEvent(pending, target, fate));
  const { submissionId, disposition, differences } = fate;
  if (folded.kind === "refuse") {
    return () => ({ kind: "refused", code: folded.code, intentId: target.row.id, differences });
  }
  // The row is read when the whole batch is folded: everyone is told the state that was committed.
  return () => ({ kind: "recorded", row: target.row, submissionId, disposition, differences });
}

async function differencesOf(
  { tx, deps }: Turn,
  current: Working | null,
  prepared: Prepared,
): Promise<FieldDifference[]> {
  if (current === null || current.intent.fingerprint === prepared.fingerprint) return [];
  const { row } = current;
  return materialDifferences(await deps.materialOf(tx, row.tool, row.contractVersion, row.args), prepared.material);
}

function dispositionOf(folded: Folded, current: Working | null): Disposition {
  if (folded.kind === "open") return "created";
  if (folded.kind === "join") return folded.disposition;
  if (folded.code === "idempotency_conflict") return "drifted";
  return current?.row.endedAt === null ? "coalesced" : "replayed";
}

function openFolded(
  turn: Turn,
  pending: PendingSubmission,
  folded: Extract<Folded, { kind: "open" }>,
  ids: Ids,
  current: Working | null,
): Working {
  if (current !== null && folded.supersedes !== null) {
    retire(current, folded.intent.id, folded.supersedes.why, turn.at);
    turn.superseded.push(current);
  }
  const opened = openWorking(pending, folded.intent, current, turn.at);
  turn.opened.push(opened);
  turn.live.set(opened.row.stem, opened);
  turn.decisions.push(policyDecision(folded.intent, folded.policy, ids, turn.at));
  turn.events.push(policyEvent(opened, folded.policy, "intent.opened"));
  return opened;
}

function joinFolded(
  turn: Turn,
  pending: PendingSubmission,
  folded: Exclude<Folded, { kind: "open" }>,
  ids: Ids,
  current: Working | null,
): Working {
  if (current === null) throw new TypeError("Only a live intent can be joined.");
  const submissionCount = current.row.submissionCount + 1;
  if (folded.kind === "refuse") {
    become(current, current.intent, { submissionCount });
    return current;
  }
  const before = current.intent.state.kind;
  const takesItsArgs = folded.intent.submissionId === ids.submissionId;
  become(current, folded.intent, takesItsArgs ? { submissionCount, args: pending.prepared.args } : { submissionCount });
  if (folded.policy !== null) {
    turn.decisions.push(policyDecision(folded.intent, folded.policy, ids, turn.at));
    turn.events.push(policyEvent(current, folded.policy, "intent.reopened"));
  } else if (folded.intent.state.kind !== before || folded.notes.length > 0) {
    turn.events.push(driftEvent(pending, current, before, folded.notes));
  }
  return current;
}

async function writeTurn(tx: Tx, turn: Turn): Promise<void> {
  const changes = [...turn.superseded, ...turn.live.values()].flatMap(({ stored, intent, row, changed }) =>
    stored === null || !changed
      ? []
      : [{ from: stored, to: intent, args: row.args, submissionCount: row.submissionCount }],
  );
  // Before the inserts: a predecessor must have left the live index when its successor arrives.
  await saveIntents(tx, changes);
  await insertIntents(
    tx,
    turn.opened.map(({ row }) => row),
  );
  await insertRows(tx, "submissions", SUBMISSIONS, turn.submissions);
  await insertRows(tx, "decisions", DECISIONS, turn.decisions);
  await recordEvents(tx, turn.deps.newId, turn.at, turn.events);
}
