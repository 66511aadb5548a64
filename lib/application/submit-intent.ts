/** An agent asks. Everything that can be prepared outside the transaction is; the rest is one share of a batch. */
import { crashPoint } from "@/lib/config/crash-point";
import type { LockRoom } from "@/lib/domain/lock-bound";
import { measureFlush } from "@/lib/metrics/flushes";
import type { Metrics } from "@/lib/metrics/registry";
import type { StoredAgent } from "@/lib/store/agents";
import { isBusy, isOutOfLocks, isUnreachable } from "@/lib/store/errors";
import type { WaitFor } from "@/lib/store/raw-transaction";
import type { SubmitBody } from "@/lib/wire/intent";
import type { AgentDirectory } from "./agent-directory";
import { makeBatcher } from "./batch";
import type { ContractCatalog } from "./contract-catalog";
import { ConflictError, ForbiddenError, InvalidError, TooManyError } from "./errors";
import type { LockedOut, PendingSubmission, RecordDeps, Recorded } from "./intake/pending";
import { locksNamed, locksOf, recordFree, recordSubmissions } from "./intake/record-submissions";
import { type LaneOf, makeWaitingLanes } from "./intake/waiting-lanes";
import { countIntake } from "./metrics/count-intake";
import { prepareFresh } from "./prepare-pending";

export type SubmitInput = {
  keyHash: string;
  body: SubmitBody;
  callerKey: string | null;
  bytes: number;
  unsafeNumbers: string[];
};

export type Submitted = Extract<Recorded, { kind: "recorded" }> & { agent: StoredAgent };

export type SubmitDeps = Omit<RecordDeps, "versionOf"> & {
  catalog: ContractCatalog;
  agents: AgentDirectory;
  /** Tells workers that something is due; called only after the commit, and allowed to fail (L2). */
  wake: (intentIds: string[]) => void;
  /** How many locks one flush may take, and one of a lane. */
  lockRoom: () => LockRoom;
  /** Origins that callbacks may go to; an agent must not make us POST anywhere else. */
  callbacks: string[];
  metrics: Pick<Metrics, "add" | "observe">;
};

/** A publish between preparing and recording costs one turn; so many in a row are a storm of publishes. */
const STALE_RETRIES_MAX = 10;
/** After each of them it has waited for a lock, and found another one taken meanwhile. */
const LOCKED_TURNS_MAX = 4;
/** Longer than a store that is well keeps a flush waiting, shorter than agents wait for an answer. */
const WAIT_MAX_MS = 5_000;
const MEBIBYTE = 1_048_576;

export function makeSubmitIntent(deps: SubmitDeps) {
  // Each holds a few advisory locks until the flush commits, and the store's lock table is finite.
  const roomOf = (turnMax: () => number) => ({ of: (it: PendingSubmission) => locksOf(it).length + 1, turnMax });
  const recordNow = makeBatcher<PendingSubmission, Recorded | LockedOut>({
    run: (batch) => recordBatch(deps, batch, "nothing"),
    // A lock table that is full has room for fewer: those are tried by themselves.
    isHopeless: (error) => isUnreachable(error) && !isOutOfLocks(error),
    // Somebody sits on one action: only those who ask for it are told so, its neighbours go on.
    groupFault: { is: isBusy, groupOf: ({ prepared }) => prepared.stem ?? "" },
    inFlightMax: 2,
    companyMin: 12,
    itemsMax: 100,
    queueMax: 10_000,
    wait: { maxMs: WAIT_MAX_MS, monotonicMs: () => performance.now() },
    weight: { of: (pending) => pending.bytes, turnMax: 4 * MEBIBYTE, queueMax: 128 * MEBIBYTE },
    room: roomOf(() => deps.lockRoom().flush),
  });

  const lanes = makeWaitingLanes<PendingSubmission, Recorded | LockedOut>({
    run: (batch, by) => recordBatch(deps, batch, "action" in by ? "everything" : by),
    room: roomOf(() => deps.lockRoom().lane),
    monotonicMs: () => performance.now(),
  });

  /** What is locked waits apart from all others. */
  async function record(pending: PendingSubmission): Promise<Recorded> {
    let by: LaneOf | null = lanes.findAmong(() => {
      const { own, shared } = locksNamed(pending);
      return [...own, ...shared];
    });
    for (let turn = 1; ; turn += 1) {
      const recorded: Recorded | LockedOut = by === null ? await recordNow(pending) : await lanes.join(by, pending);
      if (recorded.kind !== "locked") return recorded;
      by = turn < LOCKED_TURNS_MAX ? recorded.by : { action: pending.prepared.stem ?? pending.prepared.contract.tool };
    }
  }

  return async function submitIntent(input: SubmitInput): Promise<Submitted> {
    for (let turn = 1; ; turn += 1) {
      const pending = await prepareTrusted(deps, input);
      const { agent } = pending;
      const recorded = await record(pending);
      if (recorded.kind === "recorded") return { agent, ...recorded };
      if (recorded.kind === "refused") throw duplicateRefused(recorded);
      if (recorded.kind === "unreadable") throw recorded.error;
      deps.catalog.forget(input.body.tool);
      deps.agents.forget(input.keyHash);
      if (turn >= STALE_RETRIES_MAX) {
        // Who pinned no version did nothing wrong: the same request is good again in a moment.
        throw new TooManyError("The contract of this tool, or this agent, is being changed again and again.", 1);
      }
    }
  };
}

