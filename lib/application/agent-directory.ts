/**
 * Agents by the hash of their key, remembered for a while: an agent that submits all day costs no look-up a call.
 * Nobody may rely on it alone: intake looks at key and agent again inside its transaction, and before it says no, so
 * that a revocation, an expiry, a new label or another tool counts at once, by the database's clock.
 */
import { findAgentByKeyHash, type StoredAgent } from "@/lib/store/agents";
import type { Database } from "@/lib/store/database";
import type { OnUse } from "./authenticate";
import { UnauthenticatedError } from "./errors";

export type AgentDirectory = {
  load(keyHash: string): Promise<StoredAgent>;
  /** Reads it again; throws if the key is no longer good. */
  refresh(keyHash: string): Promise<void>;
  forget(keyHash: string): void;
};

const REMEMBERED_MAX = 10_000;
const TTL_MS = 60_000;

type Entry = { agent: StoredAgent; keyId: string; readAtMs: number };

export function makeAgentDirectory(deps: { db: Database; now: () => number; onUse: OnUse }): AgentDirectory {
  const entries = new Map<string, Entry>();

  async function read(keyHash: string): Promise<Entry> {
    const found = await findAgentByKeyHash(deps.db.client, keyHash);
    if (found === null) throw unknownKey();
    const { agent, keyId } = found;
    if (entries.size >= REMEMBERED_MAX) entries.clear();
    const entry = { agent, keyId, readAtMs: deps.now() };
    entries.set(keyHash, entry);
    return entry;
  }

  return {
    async load(keyHash) {
      const known = entries.get(keyHash);
      const entry = known !== undefined && deps.now() - known.readAtMs < TTL_MS ? known : await read(keyHash);
      deps.onUse({ kind: "agent_key", id: entry.keyId });
      return entry.agent;
    },
    async refresh(keyHash) {
      entries.delete(keyHash);
      await read(keyHash);
    },
    forget: (keyHash) => void entries.delete(keyHash),
  };
}

function unknownKey(): UnauthenticatedError {
  return new UnauthenticatedError("These credentials are not known, or no longer valid.");
}
