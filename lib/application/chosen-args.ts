/** Which args an operator decides on: those that would run, another submission's, or edited ones. */
import { isErased } from "@/lib/domain/erased";
import { toHold } from "@/lib/domain/gate/admit";
import { type Prepared, prepareSubmission } from "@/lib/domain/gate/prepare";
import type { Hold } from "@/lib/domain/intent";
import { canonicalJson, type JsonObject } from "@/lib/domain/json";
import type { Engines } from "@/lib/domain/normalise/engines";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import { findAgent } from "@/lib/store/agents";
import { listOpenDerivations, recordingOf } from "@/lib/store/contracts";
import type { Tx } from "@/lib/store/database";
import type { IntentRow } from "@/lib/store/intent-row";
import { findSubmission, type SubmissionRow } from "@/lib/store/submissions";
import type { DecisionBody } from "@/lib/wire/decision";
import { ConflictError, InvalidError, NotFoundError } from "./errors";
import type { VersionOf } from "./intake/pending";

export type Chosen = {
  /** The submission that is decided on; for an edit, the one that was edited. */
  submission: SubmissionRow;
  prepared: Prepared;
  kind: "current" | "variant" | "edited";
};

export type Choice = Pick<DecisionBody, "submissionId" | "args">;

export async function loadChosen(tx: Tx, versionOf: VersionOf, row: IntentRow, body: Choice): Promise<Chosen> {
  if (body.args !== undefined && body.submissionId !== undefined) {
    const message = "Choose a submission or edit the args, not both.";
    throw new InvalidError("invalid_request", message, [{ pointer: "/args", message }]);
  }
  const submissionId = body.submissionId ?? row.submissionId;
  const submission = await findSubmission(tx, row.id, submissionId);
  if (submission === null || submission.refusal !== null) {
    throw new NotFoundError("not_found", "There is no such submission of this intent that could run.");
  }
  if (submission.erasedAt !== null) {
    throw new ConflictError("args_erased", "The args of this submission were erased.", { intentId: row.id });
  }
  // A later submission has args, but no key can be made any more in the chain of an action that lost its name.
  if (isErased(row)) {
    throw new ConflictError("args_erased", "What named this action was erased.", { intentId: row.id });
  }
  const args = body.args === undefined ? submission.args : (body.args as JsonObject);
  const version = body.args === undefined ? submission.contractVersion : row.contractVersion;
  const contract = await versionOf(tx, row.tool, version, await enginesOf(tx, row, version));
  const asker = await loadAsker(tx, submission, row);
  const { run, step, session, callerKey } = submission;
  const context = { run, step, session, callerKey, occurrence: row.occurrence };
  const result = prepareSubmission(contract, { asker, args, unsafeNumbers: [], context });
  if (!result.ok) {
    const errors = result.errors.map(({ pointer, message }) => ({ pointer: `/args${pointer}`, message }));
    throw new InvalidError("invalid_args", "These args do not fit the tool's contract.", errors);
  }
  const { prepared } = result;
  if (body.args !== undefined) requireSameIdentity(prepared, row);
  const kind = body.args !== undefined ? "edited" : submissionId === row.submissionId ? "current" : "variant";
  return { submission, prepared, kind };
}

/** As intake reads this version: a choice must be the same values to every release that is asked for them again. */
async function enginesOf(tx: Tx, { tool, derivation }: IntentRow, version: number): Promise<Engines | undefined> {
  const open = await listOpenDerivations(tx, tool);
  return (recordingOf(open, version) ?? open.find(({ digest }) => digest === derivation))?.engines;
}

/** What policy asks for on these args; a refusal is not the operator's to lift. */
export function holdOn({ prepared }: Chosen, row: IntentRow, at: number): Hold {
  const policy = prepared.policy(row.submissionCount, at);
  if (policy.then === "refuse") {
    throw new ConflictError("policy_refused", `The tool's policy refuses these args: ${policy.reason}`, {
      intentId: row.id,
    });
  }
  return toHold(["drift"], policy, [], at);
}

/** Policy judges the agent that asked; an operator's own edit is judged as the agent's whose intent it is. */
async function loadAsker(tx: Tx, submission: SubmissionRow, row: IntentRow) {
  const agentId = submission.agentId ?? row.agentId;
  const agent = await findAgent(tx, agentId);
  if (agent === null) throw new NotFoundError("not_found", "There is no such agent.");
  const { id, name, namespace, labels } = agent;
  return { id, name, namespace, labels };
}

/**
 * Another identity is another action: it needs an intent of its own. Compared with what would run, under the same
 * version: the row's own digest may come from an earlier one that the intent was opened under.
 */
function requireSameIdentity(prepared: Prepared, row: IntentRow): void {
  const before = normaliseArgs(prepared.contract.fields, row.args);
  if (before.ok && canonicalJson(before.identity) === canonicalJson(prepared.identity)) return;
  const errors = Object.keys(prepared.identity).map((pointer) => ({
    pointer: `/args${pointer}`,
    message: "An identity field says which action this is; it cannot be edited.",
  }));
  throw new InvalidError("invalid_args", "The edit would make it another action.", errors);
}
