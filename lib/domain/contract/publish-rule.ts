/**
 * Who publishes the version after this one, and how many of them. The active version speaks, never the one that is to
 * be published: nobody can publish the rule away alone.
 */
import type { ContractDefinition } from "./definition";

/** `role`: of those who confirm. Whoever proposes it is an admin, and counts as one. */
export type PublishRule = { role: "approver" | "admin"; peopleNeeded: number };

const ALONE: PublishRule = { role: "admin", peopleNeeded: 1 };

/** Null: nothing is published yet. */
export function publishRuleOf(active: Pick<ContractDefinition, "publish"> | null): PublishRule {
  const { role, approvals } = active?.publish ?? {};
  return { role: role ?? ALONE.role, peopleNeeded: approvals ?? ALONE.peopleNeeded };
}
