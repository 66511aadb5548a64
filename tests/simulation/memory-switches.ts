/** What people do to the store in memory that is about no single intent: approvals with limits, pauses, grants, publishes. */

import { checkGrant } from "@/lib/domain/grant/check-grant";
import type { Pause } from "@/lib/domain/pause/pause";
import type { IntentRow } from "@/lib/store/intent-row";
import type { MemoryStore } from "./memory-store";
import { overLimitIn, reserveInMemory } from "./memory-usage";

export type Person = { operatorId: string; role: "admin" };

/** `decide-intent`: clearing takes its share of every limit; one that asks for a person must have been seen. */
export function approveInMemory(store: MemoryStore, by: Person, row: IntentRow): IntentRow | null {
  const charges = store.prepared.get(row.submissionId)?.charges ?? [];
  const overLimit = overLimitIn(store, charges);
  const decisionId = store.deps.newId("dec");
  const event = { type: "approve", ...by, decisionId, argsDigest: row.argsDigest } as const;
  const actor = { kind: "operator", id: by.operatorId } as const;
  const approved = store.tryApply(row.id, actor, overLimit === undefined ? event : { ...event, overLimit });
  if (approved?.state === "cleared") reserveInMemory(store, row.id, charges);
  return approved;
}

type Place = Pick<Pause, "covers" | "target">;

/** Pausing what is paused changes nothing. */
export function pauseInMemory(store: MemoryStore, by: Person, place: Place): boolean {
  if (store.pauses.some((pause) => pause.resumedAt === null && isAt(pause, place))) return false;
  store.pauses.push({ ...place, pausedAt: store.deps.now(), resumedAt: null });
  tell(store, by, "paused", place.target);
  return true;
}

/** A clock that went backwards never makes a pause end before it began. */
export function resumeInMemory(store: MemoryStore, by: Person, place: Place): void {
  for (const [index, pause] of store.pauses.entries()) {
    if (pause.resumedAt !== null || !isAt(pause, place)) continue;
    store.pauses[index] = { ...pause, resumedAt: Math.max(pause.pausedAt, store.deps.now()) };
    tell(store, by, "resumed", place.target);
  }
}

function isAt(pause: Place, { covers, target }: Place): boolean {
  return pause.covers === covers && pause.target === target;
}

export type AskedGrant = { tool: string; amountMax: number; usesMax: number; lastsMs: number };

export function grantInMemory(store: MemoryStore, by: Person, asked: AskedGrant): string {
  const { tool, amountMax, usesMax, lastsMs } = asked;
  const at = store.deps.now();
  const { definition } = store.contractOf({ tool, contractVersion: store.activeVersion(tool) });
  const where = { "/amount": { lte: amountMax } };
  const checked = checkGrant(definition, { where, sumMax: null, sum: null, expiresAt: at + lastsMs }, at);
  if (!checked.ok) throw new TypeError(JSON.stringify(checked.errors));
  const id = store.deps.newId("grt");
  const counters = { usesMax, usesCount: 0, sums: {} };
  const grantee = { namespace: "default", agentId: null };
  store.grants.set(id, { id, tool, ...grantee, ...checked.terms, expiresAt: at + lastsMs, ...counters });
  tell(store, by, "grant.created", id);
  return id;
}

/** The next version becomes the active one; the derivation before it stays open. */
export function publishInMemory(store: MemoryStore, by: Person, tool: string): boolean {
  const version = store.activeVersion(tool) + 1;
  if (store.deps.versions.get(tool)?.[version - 1] === undefined) return false;
  store.activeVersions.set(tool, version);
  tell(store, by, "contract.published", tool);
  return true;
}

function tell(store: MemoryStore, { operatorId }: Person, type: string, subject: string): void {
  const actor = { kind: "operator", id: operatorId } as const;
  store.record({ type, actor, namespace: null, intentId: null, subject, data: {} });
}