/**
 * What is remembered of the agent is good enough to go on to the transaction, which looks again; not to say no: a tool
 * may have been allowed since, and who sends nonsense with a revoked key is told that the key is revoked.
 */
async function prepareTrusted(deps: SubmitDeps, input: SubmitInput): Promise<PendingSubmission> {
  try {
    return await prepareFor(deps, input);
  } catch (error) {
    await deps.agents.refresh(input.keyHash);
    if (!(error instanceof ForbiddenError)) throw error;
    return prepareFor(deps, input);
  }
}

async function prepareFor(deps: SubmitDeps, input: SubmitInput): Promise<PendingSubmission> {
  const agent = await deps.agents.load(input.keyHash);
  requireTool(agent, input.body.tool);
  requireCallback(deps.callbacks, input.body.callbackUrl ?? null);
  return prepareFresh(deps.catalog, { agent, ...input });
}

async function recordBatch(
  deps: SubmitDeps,
  batch: PendingSubmission[],
  waitFor: WaitFor | "everything",
): Promise<(Recorded | LockedOut)[]> {
  const recording = { versionOf: deps.catalog.versionOf, ...deps };
  const results = await measureFlush<(Recorded | LockedOut)[]>(deps.metrics, "intake", () =>
    waitFor === "everything" ? recordSubmissions(recording, batch) : recordFree(recording, batch, waitFor),
  );
  crashPoint("submit_committed");
  countIntake(deps.metrics, results);
  const due = results.flatMap((result) =>
    result.kind === "recorded" && result.row.state === "cleared" ? [result.row.id] : [],
  );
  if (due.length > 0) deps.wake([...new Set(due)]);
  return results;
}

export function requireTool(agent: StoredAgent, tool: string): void {
  if (agent.tools.length > 0 && !agent.tools.includes(tool)) {
    throw new ForbiddenError(`This agent may not use the tool ${tool}.`, "tool_not_allowed");
  }
}

export function requireCallback(callbacks: string[], callbackUrl: string | null): void {
  if (callbackUrl === null) return;
  const { origin, username, password } = new URL(callbackUrl);
  const isBare = username === "" && password === "";
  if (isBare && callbacks.includes(origin)) return;
  const message = isBare
    ? "Its origin is not in INTERLOCK_CALLBACKS."
    : "User and password have no place in it: callbacks are signed instead.";
  throw new InvalidError("invalid_args", "callbackUrl is not allowed.", [{ pointer: "/callbackUrl", message }]);
}

const REFUSED = {
  already_submitted: "The same action was submitted before, and this tool refuses repeats.",
  idempotency_conflict: "The same action was submitted before with other values, and this tool refuses such a change.",
  lookalike: "The same action was submitted before in another context, and this tool refuses such look-alikes.",
  variant: "The same thing was asked for before in another context with other values, and this tool refuses that.",
  idempotency_key_reused: "This Idempotency-Key belongs to another action of this tool.",
} as const;

function duplicateRefused({ code, intentId, differences }: Extract<Recorded, { kind: "refused" }>): ConflictError {
  return new ConflictError(code, REFUSED[code], { intentId, ...(differences.length > 0 ? { differences } : {}) });
}
