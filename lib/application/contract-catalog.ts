/**
 * Compiled contracts, once a version. Versions are immutable, so a compiled one is never stale; which version is
 * active is remembered briefly, and intake checks it again inside its transaction.
 */
import { type CompiledContract, compileContract } from "@/lib/domain/contract/compile-contract";
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import type { Terms } from "@/lib/domain/intent";
import type { JsonObject, JsonValue } from "@/lib/domain/json";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import { findActiveContract, findContractVersion } from "@/lib/store/contracts";
import type { Database, Tx } from "@/lib/store/database";
import { NotFoundError } from "./errors";

export type ContractCatalog = {
  active(tool: string): Promise<CompiledContract>;
  version(tool: string, version: number): Promise<CompiledContract>;
  /** Inside a transaction: both read through its own connection. */
  termsOf(tx: Tx, tool: string, version: number): Promise<Terms>;
  materialOf(tx: Tx, tool: string, version: number, args: JsonObject): Promise<Record<string, JsonValue>>;
  /** After a publish, or when intake found the remembered version out of date. */
  forget(tool: string): void;
};

const COMPILED_MAX = 5_000;
/** How long another process's publish may go unnoticed by a submission that the old version refuses. */
const ACTIVE_TTL_MS = 1_000;

type Client = Database["client"] | Tx;

export function makeContractCatalog(
  db: Database,
  now: () => number = performance.now.bind(performance),
): ContractCatalog {
  const compiled = new Map<string, CompiledContract>();
  const activeVersion = new Map<string, { number: number; readAtMs: number }>();

  function remember(tool: string, version: number, definition: ContractDefinition): CompiledContract {
    const id = `${tool}@${version}`;
    const known = compiled.get(id);
    if (known !== undefined) return known;
    const contract = compileContract(definition, version);
    const oldest = compiled.keys().next().value;
    if (compiled.size >= COMPILED_MAX && oldest !== undefined) compiled.delete(oldest);
    compiled.set(id, contract);
    return contract;
  }

  async function version(tool: string, number: number, client: Client = db.client): Promise<CompiledContract> {
    const known = compiled.get(`${tool}@${number}`);
    if (known !== undefined) return known;
    const stored = await findContractVersion(client, tool, number);
    if (stored === null) throw new NotFoundError("unknown_tool", `There is no version ${number} of the tool ${tool}.`);
    return remember(tool, number, stored.definition as ContractDefinition);
  }

  async function active(tool: string): Promise<CompiledContract> {
    const known = activeVersion.get(tool);
    if (known !== undefined && now() - known.readAtMs < ACTIVE_TTL_MS) return version(tool, known.number);
    const readAtMs = now();
    const stored = await findActiveContract(db.client, tool);
    if (stored === null)
      throw new NotFoundError(
        "unknown_tool",
        `No contract is published for the tool ${JSON.stringify(tool.slice(0, 128))}.`,
      );
    activeVersion.set(tool, { number: stored.version, readAtMs });
    return remember(tool, stored.version, stored.definition as ContractDefinition);
  }

  return {
    active,
    version,
    termsOf: async (tx, tool, number) => (await version(tool, number, tx)).terms,
    async materialOf(tx, tool, number, args) {
      const fields = normaliseArgs((await version(tool, number, tx)).fields, args);
      return fields.ok ? fields.material : {};
    },
    forget: (tool) => activeVersion.delete(tool),
  };
}
