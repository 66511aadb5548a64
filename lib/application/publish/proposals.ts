/** What can happen to a proposal, each with its event. Whoever calls these holds the tool's lock. */
import type { Actor } from "@/lib/domain/actor";
import type { IdPrefix } from "@/lib/domain/id";
import type { EngineTable } from "@/lib/domain/normalise/engines";
import { closeProposal, findOpenProposal, type ProposalEnd, type ProposalRow } from "@/lib/store/contract-proposals";
import type { Tx } from "@/lib/store/database";
import { recordEvents } from "@/lib/store/journal";

export type ProposalDeps = {
  newId: (prefix: IdPrefix) => string;
  /** Other engines than this release's: for tests that stand in for another release. */
  engines?: EngineTable;
};

const CLOCK: Actor = { kind: "system", id: "publish" };

type Step = "contract.proposed" | "contract.confirmed" | `contract.proposal_${Exclude<ProposalEnd, "published">}`;

export async function recordProposal(
  tx: Tx,
  deps: ProposalDeps,
  step: Step,
  actor: Actor,
  proposal: ProposalRow,
  at: number,
): Promise<void> {
  const { id: proposalId, tool, digest, baseVersion, people, peopleNeeded, role } = proposal;
  const data = { proposalId, digest, baseVersion, people: people.length, peopleNeeded, role };
  await recordEvents(tx, deps.newId, at, [{ type: step, actor, namespace: null, intentId: null, subject: tool, data }]);
}

/** Put away by somebody. */
export async function endProposal(
  tx: Tx,
  deps: ProposalDeps,
  as: "withdrawn" | "replaced",
  operatorId: string,
  proposal: ProposalRow,
  at: number,
): Promise<void> {
  await closeProposal(tx, { id: proposal.id, as, by: operatorId, at: new Date(at) });
  await recordProposal(tx, deps, `contract.proposal_${as}`, { kind: "operator", id: operatorId }, proposal, at);
}

/** The proposal that people can still confirm; one that is over by itself is closed as such. */
export async function closeOverdue(
  tx: Tx,
  deps: ProposalDeps,
  tool: string,
  activeVersion: number,
  at: number,
): Promise<ProposalRow | null> {
  const open = await findOpenProposal(tx, tool);
  if (open === null) return null;
  const isVoid = open.baseVersion !== activeVersion;
  if (!isVoid && at < open.expiresAt.getTime()) return open;
  const as = isVoid ? "void" : "expired";
  await closeProposal(tx, { id: open.id, as, by: null, at: new Date(at) });
  await recordProposal(tx, deps, `contract.proposal_${as}`, CLOCK, open, at);
  return null;
}
