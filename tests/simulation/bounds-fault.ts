/** Whether more happened without people than they allowed, counted from decisions and the ledger alone. */
import { countsTowardLimits } from "@/lib/domain/limits/counting";
import { LIMIT_MAX } from "./contracts";
import type { Downstream } from "./downstream";
import type { MemoryStore } from "./memory-store";

export function boundsFault(store: MemoryStore, downstream: Downstream): string | null {
  const denial = denialFault(store, downstream);
  if (denial !== null) return denial;
  for (const grant of store.grants.values()) {
    const uses = store.decisions.filter(({ decidedBy, rule }) => decidedBy === "grant" && rule === grant.id);
    if (uses.length > (grant.usesMax ?? 0)) return `${grant.id} was used ${uses.length} of ${grant.usesMax} times`;
  }
  const acted = new Set(downstream.effects.flatMap(({ tool, intentId }) => (tool === "limited" ? [intentId] : [])));
  // What ended without a known effect gave back what it took: the record could not know better.
  const byPolicy = [...acted].filter((id) => {
    const row = store.rows.get(id);
    const isPersons = store.decisions.some(({ intentId, operatorId }) => intentId === id && operatorId !== null);
    return row !== undefined && countsTowardLimits(row.state) && !isPersons;
  });
  if (byPolicy.length > LIMIT_MAX)
    return `${byPolicy.join(", ")} passed a limit of ${LIMIT_MAX} and no person saw them`;
  return null;
}

/** What a person denied about a thing ran later, in another way, and no person said yes. The window of `brief` is too short. */
function denialFault({ rows, decisions }: MemoryStore, downstream: Downstream): string | null {
  const acted = new Set(downstream.effects.map(({ intentId }) => intentId));
  for (const [index, denied] of decisions.entries()) {
    const about = rows.get(String(denied.intentId));
    if (denied.verdict !== "deny" || about?.state !== "denied" || about.tool === "brief") continue;
    const passed = decisions.slice(index).find(({ intentId, verdict, operatorId }) => {
      const row = rows.get(String(intentId));
      const isAlike = row?.identityDigest === about.identityDigest && row.tool === about.tool && row.id !== about.id;
      return isAlike && verdict === "clear" && operatorId === null && acted.has(String(intentId));
    });
    if (passed !== undefined) return `${passed.intentId} ran, though a person had denied ${about.id}`;
  }
  return null;
}
