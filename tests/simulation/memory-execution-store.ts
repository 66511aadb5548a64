/** The store in memory as everybody else sees it: behind an await. */
import type { ExecutionStore } from "@/lib/application/execution-store";
import type { MemoryStore } from "./memory-store";

export function toExecutionStore(store: MemoryStore, worker: string): ExecutionStore {
  return {
    submit: async (batch) => store.submit(batch),
    claim: async (wanted) => store.claim(worker, wanted),
    settle: async (settlements) => store.settle(worker, settlements),
    sweep: async () => {
      const { lost, expired } = store.overdue();
      const moved = [...lost.map((one) => store.loseLease(one)), ...expired.map((id) => store.expireHold(id))];
      return moved.filter(Boolean).length;
    },
    apply: async (intentId, actor, event) => store.apply(intentId, actor, event),
    find: async (intentId) => store.rows.get(intentId) ?? null,
  };
}
