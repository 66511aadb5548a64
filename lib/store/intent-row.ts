/** A row of `intents` ↔ the domain's intent. The union lives in the domain; here it is spread over columns. */
import {
  type ClearedBy,
  type Failure,
  type Hold,
  hasEnded,
  type Intent,
  type State,
  type StateOf,
  type Terms,
} from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";

export type IntentRow = {
  id: string;
  namespace: string;
  tool: string;
  effect: string;
  stem: string;
  key: string;
  generation: number;
  context: JsonObject;
  identity: JsonObject;
  identityDigest: string;
  agentId: string;
  run: string | null;
  step: string | null;
  session: string | null;
  callerKey: string | null;
  derivation: string;
  occurrence: number;
  family: string | null;
  predecessorId: string | null;
  createdAt: Date;
} & ChangingColumns;

export type ChangingColumns = {
  contractVersion: number;
  fingerprint: string;
  args: JsonObject;
  argsDigest: string;
  submissionId: string;
  submissionCount: number;
  state: State["kind"];
  hold: StoredHold | null;
  holdExpiresAt: Date | null;
  clearedBy: ClearedBy | null;
  decidedDigest: string | null;
  dueAt: Date | null;
  undoUntil: Date | null;
  attemptId: string | null;
  attemptStartedAt: Date | null;
  leaseUntil: Date | null;
  fence: number;
  countedCount: number;
  mayHaveActed: boolean;
  firstStartedAt: Date | null;
  lastEndedAt: Date | null;
  doubtSince: Date | null;
  probeAt: Date | null;
  doubt: StoredDoubt | null;
  result: unknown;
  effectId: string | null;
  correctiveAction: string | null;
  failure: Failure | null;
  transient: boolean | null;
  endedBy: string | null;
  endedReason: string | null;
  endedAt: Date | null;
  windowEndsAt: Date | null;
  successorId: string | null;
  version: number;
};

/**
 * The hold as JSON; its expiry is a column of its own while it holds, and is kept here for an undo. Rows written before
 * clocks could stop lack their start and whether people were told.
 */
type StoredHold = Omit<Hold, "since" | "escalatedAt"> & Partial<Pick<Hold, "since" | "escalatedAt">>;

/** What is known about a doubt beside its columns; null: nothing yet. */
export type StoredDoubt = Pick<StateOf<"in_doubt">, "probing" | "statements">;

/** What every reader of an intent has of it, and of the rest what its state may fill. */
export type ReadRow = Pick<IntentRow, "id" | "tool" | "agentId" | "version" | "state"> & Partial<IntentRow>;

/** A hold without a start began no earlier than its intent. */
export function holdOf({ hold, createdAt }: Pick<IntentRow, "hold" | "createdAt">): Hold | null {
  if (hold === null) return null;
  return { ...hold, since: hold.since ?? createdAt.getTime(), escalatedAt: hold.escalatedAt ?? null };
}

/** `isAnswered` of the domain, without the terms of its contract. */
export function isAnsweredRow({ state, endedAt, probeAt, doubt }: IntentRow): boolean {
  if (state !== "in_doubt") return endedAt !== null;
  return probeAt === null || (doubt?.probing ?? null) !== null;
}

type Told = "id" | "contractVersion" | "submissionId" | "fingerprint" | "argsDigest" | "fence" | "countedCount";
type RowOfIntent = Pick<IntentRow, Told | "mayHaveActed" | "firstStartedAt" | "lastEndedAt" | "successorId" | "state"> &
  Pick<IntentRow, "createdAt" | "hold"> &
  Partial<ChangingColumns>;

/** Of a row that was read in part, what is left out must be null in its state. */
export function toIntent(row: RowOfIntent, terms: Terms): Intent {
  return {
    id: row.id,
    contractVersion: row.contractVersion,
    terms,
    submissionId: row.submissionId,
    fingerprint: row.fingerprint,
    argsDigest: row.argsDigest,
    fence: row.fence,
    attempts: {
      countedCount: row.countedCount,
      mayHaveActed: row.mayHaveActed,
      firstStartedAt: row.firstStartedAt?.getTime() ?? null,
      lastEndedAt: row.lastEndedAt?.getTime() ?? null,
    },
    successorId: row.successorId,
    state: toState(row),
  };
}

