import type { IdPrefix } from "@/lib/domain/id";
import { VERSIONS } from "./contracts";
import { executionStoreContract } from "./execution-store-contract";
import { toExecutionStore } from "./memory-execution-store";
import { MemoryStore } from "./memory-store";
import { toPending } from "./submission";

executionStoreContract("memory", async () => {
  let now = 1_000_000;
  let idCount = 0;
  const newId = (prefix: IdPrefix) => {
    idCount += 1;
    return `${prefix}_${String(idCount).padStart(6, "0")}`;
  };
  const memory = new MemoryStore({ now: () => now, newId, versions: VERSIONS, random: () => 0.5 });
  return {
    store: toExecutionStore(memory, "worker-1"),
    pending: async (sent) => toPending(sent),
    events: async (intentId) => memory.events.filter((event) => event.intentId === intentId),
    pass: async (ms) => {
      now += ms;
    },
    close: async () => undefined,
  };
});
