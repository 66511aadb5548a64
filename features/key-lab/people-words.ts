import type { ProposalDto } from "@/lib/wire/proposal";

export function morePeople(count: number): string {
  return count === 1 ? "one more person" : `${count} more people`;
}

/** "one more person has confirmed it": what must come before it is published. */
export function onceConfirmed({ people, peopleNeeded }: Pick<ProposalDto, "people" | "peopleNeeded">): string {
  return haveConfirmed(Math.max(1, peopleNeeded - people.length));
}

function haveConfirmed(count: number): string {
  return `${morePeople(count)} ${count === 1 ? "has" : "have"} confirmed it`;
}

/** How many it takes to publish, told to whoever is about to begin. */
export function publishersWords(peopleNeeded: number, version: number): string {
  if (peopleNeeded === 1) return "You publish it alone; it is active at once.";
  return `Version ${version} asks for ${peopleNeeded} people: it waits until ${haveConfirmed(peopleNeeded - 1)}.`;
}

export type Confirmer = { id: string; role: "viewer" | "approver" | "admin" };

/** Null: they may confirm it. Else why not, told to themselves. */
export function whyNotConfirm({ people, role }: ProposalDto, operator: Confirmer): string | null {
  const index = people.findIndex(({ id }) => id === operator.id);
  if (index === 0) return "You proposed it. Somebody else confirms.";
  if (index > 0) return "You have confirmed it. Somebody else must too.";
  const isAble = operator.role === "admin" || (operator.role === "approver" && role === "approver");
  return isAble
    ? null
    : `Your role is ${operator.role}. ${role === "admin" ? "An admin" : "An approver or an admin"} confirms it.`;
}

/** Whoever stands behind it may always step back. */
export function mayWithdraw({ people }: ProposalDto, operator: Confirmer): boolean {
  return operator.role === "admin" || people.some(({ id }) => id === operator.id);
}
