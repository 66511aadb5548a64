/** The active version asks for more people than one: what this one wants to publish waits for the others. */
import type { PublishRule } from "@/lib/domain/contract/publish-rule";
import { insertProposal, type ProposalRow } from "@/lib/store/contract-proposals";
import type { Tx } from "@/lib/store/database";
import type { CheckedContract, ContractText } from "../check-contract-text";
import { ConflictError } from "../errors";
import { closeOverdue, endProposal, type ProposalDeps, recordProposal } from "./proposals";

/** Time enough for a person who is away for some days. */
const PROPOSAL_LASTS_MS = 7 * 86_400_000;

export type Proposing = ContractText & {
  checked: CheckedContract;
  baseVersion: number;
  rule: PublishRule;
  operatorId: string;
  at: number;
};

export async function proposeVersion(tx: Tx, deps: ProposalDeps, proposing: Proposing): Promise<ProposalRow> {
  const { tool, text: source, format, checked, baseVersion, rule, operatorId, at } = proposing;
  const open = await closeOverdue(tx, deps, tool, baseVersion, at);
  // Owners apply from git on every deploy: the same again is the same proposal, and nobody's second word.
  if (open?.digest === checked.digest) return open;
  if (open !== null) {
    requireOwn(open, operatorId);
    await endProposal(tx, deps, "replaced", operatorId, open, at);
  }
  const proposal: ProposalRow = {
    id: deps.newId("prp"),
    tool,
    baseVersion,
    source,
    format,
    digest: checked.digest,
    warnings: checked.warnings,
    people: [{ operatorId, at }],
    ...rule,
    createdAt: new Date(at),
    expiresAt: new Date(at + PROPOSAL_LASTS_MS),
  };
  await insertProposal(tx, proposal);
  await recordProposal(tx, deps, "contract.proposed", { kind: "operator", id: operatorId }, proposal, at);
  return proposal;
}

/** One's own word may be changed; somebody else's must be answered or taken back first. */
function requireOwn({ id, people }: ProposalRow, operatorId: string): void {
  if (people[0]?.operatorId === operatorId) return;
  throw new ConflictError("proposal_open", `Somebody else's proposal ${id} waits for people.`);
}
