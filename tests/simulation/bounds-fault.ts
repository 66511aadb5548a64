/** Whether more happened without people than they allowed, counted from decisions and the ledger alone. */
import { countsTowardLimits } from "@/lib/domain/limits/counting";
import { LIMIT_MAX } from "./contracts";
import type { Downstream } from "./downstream";
import type { MemoryStore } from "./memory-store";

export function boundsFault(store: MemoryStore, downstream: Downstream): string | null {
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
