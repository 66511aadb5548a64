/**
 * Compiled contracts, once a version. Versions are immutable, so a compiled one is never stale; which version is
 * active is remembered briefly, and intake checks it again inside its transaction.
 */
import { type CompiledContract, compileContract } from "@/lib/domain/contract/compile-contract";
import type { Terms } from "@/lib/domain/intent";
import type { JsonObject, JsonValue } from "@/lib/domain/json";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import { findActiveContract, findContractVersion } from "@/lib/store/contracts";
import type { Database } from "@/lib/store/database";
import { NotFoundError } from "./errors";

export type ContractCatalog = {
  active(tool: string): Promise<CompiledContract>;
  version(tool: string, version: number): Promise<CompiledContract>;
  termsOf(tool: string, version: number): Promise<Terms>;
  materialOf(tool: string, version: number, args: JsonObject): Promise<Record<string, JsonValue>>;
  /** After a publish, or when intake found the remembered version out of date. */
  forget(tool: string): void;
};

const COMPILED_MAX = 5_000;

export function makeContractCatalog(db: Database): ContractCatalog {
  const compiled = new Map<string, CompiledContract>();
  const activeVersion = new Map<string, number>();

  function remember(tool: string, version: number, definition: unknown): CompiledContract {
    const id = `${tool}@${version}`;
    const known = compiled.get(id);
    if (known !== undefined) return known;
    const contract = compileContract(definition, version);
    const oldest = compiled.keys().next().value;
    if (compiled.size >= COMPILED_MAX && oldest !== undefined) compiled.delete(oldest);
    compiled.set(id, contract);
    return contract;
  }

  async function version(tool: string, number: number): Promise<CompiledContract> {
    const known = compiled.get(`${tool}@${number}`);
    if (known !== undefined) return known;
    const stored = await findContractVersion(db.client, tool, number);
    if (stored === null) throw new NotFoundError("unknown_tool", `There is no version ${number} of the tool ${tool}.`);
    return remember(tool, number, stored.definition);
  }

  async function active(tool: string): Promise<CompiledContract> {
    const number = activeVersion.get(tool);
    if (number !== undefined) return version(tool, number);
    const stored = await findActiveContract(db.client, tool);
    if (stored === null)
      throw new NotFoundError(
        "unknown_tool",
        `No contract is published for the tool ${JSON.stringify(tool.slice(0, 128))}.`,
      );
    activeVersion.set(tool, stored.version);
    return remember(tool, stored.version, stored.definition);
  }

  return {
    active,
    version,
    termsOf: async (tool, number) => (await version(tool, number)).terms,
    async materialOf(tool, number, args) {
      const fields = normaliseArgs((await version(tool, number)).fields, args);
      return fields.ok ? fields.material : {};
    },
    forget: (tool) => activeVersion.delete(tool),
  };
}
