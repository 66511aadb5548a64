/** An agent asks. Everything that can be prepared outside the transaction is; the rest is one share of a batch. */
import { type PrepareResult, prepareSubmission } from "@/lib/domain/gate/prepare";
import type { JsonObject } from "@/lib/domain/json";
import type { StoredAgent } from "@/lib/store/agents";
import { isUnreachable } from "@/lib/store/errors";
import type { SubmitBody } from "@/lib/wire/intent";
import { makeBatcher } from "./batch";
import type { ContractCatalog } from "./contract-catalog";
import { ConflictError, ForbiddenError, InvalidError } from "./errors";
import type { PendingSubmission, RecordDeps, Recorded } from "./intake/pending";
import { recordSubmissions } from "./intake/record-submissions";

export type SubmitInput = {
  agent: StoredAgent;
  body: SubmitBody;
  callerKey: string | null;
  /** Size of the body as it was sent. */
  bytes: number;
  /** JSON pointers, within args, of numbers that lost digits when they were parsed. */
  unsafeNumbers: string[];
};

export type Submitted = Extract<Recorded, { kind: "recorded" }>;

export type SubmitDeps = Omit<RecordDeps, "termsOf" | "materialOf"> & {
  catalog: ContractCatalog;
  /** Tells workers that something is due; called only after the commit, and allowed to fail (L2). */
  wake: (intentIds: string[]) => void;
  /** Origins that callbacks may go to; an agent must not make us POST anywhere else. */
  callbacks: string[];
};

const STALE_RETRIES_MAX = 3;
const MEBIBYTE = 1_048_576;

export function makeSubmitIntent(deps: SubmitDeps) {
  const record = makeBatcher<PendingSubmission, Recorded>({
    run: (batch) => recordBatch(deps, batch),
    isHopeless: isUnreachable,
    inFlightMax: 2,
    itemsMax: 200,
    queueMax: 10_000,
    weight: { of: (pending) => pending.bytes, turnMax: 4 * MEBIBYTE, queueMax: 128 * MEBIBYTE },
  });

  return async function submitIntent(input: SubmitInput): Promise<Submitted> {
    requireTool(input.agent, input.body.tool);
    requireCallback(deps.callbacks, input.body.callbackUrl ?? null);
    for (let turn = 1; ; turn += 1) {
      const recorded = await record(await prepareFresh(deps.catalog, input));
      if (recorded.kind === "recorded") return recorded;
      if (recorded.kind === "refused") throw duplicateRefused(recorded);
      deps.catalog.forget(input.body.tool);
      if (turn >= STALE_RETRIES_MAX) {
        throw new ConflictError("contract_version_mismatch", "The contract of this tool is being published right now.");
      }
    }
  };
}

async function recordBatch(deps: SubmitDeps, batch: PendingSubmission[]): Promise<Recorded[]> {
  const { catalog } = deps;
  const results = await recordSubmissions({ ...deps, termsOf: catalog.termsOf, materialOf: catalog.materialOf }, batch);
  const due = results.flatMap((result) =>
    result.kind === "recorded" && result.row.state === "cleared" ? [result.row.id] : [],
  );
  if (due.length > 0) deps.wake([...new Set(due)]);
  return results;
}

/** Under a version that was just replaced elsewhere, good args may look bad: read again before saying so. */
async function prepareFresh(catalog: ContractCatalog, input: SubmitInput): Promise<PendingSubmission> {
  try {
    return await prepare(catalog, input);
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    catalog.forget(input.body.tool);
    return prepare(catalog, input);
  }
}

async function prepare(catalog: ContractCatalog, input: SubmitInput): Promise<PendingSubmission> {
  const { agent, body } = input;
  const contract = await catalog.active(body.tool);
  if (body.contractVersion != null && body.contractVersion !== contract.version) {
    catalog.forget(body.tool);
    const active = (await catalog.active(body.tool)).version;
    if (active !== body.contractVersion) {
      const message = `Version ${body.contractVersion} of ${body.tool} is not active; version ${active} is.`;
      throw new ConflictError("contract_version_mismatch", message);
    }
    return prepare(catalog, input);
  }
  const context = {
    run: body.run ?? null,
    step: body.step ?? null,
    session: body.session ?? null,
    callerKey: input.callerKey,
    occurrence: body.occurrence ?? 1,
  };
  if (context.occurrence > 1 && !agent.mayRepeat) {
    throw new ForbiddenError("This agent is not allowed to ask for a deliberate repeat (occurrence above 1).");
  }
  const rawArgs = body.args as JsonObject;
  const result = prepareSubmission(contract, {
    asker: agent,
    args: rawArgs,
    unsafeNumbers: input.unsafeNumbers,
    context,
  });
  const prepared = requirePrepared(result);
  if (prepared.keyParts === null && contract.duplicates.missing === "refuse" && contract.definition.effect !== "read") {
    throw new InvalidError(
      "idempotency_key_required",
      `${body.tool} has key scope ${contract.scope}: ${NEEDED[contract.scope]}`,
    );
  }
  const metadata = (body.metadata ?? null) as JsonObject | null;
  return {
    agent,
    prepared,
    context,
    rawArgs,
    reason: body.reason ?? null,
    metadata,
    callbackUrl: body.callbackUrl ?? null,
    bytes: input.bytes,
  };
}

const NEEDED = {
  step: "send `run` and `step`, or an Idempotency-Key header.",
  run: "send `run`, or an Idempotency-Key header.",
  session: "send `session`, or an Idempotency-Key header.",
  business: "its identity fields.",
};

function requirePrepared(result: PrepareResult) {
  if (result.ok) return result.prepared;
  const errors = result.errors.map(({ pointer, message }) => ({ pointer: `/args${pointer}`, message }));
  throw new InvalidError("invalid_args", "The args do not fit the tool's contract.", errors);
}

function requireTool(agent: StoredAgent, tool: string): void {
  if (agent.tools.length > 0 && !agent.tools.includes(tool)) {
    throw new ForbiddenError(`This agent may not use the tool ${tool}.`, "tool_not_allowed");
  }
}

function requireCallback(callbacks: string[], callbackUrl: string | null): void {
  if (callbackUrl === null || callbacks.includes(new URL(callbackUrl).origin)) return;
  const message = "Its origin is not in INTERLOCK_CALLBACKS.";
  throw new InvalidError("invalid_args", "callbackUrl is not allowed.", [{ pointer: "/callbackUrl", message }]);
}

function duplicateRefused(refused: Extract<Recorded, { kind: "refused" }>): ConflictError {
  const { intentId, differences } = refused;
  if (refused.code === "already_submitted") {
    return new ConflictError(refused.code, "The same action was submitted before, and this tool refuses repeats.", {
      intentId,
    });
  }
  const message = "The same action was submitted before with other values, and this tool refuses such a change.";
  return new ConflictError(refused.code, message, { intentId, differences });
}
