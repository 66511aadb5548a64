/**
 * What an intent is, as data. Everything that decides about it lives in `transition/`; nothing here has behaviour
 * beyond reading the union. Instants are epoch milliseconds of the database's clock, durations end in `Ms`.
 */

export type Role = "viewer" | "approver" | "admin";

export type HoldReason =
  | "approval"
  | "drift"
  | "lookalike"
  | "variant"
  | "denied_before"
  | "missing_key"
  | "limit"
  | "paused"
  | "configuration";

/** Approvals count only for the digest they name: choosing or drifting to other args voids them by itself (L10). */
export type Approval = { operatorId: string; decisionId: string; argsDigest: string; at: number };

export type Hold = {
  reasons: HoldReason[];
  /** The policy rule that asked for the hold, as the owner wrote it. */
  rule: string | null;
  approvalsNeeded: number;
  /** The least role that may decide: the strictest over all reasons. */
  role: Role;
  approvals: Approval[];
  /** From when its clock runs; a pause stops the clock (`pause/hold-clock`). */
  since: number;
  expiresAt: number;
  /** When people were told that it nears its end; null: not yet. */
  escalatedAt: number | null;
  /** For `configuration`: what is missing, in a sentence for operators. */
  detail?: string;
  /** The intents about the same thing that people denied, the last one first; absent: none. */
  deniedBefore?: string[];
};

export type ClearedBy =
  | { kind: "policy"; rule: string; decisionId: string }
  | { kind: "grant"; grantId: string; decisionId: string }
  | { kind: "operators"; operatorIds: string[]; decisionId: string };

/** What the agent is told when there is no result. `code` is stable, the sentences are for people and models. */
export type Failure = { code: string; message: string; correctiveAction?: string };

export type State =
  | { kind: "refused"; rule: string; reason: string; endedAt: number }
  | { kind: "held"; hold: Hold }
  | {
      kind: "cleared";
      clearedBy: ClearedBy;
      /** The args that were decided on; a claim compares it with what would run (L3). */
      argsDigest: string;
      dueAt: number;
      /** Until when the approving click can be taken back; null when a policy or grant cleared it. */
      undoUntil: number | null;
      /** The hold that was lifted: what an undo, or a drift, returns to. */
      lifted: Hold | null;
    }
  | {
      kind: "executing";
      clearedBy: ClearedBy;
      argsDigest: string;
      attemptId: string;
      startedAt: number;
      leaseUntil: number;
      lifted: Hold | null;
    }
  | { kind: "succeeded"; effectId: string | null; result: unknown; endedAt: number }
  | { kind: "partial"; effectId: string; result: unknown; correctiveAction: string; endedAt: number }
  | { kind: "failed"; transient: boolean; failure: Failure; endedAt: number }
  | { kind: "denied"; operatorId: string; reason: string; endedAt: number }
  | { kind: "expired"; endedAt: number }
  | { kind: "withdrawn"; reason: string | null; endedAt: number }
  | {
      kind: "in_doubt";
      clearedBy: ClearedBy;
      argsDigest: string;
      since: number;
      failure: Failure;
      /** When to ask the downstream again; null where the contract declares no probe. */
      nextProbeAt: number | null;
      /** What asking has brought so far; null: nobody has answered yet. */
      probing: Probing | null;
      /** What people said that is not enough yet, or that somebody contradicted. */
      statements: Statement[];
      /** The hold that was lifted: whatever holds it again later asks for no less. */
      lifted: Hold | null;
    };

/** The downstream's last answer to a probe that proved nothing. Equal answers in a row are counted, not repeated. */
export type Probing = {
  said: "absent" | "unknown";
  /** Why an answer says nothing: a short code. */
  why: string | null;
  at: number;
  /** When it was asked for; absent: a release before this member wrote it. */
  askedAt?: number;
  askedCount: number;
  sameCount: number;
};

/** What a person vouches for. Two say the same when outcome, effect id and `then` agree. */
export type Claimed = { outcome: "executed"; effectId: string } | { outcome: "not_executed"; then: "retry" | "fail" };
/** `insisted`: said before an absence can be proved, by a person who was told so. */
export type Statement = Claimed & {
  operatorId: string;
  evidence: string;
  at: number;
  voided: boolean;
  insisted?: true;
};

export type StateKind = State["kind"];
export type StateOf<K extends StateKind> = Extract<State, { kind: K }>;

/** What the attempts so far, taken together, allow us to say about the world (L5). */
export type AttemptRecord = {
  /** Attempts that used up retry budget since the last decision to run. */
  countedCount: number;
  /** Some attempt may have acted, and no probe or person has proved otherwise since: the args are frozen. */
  mayHaveActed: boolean;
  /** Start of the first attempt that is not proven `not_sent`: from here the downstream's window is counted. */
  firstStartedAt: number | null;
  /** When the last attempt ended; later than that while a function that it started still runs (`STILL_ACTS_MS`). */
  lastEndedAt: number | null;
};

