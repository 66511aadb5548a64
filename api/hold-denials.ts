/** Who denied what about the same thing, when and why: what a person who decides on a `denied_before` should know. */
import { ifReadable } from "@/lib/application/contract-catalog";
import { isErased } from "@/lib/domain/erased";
import { deniedRowsOf } from "@/lib/store/denied-rows";
import type { IntentRow } from "@/lib/store/intent-row";
import type { DenialDto } from "@/lib/wire/intent";
import { toAboutDto } from "./about-dto";
import type { ApiDeps } from "./deps";

type Deps = Pick<ApiDeps, "catalog" | "db">;

/** By the id of the held intent; only of those that a denial holds. */
export async function denialsOf({ catalog, db }: Deps, rows: readonly IntentRow[]): Promise<Map<string, DenialDto[]>> {
  const held = rows.filter(({ state, hold }) => state === "held" && hold?.deniedBefore !== undefined);
  const ids = [...new Set(held.flatMap(({ hold }) => hold?.deniedBefore ?? []))];
  if (ids.length === 0) return new Map();
  const denied = await deniedRowsOf(db.client, ids);
  const denials = await Promise.all(
    denied.map(async (row): Promise<[string, DenialDto]> => {
      const { id: intentId, tool, contractVersion, args, endedBy, deniedByName, endedAt, endedReason } = row;
      const contract = await ifReadable(catalog.version(tool, contractVersion));
      const about = contract === null || isErased(row) ? null : toAboutDto(contract, args);
      const deniedBy = { id: endedBy, name: deniedByName ?? endedBy };
      return [intentId, { intentId, deniedBy, deniedAt: endedAt.toISOString(), reason: endedReason ?? "", about }];
    }),
  );
  const byId = new Map(denials);
  return new Map(held.map(({ id, hold }) => [id, (hold?.deniedBefore ?? []).flatMap((one) => byId.get(one) ?? [])]));
}
