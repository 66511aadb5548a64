import { type Hold, strictestRole } from "./intent";

/** What was asked for before is asked for again, in full: a later hold is never weaker, and starts without approvals. */
export function joinHolds(before: Hold | null, asked: Hold): Hold {
  if (before === null) return { ...asked, approvals: [] };
  const detail = asked.detail ?? before.detail;
  const deniedBefore = [...new Set([...(asked.deniedBefore ?? []), ...(before.deniedBefore ?? [])])];
  return {
    reasons: [...new Set([...before.reasons, ...asked.reasons])],
    rule: before.rule ?? asked.rule,
    approvalsNeeded: Math.max(before.approvalsNeeded, asked.approvalsNeeded),
    role: strictestRole(before.role, asked.role),
    approvals: [],
    since: asked.since,
    escalatedAt: null,
    expiresAt: Math.max(before.expiresAt, asked.expiresAt),
    ...(detail === undefined ? {} : { detail }),
    ...(deniedBefore.length === 0 ? {} : { deniedBefore }),
  };
}
