import { spellDuration } from "@/components/duration";
import type { ContractTermsDto } from "@/lib/wire/contract";
import type { ReadContract } from "./read-definition";
import type { Statement } from "./statement";

type People = ContractTermsDto["bypass"];

/** Roles grow: who may do what an approver may includes every admin. */
const WHO: Record<People["role"], { one: string; many: string }> = {
  viewer: { one: "anybody who may sign in", many: "different people" },
  approver: { one: "an approver or an admin", many: "different approvers or admins" },
  admin: { one: "an admin", many: "different admins" },
};

export function peopleWords({ approvals, role }: People): string {
  return approvals === 1 ? WHO[role].one : `${approvals} ${WHO[role].many}`;
}

/** What follows "it is held until". */
export function approvalWords(people: People): string {
  return `${peopleWords(people)} ${people.approvals === 1 ? "approves" : "approve"} it`;
}

export function undoStatements({ terms: { undoMs } }: ReadContract): Statement[] {
  return undoMs === 0
    ? [{ text: "An approval takes effect at once: there is no time to take it back." }]
    : [{ text: `After an approval nothing runs for ${spellDuration(undoMs)}: until then it can be taken back.` }];
}

export function peopleStatements(contract: ReadContract): Statement[] {
  const { bypass, resolution, publish } = contract.terms;
  return [
    ...undoStatements(contract),
    { text: `Bypass: a second effect on purpose takes ${peopleWords(bypass)}, with a reason.` },
    { text: `In doubt: what happened is said, with evidence, by ${peopleWords(resolution)}${sameWords(resolution)}.` },
    { text: publishWords(publish) },
  ];
}

function sameWords({ approvals }: People): string {
  return approvals > 1 ? " who say the same" : "";
}

function publishWords({ approvals, role }: People): string {
  if (approvals === 1) return "A new version of this contract is published by an admin alone.";
  const others = approvals === 2 ? `${WHO[role].one} more` : `${approvals - 1} more ${WHO[role].many}`;
  return `A new version of this contract is proposed by an admin, and published once ${others} confirmed it.`;
}
