/** Which engines make keys as a contract version does: those on record with its derivation, whatever this release has. */
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import { derivationOf } from "@/lib/domain/contract/derivation";
import { type Engines, FIRST_ENGINES } from "@/lib/domain/normalise/engines";
import { listDerivations, type StoredContract } from "@/lib/store/contracts";
import type { Database } from "@/lib/store/database";

type Version = Pick<StoredContract, "tool" | "definition">;

/** Of a version whose keys are no longer made: those that made them last. None on record: the first edition's. */
export async function findKeyEngines({ db }: { db: Database }, { tool, definition }: Version): Promise<Engines> {
  const all = await listDerivations(db.client, { tool });
  const own = all.filter(({ digest, engines }) => digest === derivationOf(definition as ContractDefinition, engines));
  return (own.findLast(({ retiredAt }) => retiredAt === null) ?? own.at(-1))?.engines ?? FIRST_ENGINES;
}
