/** What pausing and resuming share: what is named must exist, and both are on record in the same words. */
import type { AuditEvent } from "@/lib/domain/actor";
import { type PauseScope, targetOf } from "@/lib/domain/pause/pause";
import { findAgent } from "@/lib/store/agents";
import { findActiveContract } from "@/lib/store/contracts";
import type { Database, Tx } from "@/lib/store/database";
import type { StoredOperator } from "@/lib/store/operators";
import { NotFoundError } from "./errors";

export type PauseTarget = { namespace: string | null };

export async function loadPauseTarget(tx: Tx | Database["client"], scope: PauseScope): Promise<PauseTarget> {
  switch (scope.covers) {
    case "everything":
      return { namespace: null };
    case "tool": {
      if ((await findActiveContract(tx, scope.tool)) !== null) return { namespace: null };
      throw new NotFoundError("unknown_tool", "No contract is published under this name.");
    }
    case "agent": {
      const agent = await findAgent(tx, scope.agentId);
      if (agent === null) throw new NotFoundError("not_found", "There is no such agent.");
      return { namespace: agent.namespace };
    }
  }
}

export function pauseEvent(
  what: "paused" | "resumed",
  { scope, namespace, operator }: PauseTarget & { scope: PauseScope; operator: StoredOperator },
  data: Record<string, unknown>,
): AuditEvent {
  const subject = scope.covers === "everything" ? null : targetOf(scope);
  const actor = { kind: "operator", id: operator.id } as const;
  return { type: `${scope.covers}.${what}`, actor, namespace, intentId: null, subject, data };
}
