/**
 * A grant as a form holds it: everything is text until it is sent. What the form can know to be wrong is told before
 * anything is asked; the rest is the server's to judge, field by field.
 */
import { fromLocalInput } from "@/components/local-time";
import type { GrantBody, GrantPin } from "@/lib/wire/grant";
import { pinPointer } from "../field-name";
import type { PinnableField } from "./pinnable-fields";

export type PinTest = "any" | "eq" | "in" | "lte" | "lt" | "gte" | "gt" | "span";
/** `upTo`: the other end of a span. */
export type PinDraft = { test: PinTest; value: string; upTo: string };

export type GrantDraft = {
  tool: string;
  grantee: "agent" | "namespace";
  agentId: string;
  namespace: string;
  pins: Record<string, PinDraft>;
  /** In the reader's own time, as the input holds it. */
  expiresAt: string;
  usesMax: string;
  sumMax: string;
  sum: string;
  reason: string;
};

/** By where it stands in the body, as the server would say it. */
export type Problems = Record<string, string>;

const DIGITS_MAX = 15;

export const NO_PIN: PinDraft = { test: "any", value: "", upTo: "" };
export const NO_PINS = "Pin at least one argument: a grant that pins nothing would approve everything.";

export function pinOf(draft: GrantDraft, pointer: string): PinDraft {
  return draft.pins[pointer] ?? NO_PIN;
}

export function toWhere(draft: GrantDraft, fields: readonly PinnableField[]): Record<string, GrantPin> {
  const pins = fields.flatMap((field) => {
    const pin = toPin(pinOf(draft, field.pointer), field);
    return pin === null ? [] : [[field.pointer, pin] as const];
  });
  return Object.fromEntries(pins);
}

/** Null: any value will do, or what is written is none yet. */
function toPin({ test, value, upTo }: PinDraft, field: PinnableField): GrantPin | null {
  if (test === "any") return null;
  const written = valuesOf({ test, value, upTo }, field).map((text) => readValue(text, field));
  if (written.length === 0 || written.includes(undefined)) return null;
  const [first, second] = written;
  if (test === "in") return { in: written };
  if (test === "span") return { gte: first as string, lte: second as string };
  return { [test]: first };
}

/** Undefined: nothing that could be sent. */
function readValue(text: string, { value }: PinnableField): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (value.kind === "boolean") return trimmed === "true";
  const isJson = value.kind === "json" || (value.kind === "number" && value.isJson);
  return isJson ? parseJson(trimmed) : trimmed;
}

/** The values that a test needs, as they were typed. */
function valuesOf({ test, value, upTo }: PinDraft, field: PinnableField): string[] {
  if (test === "span") return [value, upTo];
  if (test !== "in") return [value];
  // Commas are part of JSON: there, one line is one value.
  const separator = field.value.kind === "json" ? "\n" : ",";
  return value.split(separator).filter((part) => part.trim() !== "");
}

export function findProblems(draft: GrantDraft, fields: readonly PinnableField[], nowMs: number): Problems {
  const problems: Problems = {};
  if (draft.tool === "") problems["/tool"] = "Choose a tool.";
  if (draft.grantee === "agent" && draft.agentId === "") problems["/agentId"] = "Choose an agent.";
  for (const field of fields) {
    const problem = pinProblem(pinOf(draft, field.pointer), field);
    if (problem !== null) problems[pinPointer(field.pointer)] = problem;
  }
  const isPinned = fields.some(({ pointer }) => pinOf(draft, pointer).test !== "any");
  if (draft.tool !== "" && !isPinned) problems["/where"] = NO_PINS;
  const expiresAt = fromLocalInput(draft.expiresAt);
  if (expiresAt === null) problems["/expiresAt"] = "Choose when it ends: no grant lasts for ever.";
  else if (Date.parse(expiresAt) <= nowMs) problems["/expiresAt"] = "Choose a time that is still to come.";
  if (draft.usesMax.trim() !== "" && !/^[1-9]\d{0,8}$/.test(draft.usesMax.trim())) {
    problems["/usesMax"] = "Write a whole number from 1 up, or nothing.";
  }
  return problems;
}

function pinProblem(pin: PinDraft, field: PinnableField): string | null {
  if (pin.test === "any") return null;
  const written = valuesOf(pin, field);
  if (written.length === 0 || written.some((text) => text.trim() === "")) return "Write a value, or allow any.";
  if (written.every((text) => readValue(text, field) !== undefined)) return null;
  if (field.value.kind === "number") return `Write a number of at most ${DIGITS_MAX} digits.`;
  return `Write JSON, such as ["a", "b"], with numbers of at most ${DIGITS_MAX} digits.`;
}

export function toBody(draft: GrantDraft, fields: readonly PinnableField[]): GrantBody {
  const isAgent = draft.grantee === "agent";
  const sumMax = draft.sumMax.trim();
  return {
    tool: draft.tool,
    ...(isAgent ? { agentId: draft.agentId } : { namespace: draft.namespace.trim() || "default" }),
    where: toWhere(draft, fields),
    expiresAt: fromLocalInput(draft.expiresAt) ?? "",
    ...(draft.usesMax.trim() !== "" && { usesMax: Number(draft.usesMax) }),
    ...(sumMax !== "" && { sumMax, ...(draft.sum !== "" && { sum: draft.sum }) }),
    ...(draft.reason.trim() !== "" && { reason: draft.reason.trim() }),
  };
}

/** The currency that an amount is read in: the contract's own, or the one that is pinned beside it. */
export function knownCurrency(draft: GrantDraft, field: PinnableField): string | null {
  if (field.currencyCode !== null || field.currencyAt === null) return field.currencyCode;
  const { test, value } = pinOf(draft, field.currencyAt);
  const code = value.trim().toUpperCase();
  return (test === "eq" || test === "in") && /^[A-Z]{3}$/.test(code) ? code : null;
}

/** A number with more digits than a double carries would pin something else than what was typed. */
function parseJson(text: string): unknown {
  const numbers = text.replace(/"(?:\\.|[^"\\])*"/g, '""').match(/\d[\d.]*/g) ?? [];
  const isTooLong = numbers.some((number) => number.replace(".", "").length > DIGITS_MAX);
  if (isTooLong) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
