/**
 * What would happen, step by step, without writing anything. The same preparation, the same reading and the same gate
 * as submit (`intake/load-turn`, `gate/fold`), so the two cannot disagree; only the locks and the writes are left out.
 */
import { type Folded, foldSubmission } from "@/lib/domain/gate/fold";
import { findCurrent, isOver } from "@/lib/domain/gate/match";
import type { Ids } from "@/lib/domain/gate/world";
import type { Hold } from "@/lib/domain/intent";
import { deriveKey } from "@/lib/domain/key";
import { isPaused } from "@/lib/domain/pause/pause";
import type { Database } from "@/lib/store/database";
import type { IntentRow } from "@/lib/store/intent-row";
import { findIntentRow } from "@/lib/store/intents";
import { NO_LOCKS, type RawTx } from "@/lib/store/raw-transaction";
import type { JumpsAt } from "./clock-watch";
import type { ContractCatalog } from "./contract-catalog";
import { ConflictError } from "./errors";
import { toFate } from "./intake/fold-turn";
import { loadTurn, type Turn } from "./intake/load-turn";
import type { PendingSubmission } from "./intake/pending";
import { isStale, unreadableFor } from "./intake/record-submissions";
import { openWorking, type Working } from "./intake/working";
import { prepareFresh, type Sent } from "./prepare-pending";
import type { Fate } from "./submission-event";

/** The key that it has or would have, and what it is made of. */
type NamedKey = Pick<IntentRow, "key" | "context" | "identity" | "generation">;

export type Explained = {
  pending: PendingSubmission;
  turn: Turn;
  folded: Folded<Working>;
  fate: Fate | null;
  /** The intent it would join, or be refused because of; null: one of its own. */
  joins: Pick<Working, "row"> | null;
  verdict: "clear" | "hold" | "refuse";
  hold: Hold | null;
  /** Null where there is none, or where it is made of the submission's own id and not known before there is one. */
  key: NamedKey | null;
  isPaused: boolean;
};

export type ExplainDeps = { db: Database; catalog: ContractCatalog; jumpsAt?: JumpsAt };

const STALE_RETRIES_MAX = 3;
/** Nothing is made, so nothing is named. */
const NO_IDS: Ids = { intentId: "", submissionId: "", decisionId: "" };

export async function explainIntent(deps: ExplainDeps, sent: Sent): Promise<Explained> {
  for (let turn = 1; ; turn += 1) {
    const pending = await prepareFresh(deps.catalog, sent);
    const explained = await deps.db.rawTransaction(NO_LOCKS, async (tx) => {
      const world = await loadTurn(tx, { ...deps, versionOf: deps.catalog.versionOf }, [pending], { lock: "none" });
      if (isStale(world, pending)) return null;
      const unreadable = unreadableFor(world, pending);
      if (unreadable !== null) throw unreadable;
      return explain(tx, pending, world);
    });
    if (explained !== null) return explained;
    deps.catalog.forget(sent.body.tool);
    if (turn >= STALE_RETRIES_MAX) {
      throw new ConflictError("contract_version_mismatch", "The contract of this tool is being published right now.");
    }
  }
}

async function explain(tx: RawTx, pending: PendingSubmission, turn: Turn): Promise<Explained> {
  const { prepared, agent } = pending;
  const folded = foldSubmission(turn, { prepared, ids: NO_IDS });
  const { joins, ...told } =
    folded.kind === "key_reused" ? await tellOwner(tx, pending, turn, folded.intentId) : tell(pending, turn, folded);
  // Opened, or opened again, it would be this agent's; joined, it stays whose it is.
  const isOwn = joins === null || (folded.kind === "join" && folded.admission !== null);
  const paused = isPaused(turn.pauses, isOwn ? { tool: prepared.contract.tool, agentId: agent.id } : joins.row);
  const fate = folded.kind === "key_reused" ? null : toFate(pending, folded, NO_IDS);
  return { pending, turn, folded, fate, joins, isPaused: paused, ...told };
}

type Told = Pick<Explained, "joins" | "verdict" | "hold" | "key">;

/** The caller's key is taken; whose it is, the turn does not know in full. */
async function tellOwner(tx: RawTx, pending: PendingSubmission, turn: Turn, intentId: string): Promise<Told> {
  const row = await findIntentRow(tx, intentId);
  return { joins: row === null ? null : { row }, verdict: "refuse", hold: null, key: ownKey(pending, turn) };
}

function tell(pending: PendingSubmission, turn: Turn, folded: Exclude<Folded<Working>, { kind: "key_reused" }>): Told {
  if (folded.kind === "refuse") {
    return { joins: folded.known, verdict: "refuse", hold: null, key: ownKey(pending, turn) };
  }
  const { state } = folded.intent;
  const hold = state.kind === "held" ? state.hold : null;
  if (folded.kind === "join") {
    const verdict = hold !== null ? "hold" : state.kind === "refused" || state.kind === "denied" ? "refuse" : "clear";
    return { joins: folded.known, verdict, hold, key: folded.known.row };
  }
  const { intent, keyParts, supersedes, admission } = folded;
  const { row } = openWorking(pending, { intent, keyParts, before: supersedes?.known ?? null, at: turn.at });
  return { joins: null, verdict: admission.verdict.kind, hold, key: keyParts === null ? null : row };
}

/** Refused, it has no intent of its own; this is the key that the next one of its kind would have. */
function ownKey({ prepared }: PendingSubmission, turn: Turn): NamedKey | null {
  const current = findCurrent(turn, prepared);
  if (current !== null && !isOver(current.intent, turn.at)) return current.row;
  if (prepared.keyParts === null) return null;
  const { context, identity } = current?.row ?? prepared.keyParts;
  const generation = (current?.row.generation ?? 0) + 1;
  return { key: deriveKey({ ...prepared.keyParts, context, identity }, generation), context, identity, generation };
}
