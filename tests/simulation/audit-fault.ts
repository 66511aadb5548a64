/** Reads an intent's history back from the audit alone: an unbroken chain of states that ends where the row is. */
import type { IntentRow } from "@/lib/store/intent-row";
import type { MemoryStore, TimedEvent } from "./memory-store";

export function auditFault(store: MemoryStore, row: IntentRow): string | null {
  const events = store.events.filter(({ intentId }) => intentId === row.id);
  const claims = events.filter(({ type }) => type === "intent.claim");
  const executing = claims.filter(({ data }) => data["to"] === "executing");
  const attempts = [...store.attempts.values()].filter(({ intentId }) => intentId === row.id);
  if (executing.length !== row.fence) return `${executing.length} claims for fence ${row.fence}`;
  if (attempts.length !== row.fence) return `${attempts.length} attempts for fence ${row.fence}`;
  const submitted = events.filter(({ type }) => type === "submission.recorded");
  if (submitted.length !== row.submissionCount) return `${submitted.length} of ${row.submissionCount} submissions`;
  return chainFault(events, row.state);
}

function chainFault(events: TimedEvent[], endsAs: string): string | null {
  let state: unknown = null;
  for (const { type, data } of events) {
    if (data["to"] === undefined) continue;
    // Opening says where it went; everything else where it came from, too.
    const from = type === "intent.opened" || type === "intent.reopened" ? state : data["from"];
    if (from !== state) return `${type} came from ${String(from)}, but it was ${String(state)}`;
    state = data["to"];
  }
  return state === endsAs ? null : `the audit ends as ${String(state)}, the row is ${endsAs}`;
}
