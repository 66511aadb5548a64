/** Who may order a second effect, and how many of them (DESIGN 11). The one who orders counts as one. */
import { type Role, strictestRole } from "../intent";
import type { ContractDefinition } from "./definition";

export type BypassRule = { role: Role; peopleNeeded: number };

const EASY: BypassRule = { role: "approver", peopleNeeded: 1 };
const STRICT: BypassRule = { role: "admin", peopleNeeded: 2 };

export function bypassRuleOf(definition: Pick<ContractDefinition, "effect" | "value" | "bypass">): BypassRule {
  const { effect, value, bypass } = definition;
  const isGrave = effect === "irreversible" || (value === "high" && effect !== "read");
  const { role, peopleNeeded } = isGrave ? STRICT : EASY;
  return { role: bypass?.role ?? role, peopleNeeded: bypass?.approvals ?? peopleNeeded };
}

/** Nobody gets around one of them by way of another. */
export function strictestBypass(rules: readonly BypassRule[]): BypassRule {
  return rules.reduce(
    (left, right) => ({
      role: strictestRole(left.role, right.role),
      peopleNeeded: Math.max(left.peopleNeeded, right.peopleNeeded),
    }),
    { role: "viewer", peopleNeeded: 1 },
  );
}
