/**
 * An owner publishes a contract: checked, stored as a new immutable version, and active at once; or, where the active
 * version asks for more people, kept as a proposal that others confirm.
 *
 * P1  Publishers of one tool go one after the other, under the tool's lock.
 * P2  The active version says how many people it takes, so that nobody publishes that away alone.
 * P3  What equals the active version changes nothing, whoever sends it: owners apply from git on every deploy.
 */
import type { Actor } from "@/lib/domain/actor";
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import { publishRuleOf } from "@/lib/domain/contract/publish-rule";
import type { ProposalRow } from "@/lib/store/contract-proposals";
import { findActiveContract, lockTool, type StoredContract } from "@/lib/store/contracts";
import type { Database, Tx } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { type CheckedContract, type ContractText, checkContractText } from "./check-contract-text";
import { ConflictError } from "./errors";
import { activateVersion } from "./publish/activate-version";
import { closeOverdue, type ProposalDeps } from "./publish/proposals";
import { proposeVersion } from "./publish/propose-version";
import { requireStanding } from "./publish/standing";

export type PublishInput = ContractText & {
  actor: Actor;
  /** The version that whoever publishes had before them; 0: none. Absent: whichever is active. */
  expectedVersion?: number | undefined;
};
export type Published = { tool: string; version: number; warnings: string[]; changed: boolean; proposal: null };
export type Proposed = { tool: string; warnings: string[]; proposal: ProposalRow };
export type PublishDeps = ProposalDeps & { db: Database; forget: (tool: string) => void };

export async function publishContract(deps: PublishDeps, input: PublishInput): Promise<Published | Proposed> {
  const checked = checkContractText(input);
  const done = await deps.db.transaction((tx) => publish(tx, deps, input, checked));
  deps.forget(input.tool);
  return done;
}

async function publish(
  tx: Tx,
  deps: PublishDeps,
  input: PublishInput,
  checked: CheckedContract,
): Promise<Published | Proposed> {
  const { tool, text, format, actor, expectedVersion } = input;
  const { warnings } = checked;
  await lockTool(tx, tool);
  const active = await findActiveContract(tx, tool);
  if (active?.digest === checked.digest) {
    return { tool, version: active.version, warnings, changed: false, proposal: null };
  }
  if (expectedVersion !== undefined) requireActive(active, expectedVersion);
  // The seeds renew their own examples; everybody else is somebody.
  if (actor.kind === "operator") await requireStanding(tx, actor.id, "admin");
  const at = await databaseNow(tx);
  const rule = publishRuleOf(active === null ? null : (active.definition as ContractDefinition));
  if (active !== null && actor.kind === "operator" && rule.peopleNeeded > 1) {
    const proposing = { tool, text, format, checked, baseVersion: active.version, rule, operatorId: actor.id, at };
    return { tool, warnings, proposal: await proposeVersion(tx, deps, proposing) };
  }
  const version = await activateVersion(tx, deps, { tool, text, format, checked, active, actor, at });
  await closeOverdue(tx, deps, tool, version, at);
  return { tool, version, warnings, changed: true, proposal: null };
}

/** Nobody publishes over what they have not seen. */
export function requireActive(active: Pick<StoredContract, "version"> | null, expectedVersion: number): void {
  const version = active?.version ?? 0;
  if (version === expectedVersion) return;
  const now = version === 0 ? "No version is active" : `Version ${version} is active now`;
  throw new ConflictError("contract_changed", `${now}, not version ${expectedVersion}.`);
}
