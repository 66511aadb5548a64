/**
 * Why an intent waits. A pause changes nothing that is stored: what is cleared and paused is shown as held, and a hold
 * whose clock stands still is shown without an end.
 */
import type { Hold } from "@/lib/domain/intent";
import { effectiveExpiry, stoppedLeftMs } from "@/lib/domain/pause/hold-clock";
import type { Pause } from "@/lib/domain/pause/pause";
import { holdOf, type IntentRow } from "@/lib/store/intent-row";
import type { StoredPause } from "@/lib/store/pauses";
import type { HoldDto, IntentDto } from "@/lib/wire/intent";
import type { Audience } from "./intent-dto";

/** Those that cover the intent, past ones too. Only operators are told who paused it, and why. */
export type ShownPauses = { pauses?: readonly (Pause | StoredPause)[] };

type Waiting = Pick<IntentDto, "state" | "hold">;

export function toWaiting(row: IntentRow, audience: Audience, { pauses = [] }: ShownPauses): Waiting {
  const active = pauses.filter(({ resumedAt }) => resumedAt === null);
  const paused = active.length > 0;
  const by = audience === "operator" ? toPausedDto(active) : {};
  if (row.state === "cleared" && paused) return { state: "held", hold: { ...NOTHING_TO_DECIDE, ...by } };
  const hold = row.state === "held" ? holdOf(row) : null;
  if (hold === null) return { state: row.state };
  const expiresAt = paused ? null : effectiveExpiry(hold, pauses);
  const leftMs = audience === "operator" ? stoppedLeftMs(hold, pauses) : null;
  const { reasons, role, approvalsNeeded } = hold;
  const standing = hold.approvals.filter((approval) => approval.argsDigest === row.argsDigest);
  return {
    state: row.state,
    hold: {
      reasons: paused ? [...new Set([...reasons, "paused" as const])] : reasons,
      rule: audience === "operator" ? hold.rule : null,
      role,
      approvalsNeeded,
      approvalsGiven: standing.length,
      ...(audience === "operator" ? toSeenDto(hold, standing) : {}),
      expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      ...(leftMs === null ? {} : { leftMs }),
      ...toDetailDto(hold, audience),
      ...by,
    },
  };
}

const NOTHING_TO_DECIDE: HoldDto = {
  reasons: ["paused"],
  rule: null,
  role: "approver",
  approvalsNeeded: 0,
  approvalsGiven: 0,
  expiresAt: null,
};

const NOT_SET_UP = "This tool is not set up completely. Its operators have been told; asking again is harmless.";

const DENIED_BEFORE =
  "A person denied something about the same target, so a person decides on this too. Other values or another key do not change that.";

/** Names of settings are no agent's business, nor who denied what and why. Rows of before lack the detail. */
function toDetailDto({ reasons, detail }: Hold, audience: Audience): Pick<HoldDto, "detail"> {
  if (audience === "operator") return detail === undefined ? {} : { detail };
  if (reasons.includes("configuration")) return { detail: NOT_SET_UP };
  return reasons.includes("denied_before") ? { detail: DENIED_BEFORE } : {};
}

/** What a person's approval builds on. */
function toSeenDto({ since }: Hold, standing: Hold["approvals"]): Pick<HoldDto, "since" | "approvedBy"> {
  return { since: new Date(since).toISOString(), approvedBy: standing.map(({ operatorId }) => operatorId) };
}

/** Of several the oldest: since then it has stood still. */
function toPausedDto(active: readonly (Pause | StoredPause)[]): Pick<HoldDto, "paused"> {
  const [first] = active.filter((pause) => "pausedBy" in pause).sort((left, right) => left.pausedAt - right.pausedAt);
  if (first === undefined) return {};
  return { paused: { reason: first.reason, by: first.pausedBy, since: new Date(first.pausedAt).toISOString() } };
}
