/**
 * A worker takes what is due: `cleared` → `executing` with a lease and a fence, the attempt on record, in one
 * transaction that is committed before anything is sent (L4). No row, no work.
 */
import { withJumps } from "@/lib/domain/clock-jumps";
import type { EventOf } from "@/lib/domain/event";
import { type IdPrefix, sameIdAs } from "@/lib/domain/id";
import { type Intent, isAnswered, type StateOf } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import { transition } from "@/lib/domain/transition/transition";
import type { Database } from "@/lib/store/database";
import { isUnreachable } from "@/lib/store/errors";
import { toColumns, toIntent } from "@/lib/store/intent-row";
import type { SettledIntent, TermsOf } from "@/lib/store/intents";
import { journalWrite } from "@/lib/store/journal";
import { type ClaimRow, lockDue, type ToolRoom } from "@/lib/store/lock-due";
import { NO_LOCKS, type PipelinedTx, type RawTx } from "@/lib/store/raw-transaction";
import { saveIntents } from "@/lib/store/save-intents";
import { type ClaimGround, readClaimGround } from "@/lib/store/store-state";
import { findSuspects, type Suspect, settleSuspects } from "@/lib/store/suspect-keys";
import type { JumpsAt } from "./clock-watch";
import type { VersionOf } from "./intake/pending";
import { eventOf } from "./intent-audit";
import type { SetAside } from "./set-aside";

export type ClaimedAttempt = {
  attemptId: string;
  intentId: string;
  fence: number;
  namespace: string;
  tool: string;
  agentId: string;
  contractVersion: number;
  key: string;
  args: JsonObject;
  argsDigest: string;
  timeoutMs: number;
  /** The longest that its contract lets a retry wait. */
  retryCapMs: number;
  /** On the store's clock. */
  startedAt: number;
  /** As the claim left it: while it is still so, its settle need not read it. */
  asClaimed?: SettledIntent;
};

/** What a worker found when it last made sure of the store; a claim must find the same (decision 032). */
export type KnownStore = {
  epoch: number;
  instance: string;
  /** Claims that were seen committed in it. */
  witnessedIds: string[];
};

export type ClaimDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  workerId: string;
  onError: (error: unknown, intentId?: string) => void;
  /** What cannot be compiled is not claimed: it would only be held, and another worker's release may read it. */
  versionOf?: VersionOf;
  /** Intents whose contract version could not be read; they would be the oldest ones due for ever. */
  setAside?: SetAside;
  /** How the store's clock jumped; absent: it never did. */
  jumpsAt?: JumpsAt;
  /** Absent: the caller is sure of the store. */
  known?: KnownStore;
  /** After the commit: some are in doubt. Named are those that no probe will tell more about in a moment. */
  onDoubt?: (answeredIds: string[]) => void;
};

export type ClaimWanted = {
  /** Null takes whatever is due. */
  ids: string[] | null;
  limit: number;
  /** Tools whose downstream is given a rest, or that have taken their share of the slots. */
  exceptTools: string[];
  /** How many more of a tool may run; absent: as many as the limit allows. */
  room?: ToolRoom;
};

/** The store went away around the commit: the claim may be on record or not, and nothing was sent for it. */
export class UnansweredClaimError extends Error {
  constructor(
    readonly attempts: ClaimedAttempt[],
    cause: unknown,
  ) {
    super("Nobody knows whether the claim was committed.", { cause });
    this.name = "UnansweredClaimError";
  }
}

/** It is on record, but no witness outside the store could take it down: nothing is sent for it (decision 032). */
export class UnwitnessedClaimError extends Error {
  constructor(
    readonly attempts: ClaimedAttempt[],
    cause: unknown,
  ) {
    super("No witness could be told of the claim; it is given back, and nothing more is claimed until one can.", {
      cause,
    });
    this.name = "UnwitnessedClaimError";
  }
}

/** The store is not as this worker knows it: nothing was claimed. */
export class StoreChangedError extends Error {
  constructor() {
    super("The store may have been restored; nothing is claimed before that is certain.");
    this.name = "StoreChangedError";
  }
}

export async function claimIntents(deps: ClaimDeps, wanted: ClaimWanted): Promise<ClaimedAttempt[]> {
  const { attempts, doubts } = await claim(deps, wanted);
  if (doubts.length > 0) deps.onDoubt?.(doubts.flatMap(({ id, state }) => (isAnswered(state) ? [id] : [])));
  return attempts;
}

type DueIntent = { row: ClaimRow; intent: Intent };
type Taken = { attempts: ClaimedAttempt[]; doubts: Intent[] };

async function claim(deps: ClaimDeps, wanted: ClaimWanted): Promise<Taken> {
  let asked: ClaimedAttempt[] = [];
  try {
    return await deps.db.rawTransaction(NO_LOCKS, async (tx) => {
      const taken = await take(deps, tx, wanted);
      asked = taken.attempts;
      return taken;
    });
  } catch (error) {
    throw asked.length > 0 && isUnreachable(error) ? new UnansweredClaimError(asked, error) : error;
  }
}

