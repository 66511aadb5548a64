/** From a request to something that intake can record and explain can explain: everything that needs no transaction. */
import { type Asker, type PrepareResult, prepareSubmission } from "@/lib/domain/gate/prepare";
import type { JsonObject } from "@/lib/domain/json";
import type { SubmissionContext } from "@/lib/domain/key";
import type { StoredAgent } from "@/lib/store/agents";
import type { SubmitBody } from "@/lib/wire/intent";
import type { ActiveContract, ContractCatalog } from "./contract-catalog";
import { ConflictError, ForbiddenError, InvalidError } from "./errors";
import type { PendingSubmission } from "./intake/pending";

/** What was sent, by whom. */
export type Sent = {
  agent: StoredAgent;
  keyHash: string | null;
  body: Pick<SubmitBody, "tool" | "args" | "run" | "step" | "session" | "occurrence" | "contractVersion"> &
    Partial<Pick<SubmitBody, "reason" | "metadata" | "callbackUrl">>;
  callerKey: string | null;
  /** Size of the body as it was sent. */
  bytes: number;
  /** JSON pointers, within args, of numbers that lost digits when they were parsed. */
  unsafeNumbers: string[];
};

/** Under a version that was just replaced elsewhere, good args may look bad: look again before saying so. */
export async function prepareFresh(catalog: ContractCatalog, sent: Sent): Promise<PendingSubmission> {
  const { tool } = sent.body;
  const known = await loadPinned(catalog, sent.body);
  try {
    return prepare(known, sent);
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    catalog.forget(tool);
    if ((await catalog.active(tool)).contract.version === known.contract.version) throw error;
    return prepare(await loadPinned(catalog, sent.body), sent);
  }
}

function prepare({ contract, earlier }: ActiveContract, sent: Sent): PendingSubmission {
  const { agent, body } = sent;
  const context = toContext(sent);
  if (context.occurrence > 1 && !agent.mayRepeat) {
    throw new ForbiddenError("This agent is not allowed to ask for a deliberate repeat (occurrence above 1).");
  }
  const rawArgs = body.args as JsonObject;
  const input = { asker: toAsker(agent), args: rawArgs, unsafeNumbers: sent.unsafeNumbers, context };
  const prepared = requirePrepared(prepareSubmission(contract, input, earlier));
  requireKey(prepared);
  return {
    agent,
    keyHash: sent.keyHash,
    prepared,
    considered: new Set([contract, ...earlier].map(({ derivation }) => derivation)),
    rawArgs,
    reason: body.reason ?? null,
    metadata: (body.metadata ?? null) as JsonObject | null,
    // As URLs are written: deliveries are bounded by the origin in it.
    callbackUrl: body.callbackUrl == null ? null : new URL(body.callbackUrl).href,
    bytes: sent.bytes,
  };
}

async function loadPinned(catalog: ContractCatalog, { tool, contractVersion }: Sent["body"]): Promise<ActiveContract> {
  const known = await catalog.known(tool);
  if (contractVersion == null || contractVersion === known.contract.version) return known;
  catalog.forget(tool);
  const fresh = await catalog.active(tool);
  if (fresh.contract.version === contractVersion) return fresh;
  const message = `Version ${contractVersion} of ${tool} is not active; version ${fresh.contract.version} is.`;
  throw new ConflictError("contract_version_mismatch", message);
}

function toContext({ body, callerKey }: Sent): SubmissionContext {
  return {
    run: body.run ?? null,
    step: body.step ?? null,
    session: body.session ?? null,
    callerKey,
    occurrence: body.occurrence ?? 1,
  };
}

function toAsker({ id, name, namespace, labels }: StoredAgent): Asker {
  return { id, name, namespace, labels };
}

function requireKey({ keyParts, contract }: PendingSubmission["prepared"]): void {
  const { definition, duplicates, scope, tool } = contract;
  if (keyParts !== null || duplicates.missing !== "refuse") return;
  if (definition.effect === "read" || definition.mode === "observe") return;
  throw new InvalidError("idempotency_key_required", `${tool} has key scope ${scope}: ${NEEDED[scope]}`);
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
