/** What publishing refuses, without publishing. */
import { checkContract } from "@/lib/domain/contract/check-contract";
import type { ContractError } from "@/lib/domain/contract/contract-error";
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import { digestJson } from "@/lib/domain/digest";
import type { JsonValue } from "@/lib/domain/json";
import { InvalidError } from "./errors";
import { parseContractText } from "./parse-contract-text";

export type ContractText = { tool: string; text: string; format: "yaml" | "json" };
/** `digest`: of what the text says, whatever its comments and layout. */
export type CheckedContract = { definition: ContractDefinition; digest: string; warnings: string[] };

export function checkContractText({ tool, text, format }: ContractText): CheckedContract {
  const checked = checkContract(parseContractText(text, format));
  if (!checked.ok) throw invalid(checked.errors);
  const { definition, warnings } = checked;
  if (definition.tool === tool) {
    return { definition, digest: digestJson(definition as unknown as JsonValue), warnings };
  }
  throw invalid([
    { pointer: "/tool", message: `Expected ${tool}, the tool in the address; found ${definition.tool}.` },
  ]);
}

function invalid(errors: ContractError[]): InvalidError {
  return new InvalidError("invalid_contract", "The contract is not valid.", errors);
}