async function take(deps: ClaimDeps, tx: PipelinedTx, wanted: ClaimWanted): Promise<Taken> {
  const [rows, ground] = await Promise.all([
    lockDue(tx, { ...wanted, exceptIds: deps.setAside?.ids() ?? [] }),
    readClaimGround(tx, deps.known?.witnessedIds ?? []),
  ]);
  requireKnown(deps.known, ground);
  const at = ground.now.getTime();
  const jumps = (await deps.jumpsAt?.(tx, at)) ?? [];
  const due = (await readable(deps, tx, rows)).map(({ row, intent }) => ({
    row,
    intent: withJumps(intent, jumps),
  }));
  const suspects = ground.hasSuspects
    ? await findSuspects(
        tx,
        due.map(({ row }) => row),
      )
    : NO_SUSPECTS;
  const moved = due.flatMap((from) => {
    const event = eventFor(deps, from, suspects.get(from.row.key), at);
    const decided = transition(from.intent, event);
    return decided.ok ? [{ from, to: decided.next, type: event.type }] : [];
  });
  await settleSuspects(tx.atCommit, [...suspects.keys()]);
  const claimed = moved.flatMap(({ from, to }) =>
    to.state.kind === "executing" ? [{ from, to, state: to.state }] : [],
  );
  const actor = { kind: "worker", id: deps.workerId } as const;
  const events = moved.map(({ from, to, type }) => ({
    ...eventOf(type, actor, from, to, attemptOf(to)),
    ...idOf(to),
  }));
  await saveIntents(tx.atCommit, moved, [journalWrite(deps.newId, at, events)]);
  return {
    attempts: claimed.map(({ from, to, state }) => toClaimed(from, to, state)),
    doubts: moved.flatMap(({ to }) => (to.state.kind === "in_doubt" ? [to] : [])),
  };
}

const NO_SUSPECTS: ReadonlyMap<string, Suspect> = new Map();

/** In the transaction that claims: whatever store it is, this is the one that would say what may run. */
function requireKnown(known: KnownStore | undefined, ground: ClaimGround): void {
  const isSame =
    known === undefined ||
    (known.epoch === ground.epoch &&
      known.instance === ground.instance &&
      known.witnessedIds.length === ground.knownCount);
  if (ground.restoring || !isSame) throw new StoreChangedError();
}

/** What a worker may have done before the store went back is put in doubt instead of being done again (L1). */
function eventFor(
  deps: ClaimDeps,
  { intent }: DueIntent,
  suspect: Suspect | undefined,
  at: number,
): EventOf<"claim"> | EventOf<"store_restored"> {
  if (suspect === undefined || intent.terms.harmless) return { type: "claim", at, attemptId: deps.newId("att") };
  return { type: "store_restored", at, claimedAt: suspect.claimedAt?.getTime() ?? null };
}

function attemptOf({ fence, state }: Intent) {
  if (state.kind !== "executing") return { fence };
  return { fence, attemptId: state.attemptId, leaseUntil: new Date(state.leaseUntil).toISOString() };
}

/** The attempt is read from the row of its claim. */
function idOf({ state }: Intent) {
  return state.kind === "executing" ? { id: sameIdAs("evt", state.attemptId) } : {};
}

/** An intent whose contract version cannot be read is reported and left alone; its neighbours go on. */
async function readable(deps: ClaimDeps, tx: RawTx, rows: ClaimRow[]): Promise<DueIntent[]> {
  const due: DueIntent[] = [];
  for (const row of rows) {
    try {
      await deps.versionOf?.(tx, row.tool, row.contractVersion);
      due.push({ row, intent: toIntent(row, await deps.termsOf(tx, row.tool, row.contractVersion)) });
    } catch (error) {
      if (isUnreachable(error)) throw error;
      deps.onError(error, row.id);
      deps.setAside?.add(row.id);
    }
  }
  return due;
}

function toClaimed(from: DueIntent, to: Intent, state: StateOf<"executing">): ClaimedAttempt {
  const { row } = from;
  return {
    attemptId: state.attemptId,
    intentId: row.id,
    fence: to.fence,
    namespace: row.namespace,
    tool: row.tool,
    agentId: row.agentId,
    contractVersion: row.contractVersion,
    key: row.key,
    args: row.args,
    argsDigest: to.argsDigest,
    timeoutMs: to.terms.timeoutMs,
    retryCapMs: to.terms.retries.capMs,
    startedAt: state.startedAt,
    asClaimed: { row: rowAsClaimed(row, to), intent: to },
  };
}

function rowAsClaimed(
  { id, namespace, tool, agentId, args, dueAt, version }: ClaimRow,
  to: Intent,
): SettledIntent["row"] {
  return Object.assign(toColumns(to, dueAt), { id, namespace, tool, agentId, args, version: version + 1 });
}