/** The part of the contract version that the state machine obeys. */
export type Terms = {
  /** A read: doing it twice is as good as once, so an unknown outcome is no doubt. */
  harmless: boolean;
  /** Two intents may rightly name one effect: what is declared idempotent, or has an id that the caller chose. */
  sharesEffects: boolean;
  undoMs: number;
  windowMs: number;
  timeoutMs: number;
  retries: { max: number; baseMs: number; capMs: number };
  /** How long the downstream honours the key; null: it does not. */
  honoursKeyMs: number | null;
  probe: { absentAfterMs: number } | null;
  /** Who may say how a doubt ended, and how many people must say the same. */
  resolution: { role: Role; approvals: number };
  /** How far the clock may have run ahead of steady time since the attempt began, or ended (`clock-jumps`); on no record. */
  clockAheadMs?: number;
};

export type Intent = {
  id: string;
  contractVersion: number;
  terms: Terms;
  /** The submission whose args would run. */
  submissionId: string;
  fingerprint: string;
  argsDigest: string;
  /** Grows by one with each claim and never shrinks; a settle must name it. */
  fence: number;
  attempts: AttemptRecord;
  successorId: string | null;
  state: State;
};

export const NO_ATTEMPTS: AttemptRecord = {
  countedCount: 0,
  mayHaveActed: false,
  firstStartedAt: null,
  lastEndedAt: null,
};

/** The lease outlives the request's deadline by this much, so that a settle on time never meets a lost lease. */
export const LEASE_MARGIN_MS = 15_000;

/** We stop trusting the downstream's memory of a key this long before its own window ends: its clock is not ours. */
export const HONOUR_MARGIN_MS = 5_000;

/** Code of the doubt that begins when the store turns out to have gone back in time. */
export const STORE_RESTORED = "store_restored";
/** How long a hold lasts that no policy rule timed: drift, missing key, configuration and the like. */
export const OTHER_HOLD_MS = 7 * 86_400_000;

/** So long after the last attempt a request may still land, unless the contract says otherwise or its time-out is longer. */
export const ABSENT_AFTER_MS = 120_000;

/** For so long a worker says ahead that a function which outlived its attempt may act; it says so again in time. */
export const STILL_ACTS_MS = 30_000;

/** How soon a probe that proved nothing is asked again; doubled each time, up to the most. */
export const PROBE_INTERVAL_MS = 30_000;
export const PROBE_INTERVAL_MAX_MS = 30 * 60_000;

/** Of what was said and contradicted, this much is kept with the doubt; the audit has all of it. */
export const STATEMENTS_KEPT_MAX = 20;

const END_KINDS = ["refused", "succeeded", "partial", "failed", "denied", "expired", "withdrawn"] as const;
export type EndKind = (typeof END_KINDS)[number];

export function hasEnded(state: State): state is StateOf<EndKind> {
  return (END_KINDS as readonly string[]).includes(state.kind);
}

/** Ended, but the next submission of the key opens it again instead of getting the old answer (L6). */
export function isReopenable(state: State): boolean {
  if (state.kind === "failed") return state.transient;
  return state.kind === "refused" || state.kind === "expired" || state.kind === "withdrawn";
}

/**
 * It may be sent, once more or for the first time: by itself, after an absence or a word of people, or by the next
 * submission. Not what runs now, nor what a later generation replaced.
 */
export function mayRunAgain({ state, successorId }: Pick<Intent, "state" | "successorId">): boolean {
  if (state.kind === "in_doubt" || state.kind === "cleared" || state.kind === "held") return true;
  return isReopenable(state) && successorId === null;
}

/** It has ended, or is in doubt: what its submitters' callbacks are told. */
export function isSettled(state: State): boolean {
  return hasEnded(state) || state.kind === "in_doubt";
}

/** A contract without a probe says nothing of absence, and people vouch for it: they wait as long as a probe would. */
export function absentAfterMs({ probe, timeoutMs }: Pick<Terms, "probe" | "timeoutMs">): number {
  return probe?.absentAfterMs ?? Math.max(ABSENT_AFTER_MS, timeoutMs);
}

/**
 * What a waiter waits for: an end, or a doubt about which there is nothing better to tell in a moment. Where the
 * downstream can be asked, that is so once it has answered for the first time.
 */
export function isAnswered(state: State): boolean {
  if (state.kind !== "in_doubt") return hasEnded(state);
  return state.nextProbeAt === null || state.probing !== null;
}

export function isFrozen(intent: Intent): boolean {
  return intent.attempts.mayHaveActed || intent.state.kind === "executing";
}

const RANK: Record<Role, number> = { viewer: 0, approver: 1, admin: 2 };

export function roleSuffices(has: Role, needs: Role): boolean {
  return RANK[has] >= RANK[needs];
}

export function strictestRole(left: Role, right: Role): Role {
  return RANK[left] >= RANK[right] ? left : right;
}
