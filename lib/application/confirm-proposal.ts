/**
 * Another person confirms what somebody wants to publish. The last one who is needed publishes it, in the same
 * transaction, exactly as one person alone would have.
 *
 * C1  They confirm the digest that was on their screen (L10); a proposal's text never changes.
 * C2  Nothing was published since it was proposed: they have seen the difference to the version that is still active.
 * C3  People are counted when the last of them speaks: each another person, still enabled, still with the role, and one
 *     of them an admin, because publishing is an admin's.
 */
import { closeProposal, findProposal, type KnownProposal, updatePeople } from "@/lib/store/contract-proposals";
import { findActiveContract, lockTool, type StoredContract } from "@/lib/store/contracts";
import type { Tx } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import type { StoredOperator } from "@/lib/store/operators";
import { checkContractText } from "./check-contract-text";
import { ConflictError, NotFoundError } from "./errors";
import { activateVersion } from "./publish/activate-version";
import { recordProposal } from "./publish/proposals";
import { holdStanding, requireStanding } from "./publish/standing";
import { type PublishDeps, type Published, requireActive } from "./publish-contract";

export type ConfirmInput = { tool: string; proposalId: string; digest: string; operator: StoredOperator };
/** Null: more people must confirm it first. */
export type Confirmed = Published | null;

export async function confirmProposal(deps: PublishDeps, input: ConfirmInput): Promise<Confirmed> {
  const confirmed = await deps.db.transaction((tx) => confirm(tx, deps, input));
  if (confirmed !== null) deps.forget(input.tool);
  return confirmed;
}

async function confirm(tx: Tx, deps: PublishDeps, input: ConfirmInput): Promise<Confirmed> {
  const { tool, proposalId, operator } = input;
  await lockTool(tx, tool);
  const known = await findProposal(tx, tool, proposalId);
  if (known === null) throw new NotFoundError("not_found", "There is no such proposal.");
  const active = await findActiveContract(tx, tool);
  const at = await databaseNow(tx);
  requireLive(known, input.digest, active, at);
  if (known.people.some(({ operatorId }) => operatorId === operator.id)) {
    const correctiveAction = "Another person must confirm it.";
    throw new ConflictError("already_approved", "You stand behind this proposal already.", { correctiveAction });
  }
  await requireStanding(tx, operator.id, known.role);
  const proposal = { ...known, people: [...known.people, { operatorId: operator.id, at }] };
  await updatePeople(tx, proposal);
  await recordProposal(tx, deps, "contract.confirmed", { kind: "operator", id: operator.id }, proposal, at);
  const { people, hasAdmin } = await holdStanding(tx, proposal);
  if (people.length < proposal.peopleNeeded || !hasAdmin) return null;
  return publishProposal(tx, deps, { ...proposal, people }, { active, operator, at });
}

/** The digest comes before clock and person. */
function requireLive(known: KnownProposal, digest: string, active: StoredContract | null, at: number): void {
  if (known.closedAs !== null) throw new ConflictError("proposal_over", endWords(known));
  if (known.digest !== digest) {
    throw new ConflictError("proposal_changed", "The proposal is not what was on the screen.");
  }
  requireActive(active, known.baseVersion);
  if (at < known.expiresAt.getTime()) return;
  throw new ConflictError("proposal_over", endWords({ ...known, closedAs: "expired", closedAt: known.expiresAt }));
}

function endWords({ closedAs, closedAt, closedBy, names, version }: KnownProposal): string {
  const by = closedBy === null ? "" : ` by ${names[closedBy] ?? closedBy}`;
  const when = closedAt === null ? "" : `, ${closedAt.toISOString()}`;
  if (closedAs === "published") return `It was published as version ${version}${by}${when}.`;
  if (closedAs === "void") return `It is void: another version was published${when}.`;
  return `It ${END_WORDS[closedAs ?? "expired"]}${by}${when}.`;
}

const END_WORDS = { withdrawn: "was withdrawn", replaced: "was replaced", expired: "has expired" };

type Last = { active: StoredContract | null; operator: StoredOperator; at: number };

async function publishProposal(
  tx: Tx,
  deps: PublishDeps,
  proposal: KnownProposal,
  { active, operator, at }: Last,
): Promise<Published> {
  const { id, tool, source: text, format, people } = proposal;
  const checked = checkContractText({ tool, text, format });
  if (checked.digest !== proposal.digest) {
    // Only another version of Interlock can read the same text in another way.
    throw new ConflictError("proposal_changed", "The text is read in another way than when it was proposed.");
  }
  const operatorIds = people.map(({ operatorId }) => operatorId);
  const publishedBy = operatorIds[0] ?? operator.id;
  const more = { proposalId: id, people: operatorIds };
  const actor = { kind: "operator", id: operator.id } as const;
  const activation = { tool, text, format, checked, active, actor, publishedBy, more, at };
  const version = await activateVersion(tx, deps, activation);
  await closeProposal(tx, { id, as: "published", by: operator.id, at: new Date(at), version });
  return { tool, version, warnings: checked.warnings, changed: true, proposal: null };
}
