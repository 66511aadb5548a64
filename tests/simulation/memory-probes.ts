/** Doubts in memory: whose turn it is to be asked about, taken so that nobody else asks meanwhile. */
import type { ReservedProbe, ReserveWanted } from "@/lib/store/doubts";
import { ms } from "./instants";
import type { MemoryStore } from "./memory-store";

/** What is due for a question, one of each tool. */
export function reserveProbesInMemory(store: MemoryStore, { limit, underWay, forMs }: ReserveWanted): ReservedProbe[] {
  const askedAtMs = store.deps.now();
  const due = [...store.rows.values()].filter(({ probeAt, tool }) => ms(probeAt) <= askedAtMs && !underWay[tool]);
  return due.slice(0, limit).map((row) => {
    store.rows.set(row.id, { ...row, probeAt: new Date(askedAtMs + forMs) });
    const { id: intentId, tool, contractVersion, key, args } = row;
    return { intentId, tool, contractVersion, key, args, askedAtMs };
  });
}

export function releaseProbesInMemory(store: MemoryStore, intentIds: string[]): void {
  for (const row of intentIds.flatMap((id) => store.rows.get(id) ?? [])) {
    if (row.probeAt !== null) store.rows.set(row.id, { ...row, probeAt: new Date(store.deps.now()) });
  }
}
