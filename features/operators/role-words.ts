import type { OperatorDto } from "@/lib/wire/session";

export type Role = OperatorDto["role"];

/** Each may do what those above may, and more. */
export const ROLES = [
  {
    value: "viewer",
    label: "Viewer",
    meaning: "Looks: sees everything that waits, ran and was found. Changes nothing.",
  },
  {
    value: "approver",
    label: "Approver",
    meaning: "Decides: approves, denies, resolves doubts, pauses and resumes.",
  },
  {
    value: "admin",
    label: "Admin",
    meaning: "Manages: contracts, agents, operators, grants and erasures, and orders the most valuable bypasses.",
  },
] as const satisfies { value: Role; label: string; meaning: string }[];

export function roleLabel(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}

const RANK: Record<Role, number> = { viewer: 0, approver: 1, admin: 2 };

/** What somebody should know before they change themself. Null: nothing is lost by it. */
export function selfWarning(from: Role, to: Role): string | null {
  if (RANK[to] >= RANK[from]) return null;
  return `This is you. As ${to === "approver" ? "an approver" : "a viewer"} you can no longer manage operators, so you cannot take this back yourself.`;
}
