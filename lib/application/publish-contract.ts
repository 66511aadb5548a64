/** An owner publishes a contract: checked, stored as a new immutable version, and active at once. */
import type { Actor } from "@/lib/domain/actor";
import { checkContract } from "@/lib/domain/contract/check-contract";
import type { ContractError } from "@/lib/domain/contract/contract-error";
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import { derivationOf } from "@/lib/domain/contract/derivation";
import { digestJson } from "@/lib/domain/digest";
import type { IdPrefix } from "@/lib/domain/id";
import type { JsonValue } from "@/lib/domain/json";
import { recordEvents } from "@/lib/store/audit";
import {
  findActiveContract,
  findNewestVersion,
  insertContractVersion,
  lockTool,
  openDerivation,
} from "@/lib/store/contracts";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { InvalidError } from "./errors";
import { parseContractText } from "./parse-contract-text";

export type PublishInput = { tool: string; text: string; format: "yaml" | "json"; actor: Actor };
export type Published = { tool: string; version: number; warnings: string[]; changed: boolean };
export type PublishDeps = { db: Database; newId: (prefix: IdPrefix) => string; forget: (tool: string) => void };

export async function publishContract(deps: PublishDeps, input: PublishInput): Promise<Published> {
  const { definition, warnings } = checkContractText(input);
  const digest = digestJson(definition as unknown as JsonValue);
  const published = await deps.db.transaction(async (tx) => {
    await lockTool(tx, input.tool);
    const active = await findActiveContract(tx, input.tool);
    // The same text twice changes nothing: owners apply from git on every deploy.
    if (active?.digest === digest) return { tool: input.tool, version: active.version, warnings, changed: false };
    const version = ((await findNewestVersion(tx, input.tool))?.version ?? 0) + 1;
    const { text: source, format, actor } = input;
    await insertContractVersion(tx, {
      tool: input.tool,
      version,
      definition,
      source,
      format,
      digest,
      warnings,
      publishedBy: actor.id,
    });
    // What was submitted under the version before keeps its key: intake goes on reading that way as well.
    if (active !== null) await openDerivation(tx, input.tool, derivation(active.definition, active.version));
    await openDerivation(tx, input.tool, derivation(definition, version));
    const data = { version, digest, previous: active?.version ?? null };
    const event = { type: "contract.published", actor, namespace: null, intentId: null, subject: input.tool, data };
    await recordEvents(tx, deps.newId, await databaseNow(tx), [event]);
    return { tool: input.tool, version, warnings, changed: true };
  });
  deps.forget(input.tool);
  return published;
}

/** What publishing refuses, without publishing. */
export function checkContractText({ tool, text, format }: Omit<PublishInput, "actor">) {
  const checked = checkContract(parseContractText(text, format));
  if (!checked.ok) throw invalid(checked.errors);
  const { definition, warnings } = checked;
  if (definition.tool === tool) return { definition, warnings };
  throw invalid([
    { pointer: "/tool", message: `Expected ${tool}, the tool in the address; found ${definition.tool}.` },
  ]);
}

function derivation(definition: unknown, version: number) {
  return { digest: derivationOf(definition as ContractDefinition), version };
}

function invalid(errors: ContractError[]): InvalidError {
  return new InvalidError("invalid_contract", "The contract is not valid.", errors);
}
