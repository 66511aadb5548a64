import type { KnownProposal, ListedProposal } from "@/lib/store/contract-proposals";
import type { ProposalDto, ProposalTextDto } from "@/lib/wire/proposal";

export function toProposalDto(proposal: ListedProposal, nowMs: number): ProposalDto {
  const { id, tool, baseVersion, digest, format, warnings, people, peopleNeeded, role, names } = proposal;
  const { createdAt, expiresAt, closedAt, closedAs, closedBy, version } = proposal;
  const named = (operatorId: string) => ({ id: operatorId, name: names[operatorId] ?? operatorId });
  // Nobody closes what runs out until somebody comes by.
  const isExpired = closedAs === null && nowMs >= expiresAt.getTime();
  return {
    id,
    tool,
    state: isExpired ? "expired" : (closedAs ?? "open"),
    baseVersion,
    digest,
    format,
    warnings,
    people: people.map(({ operatorId, at }) => ({ ...named(operatorId), at: new Date(at).toISOString() })),
    peopleNeeded,
    role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    endedAt: (isExpired ? expiresAt : closedAt)?.toISOString() ?? null,
    endedBy: closedBy === null ? null : named(closedBy),
    version,
  };
}

export function toProposalTextDto(proposal: KnownProposal, nowMs: number): ProposalTextDto {
  return { ...toProposalDto(proposal, nowMs), source: proposal.source };
}