function toState(row: RowOfIntent): State {
  switch (row.state) {
    case "refused":
      return { kind: "refused", rule: must(row.endedBy), reason: must(row.endedReason), endedAt: ms(row.endedAt) };
    case "held":
      return { kind: "held", hold: must(holdOf(row)) };
    case "cleared":
      return {
        kind: "cleared",
        clearedBy: must(row.clearedBy),
        argsDigest: must(row.decidedDigest),
        dueAt: ms(row.dueAt),
        undoUntil: row.undoUntil?.getTime() ?? null,
        lifted: holdOf(row),
      };
    case "executing":
      return {
        kind: "executing",
        clearedBy: must(row.clearedBy),
        argsDigest: must(row.decidedDigest),
        attemptId: must(row.attemptId),
        startedAt: ms(row.attemptStartedAt),
        leaseUntil: ms(row.leaseUntil),
        lifted: holdOf(row),
      };
    case "succeeded":
      return { kind: "succeeded", effectId: row.effectId ?? null, result: row.result, endedAt: ms(row.endedAt) };
    case "partial":
      return {
        kind: "partial",
        effectId: must(row.effectId),
        result: row.result,
        correctiveAction: must(row.correctiveAction),
        endedAt: ms(row.endedAt),
      };
    case "failed":
      return { kind: "failed", transient: must(row.transient), failure: must(row.failure), endedAt: ms(row.endedAt) };
    case "denied":
      return { kind: "denied", operatorId: must(row.endedBy), reason: must(row.endedReason), endedAt: ms(row.endedAt) };
    case "expired":
      return { kind: "expired", endedAt: ms(row.endedAt) };
    case "withdrawn":
      return { kind: "withdrawn", reason: row.endedReason ?? null, endedAt: ms(row.endedAt) };
    case "in_doubt":
      return {
        kind: "in_doubt",
        clearedBy: must(row.clearedBy),
        argsDigest: must(row.decidedDigest),
        since: ms(row.doubtSince),
        failure: must(row.failure),
        nextProbeAt: row.probeAt?.getTime() ?? null,
        probing: row.doubt?.probing ?? null,
        statements: row.doubt?.statements ?? [],
        lifted: holdOf(row),
      };
  }
}

type StateColumns = Omit<ChangingColumns, "args" | "submissionCount" | "version">;

/**
 * Every changing column but args, counts and version: a state that is left leaves nothing behind. Made some four times an
 * intent: one literal with every column, filled by its state, so that all of them have one shape.
 */
export function toColumns(intent: Intent, dueBefore: Date | null): StateColumns {
  const { state, attempts } = intent;
  const endedAt = hasEnded(state) ? state.endedAt : null;
  const columns: StateColumns = {
    contractVersion: intent.contractVersion,
    fingerprint: intent.fingerprint,
    argsDigest: intent.argsDigest,
    submissionId: intent.submissionId,
    state: state.kind,
    fence: intent.fence,
    countedCount: attempts.countedCount,
    mayHaveActed: attempts.mayHaveActed,
    firstStartedAt: at(attempts.firstStartedAt),
    lastEndedAt: at(attempts.lastEndedAt),
    successorId: intent.successorId,
    endedAt: at(endedAt),
    windowEndsAt: endedAt === null ? null : new Date(endedAt + intent.terms.windowMs),
    hold: null,
    holdExpiresAt: null,
    clearedBy: null,
    decidedDigest: null,
    dueAt: null,
    undoUntil: null,
    attemptId: null,
    attemptStartedAt: null,
    leaseUntil: null,
    doubtSince: null,
    probeAt: null,
    doubt: null,
    result: null,
    effectId: null,
    correctiveAction: null,
    failure: null,
    transient: null,
    endedBy: null,
    endedReason: null,
  };
  fill(columns, state, dueBefore);
  return columns;
}

function fill(columns: StateColumns, state: State, dueBefore: Date | null): void {
  switch (state.kind) {
    case "refused":
      columns.endedBy = state.rule;
      columns.endedReason = state.reason;
      return;
    case "held":
      columns.hold = state.hold;
      columns.holdExpiresAt = at(state.hold.expiresAt);
      return;
    case "cleared":
      fillCleared(columns, state);
      columns.dueAt = at(state.dueAt);
      columns.undoUntil = at(state.undoUntil);
      return;
    case "executing":
      fillCleared(columns, state);
      // The due time stays as it was: a claim need not write it.
      columns.dueAt = dueBefore ?? at(state.startedAt);
      columns.attemptId = state.attemptId;
      columns.attemptStartedAt = at(state.startedAt);
      columns.leaseUntil = at(state.leaseUntil);
      return;
    case "succeeded":
      columns.effectId = state.effectId;
      columns.result = state.result;
      return;
    case "partial":
      columns.effectId = state.effectId;
      columns.result = state.result;
      columns.correctiveAction = state.correctiveAction;
      return;
    case "failed":
      columns.failure = state.failure;
      columns.transient = state.transient;
      return;
    case "denied":
      columns.endedBy = state.operatorId;
      columns.endedReason = state.reason;
      return;
    case "expired":
      return;
    case "withdrawn":
      columns.endedReason = state.reason;
      return;
    case "in_doubt": {
      const { probing, statements } = state;
      fillCleared(columns, state);
      columns.failure = state.failure;
      columns.doubtSince = at(state.since);
      columns.probeAt = at(state.nextProbeAt);
      columns.doubt = probing === null && statements.length === 0 ? null : { probing, statements };
    }
  }
}

/** Who cleared it, and for which args: kept while it runs and while it is in doubt. */
function fillCleared(columns: StateColumns, state: StateOf<"cleared" | "executing" | "in_doubt">): void {
  columns.clearedBy = state.clearedBy;
  columns.decidedDigest = state.argsDigest;
  columns.hold = state.lifted;
}

function at(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

function ms(date: Date | null | undefined): number {
  return must(date).getTime();
}

/** The table's CHECK constraints promise these columns; a row without them is a corrupt store, not a normal case. */
function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new TypeError("An intent's row lacks a column that its state requires.");
  return value;
}
