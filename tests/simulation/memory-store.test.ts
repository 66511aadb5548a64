import type { IdPrefix } from "@/lib/domain/id";
import { VERSIONS } from "./contracts";
import { executionStoreContract } from "./execution-store-contract";
import { bypassInMemory } from "./memory-bypass";
import { eraseInMemory } from "./memory-erasure";
import { toExecutionStore } from "./memory-execution-store";
import { MemoryStore } from "./memory-store";
import {
  approveInMemory,
  grantInMemory,
  type Person,
  pauseInMemory,
  publishInMemory,
  resumeInMemory,
} from "./memory-switches";
import { type PeopleStage, peopleStoreContract } from "./people-store-contract";
import { toPending } from "./submission";

const ADMIN: Person = { operatorId: "opr_1", role: "admin" };
const placeOf = (target: string) => ({ covers: "tool", target }) as const;

executionStoreContract("memory", openStage);
peopleStoreContract("memory", openStage);

async function openStage(): Promise<PeopleStage> {
  let now = 1_000_000;
  let idCount = 0;
  const newId = (prefix: IdPrefix) => {
    idCount += 1;
    return `${prefix}_${String(idCount).padStart(6, "0")}`;
  };
  const memory = new MemoryStore({ now: () => now, newId, versions: VERSIONS, random: () => 0.5 });
  return {
    store: toExecutionStore(memory, "worker-1"),
    pending: async (sent) => toPending(sent, memory.activeVersion(sent.tool)),
    events: async (intentId) => memory.events.filter((event) => event.intentId === intentId),
    pass: async (ms) => {
      now += ms;
    },
    people: {
      approve: async (row) => void approveInMemory(memory, ADMIN, row),
      bypass: async (id) => void bypassInMemory(memory, ADMIN, id),
      pause: async (tool) => void pauseInMemory(memory, ADMIN, placeOf(tool)),
      resume: async (tool) => resumeInMemory(memory, ADMIN, placeOf(tool)),
      grant: async (asked) => void grantInMemory(memory, ADMIN, asked),
      publish: async (tool) => void publishInMemory(memory, ADMIN, tool),
      erase: async (id) => void eraseInMemory(memory, id),
    },
    close: async () => undefined,
  };
}
