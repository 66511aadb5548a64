/** An owner publishes a contract: checked, stored as a new immutable version, and active at once. */
import { parseDocument } from "yaml";
import type { Actor } from "@/lib/domain/actor";
import { type ContractError, checkContract } from "@/lib/domain/contract/check-contract";
import { digestJson } from "@/lib/domain/digest";
import type { IdPrefix } from "@/lib/domain/id";
import type { JsonValue } from "@/lib/domain/json";
import { recordEvents } from "@/lib/store/audit";
import { findActiveContract, insertContractVersion, listContractVersions, lockTool } from "@/lib/store/contracts";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { InvalidError } from "./errors";

export type PublishInput = { tool: string; text: string; format: "yaml" | "json"; actor: Actor };
export type Published = { tool: string; version: number; warnings: string[]; changed: boolean };
export type PublishDeps = { db: Database; newId: (prefix: IdPrefix) => string; forget: (tool: string) => void };

export async function publishContract(deps: PublishDeps, input: PublishInput): Promise<Published> {
  const written = parseText(input);
  const checked = checkContract(written);
  if (!checked.ok) throw invalid(checked.errors);
  const { definition, warnings } = checked;
  if (definition.tool !== input.tool) {
    throw invalid([
      { pointer: "/tool", message: `Expected ${input.tool}, the tool in the address; found ${definition.tool}.` },
    ]);
  }
  const digest = digestJson(definition as unknown as JsonValue);
  const published = await deps.db.transaction(async (tx) => {
    await lockTool(tx, input.tool);
    const active = await findActiveContract(tx, input.tool);
    // The same text twice changes nothing: owners apply from git on every deploy.
    if (active?.digest === digest) return { tool: input.tool, version: active.version, warnings, changed: false };
    const newest = (await listContractVersions(tx, input.tool))[0]?.version ?? 0;
    const version = newest + 1;
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
    const data = { version, digest, previous: active?.version ?? null };
    const event = { type: "contract.published", actor, namespace: null, intentId: null, subject: input.tool, data };
    await recordEvents(tx, deps.newId, await databaseNow(tx), [event]);
    return { tool: input.tool, version, warnings, changed: true };
  });
  deps.forget(input.tool);
  return published;
}

const YAML_ALIASES_MAX = 100;

function parseText({ text, format }: PublishInput): unknown {
  if (format === "json") {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw invalid([{ pointer: "", message: error instanceof Error ? error.message : "This is not JSON." }]);
    }
  }
  const document = parseDocument(text, { uniqueKeys: true });
  if (document.errors.length > 0) {
    // The library's message already says line and column, with the line itself below.
    throw invalid(
      document.errors.slice(0, 10).map((error) => ({ pointer: "", message: error.message.split("\n")[0] ?? "" })),
    );
  }
  return document.toJS({ maxAliasCount: YAML_ALIASES_MAX });
}

function invalid(errors: ContractError[]): InvalidError {
  return new InvalidError("invalid_contract", "The contract is not valid.", errors);
}
