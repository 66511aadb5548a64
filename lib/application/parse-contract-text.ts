/**
 * A contract's text as plain JSON values, or an error that says where and why not. Whatever the text, parsing it is
 * bounded: in nesting (the YAML composer recurses, and running out of stack there can end the process), in tokens (it
 * compares every key of a map with every other) and in what aliases expand to.
 */
import type { ContractError } from "@/lib/domain/contract/contract-error";
import { findJsonFault } from "@/lib/domain/contract/json-fault";
import { findUnusable } from "@/lib/domain/gate/unusable";
import type { JsonValue } from "@/lib/domain/json";
import { isDeeperThan, isValueDeeperThan } from "@/lib/domain/json-depth";
import { findUnsafeNumbers } from "@/lib/domain/normalise/lossless";
import { appendToken } from "@/lib/domain/pointer";
import { InvalidError } from "./errors";
import { type ParsedYaml, parseYaml } from "./parse-yaml";

const DEPTH_MAX = 64;
const EXPANDED_CHARS_MAX = 1024 * 1024;

const TOO_DEEP = `It is nested deeper than ${DEPTH_MAX} levels, or contains itself.`;
const INEXACT = "This number has more digits than can be carried exactly.";

export function parseContractText(text: string, format: "yaml" | "json"): unknown {
  if (text.includes("\u0000") || !text.isWellFormed()) {
    throw unusable("The text contains NUL or half a character (a lone surrogate).");
  }
  const value = format === "json" ? parseJson(text) : requireYaml(parseYaml(text, DEPTH_MAX));
  checkValue(value);
  requireMembers(value);
  return value;
}

/** An empty file, or one about something else: what its members lack is not what is wrong with it. */
function requireMembers(value: unknown): void {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
  const found = value === null ? "nothing" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
  throw unusable(`This is no contract: expected members such as \`tool: refund_payment\`, found ${found}.`);
}

function parseJson(text: string): unknown {
  if (isDeeperThan(text, DEPTH_MAX)) throw unusable(TOO_DEEP);
  const fault = findJsonFault(text);
  if (fault !== null) throw unusable(`${fault.message} At ${placeOf(text, fault.offset)}.`);
  const value = JSON.parse(text) as unknown;
  const inexact = findUnsafeNumbers(text).map((pointer) => ({ pointer, message: INEXACT }));
  if (inexact.length > 0) throw invalid(inexact);
  return value;
}

function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

function requireYaml(parsed: ParsedYaml): unknown {
  if (parsed.ok) return parsed.value;
  throw unusable(...(parsed.tooDeep ? [TOO_DEEP] : parsed.messages));
}

/** What YAML can say and JSON cannot, and what no program downstream could be trusted with. */
function checkValue(value: unknown): void {
  if (isValueDeeperThan(value, DEPTH_MAX)) throw unusable(TOO_DEEP);
  if ((JSON.stringify(value)?.length ?? 0) > EXPANDED_CHARS_MAX)
    throw unusable("Its aliases expand to more than 1 MiB.");
  const errors = [...infiniteNumbers(value, ""), ...findUnusable(value as JsonValue)];
  if (errors.length > 0) throw invalid(errors);
}

function infiniteNumbers(value: unknown, pointer: string): ContractError[] {
  if (typeof value === "number" && !Number.isFinite(value)) {
    return [{ pointer, message: "Expected a number: this one is infinite or not a number." }];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => infiniteNumbers(member, appendToken(pointer, name)));
}

function unusable(...messages: string[]): InvalidError {
  return invalid(messages.map((message) => ({ pointer: "", message })));
}

function invalid(errors: ContractError[]): InvalidError {
  return new InvalidError("invalid_contract", "The contract cannot be read.", errors);
}
