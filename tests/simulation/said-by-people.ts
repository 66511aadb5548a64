/** What the record says that people said: who spoke, of which attempt, and what. */
import type { IntentRow } from "@/lib/store/intent-row";
import type { MemoryStore, TimedEvent } from "./memory-store";

type Claimed = { intentId: string; fence: number };

/** A person said that nothing had happened, after the one claim and before the other. */
export function saidNotExecutedBetween(store: MemoryStore, before: Claimed, after: Claimed): boolean {
  const events = store.events.filter(({ intentId }) => intentId === before.intentId);
  const claimedAs = (fence: number) =>
    events.findIndex(
      ({ type, data }) => type === "intent.claim" && data["fence"] === fence && data["to"] === "executing",
    );
  return events.slice(claimedAs(before.fence), claimedAs(after.fence)).some((event) => says(event, "not_executed"));
}

export function saidNotExecuted(store: MemoryStore, row: IntentRow): boolean {
  return store.events.some((event) => event.intentId === row.id && says(event, "not_executed"));
}

/** A person named this very effect. */
export function saidExecuted(store: MemoryStore, row: IntentRow): boolean {
  return store.events.some(
    (event) => event.intentId === row.id && says(event, "executed") && event.data["effectId"] === row.effectId,
  );
}

function says({ type, actor, data }: TimedEvent, outcome: string): boolean {
  return type === "intent.resolve" && actor.kind === "operator" && data["outcome"] === outcome;
}
