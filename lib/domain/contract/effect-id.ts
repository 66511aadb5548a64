/**
 * Where a downstream says what it calls the thing it did: at a pointer of its answer, in a header (a 201 with `Location`),
 * in a text, or nowhere, because the caller chose the id. What cannot be found or is empty is no effect id; one of any
 * length is.
 */
import * as z from "zod";
import type { JsonObject, JsonValue } from "../json";
import { appendToken, parsePointer, valueAt } from "../pointer";
import { compilePattern } from "../policy/condition-pattern";
import { parseTemplate } from "../template";
import { attempt, type ContractError } from "./contract-error";
import { HeaderName, Pointer } from "./member";
import { schemaAt } from "./schema-at";

const Pattern = z.string().min(1).max(500);
const EXPECTED =
  'Expected a pointer such as /id, or one of {header: location, match: "/tickets/(.+)"}, {text: "note_[0-9]+"} or {value: "{args.id}"}.';

export const EffectIdSource = z.union(
  [
    Pointer,
    z.strictObject({ header: HeaderName, match: Pattern.optional() }),
    z.strictObject({ text: Pattern }),
    z.strictObject({ value: z.string().min(1).max(500) }),
  ],
  { error: EXPECTED },
);
export type EffectIdSource = z.infer<typeof EffectIdSource>;

/** By the caller: nothing in the answer says it. */
export function isChosen(source: EffectIdSource | undefined): source is { value: string } {
  return typeof source === "object" && "value" in source;
}

export type AnswerParts = { headers: Record<string, string>; body: JsonValue | undefined };
/** What the attempt was about: the caller's own words. */
export type Subject = { args: JsonObject; key: string; intentId: string };

export function findEffectId(source: EffectIdSource, answer: AnswerParts, subject: Subject): string | null {
  const found = find(source, answer, subject);
  return found === "" ? null : found;
}

function find(source: EffectIdSource, { headers, body }: AnswerParts, subject: Subject): string | null {
  if (typeof source === "string") return spell(valueAt(body ?? null, parsePointer(source)));
  if ("value" in source) return chosenId(source.value, subject);
  if ("text" in source)
    return typeof body === "string" ? matchIn(body, source.text) : matchIn(asText(body), source.text);
  const value = headers[source.header.toLowerCase()];
  if (value === undefined) return null;
  return source.match === undefined ? value.trim() : matchIn(value, source.match);
}

/** A text that happens to be JSON was parsed before anybody asked for it. */
function asText(body: JsonValue | undefined): string {
  return body === undefined || body === null ? "" : JSON.stringify(body);
}

/** The group where there is one, else the whole match. */
function matchIn(text: string, pattern: string): string | null {
  const matcher = compilePattern(pattern).matcher(text);
  return matcher.find() ? matcher.group(matcher.groupCount() === 0 ? 0 : 1) : null;
}

/** Half an id is another thing's id: without one of its parts there is none. */
function chosenId(template: string, subject: Subject): string | null {
  const pieces = parseTemplate(template).flatMap((part) =>
    part.kind === "text" ? [part.text] : part.names.map(({ name }) => spell(partOf(name, subject)) ?? ""),
  );
  return pieces.includes("") ? null : pieces.join("");
}

function partOf(name: string, { args, key, intentId }: Subject): JsonValue | undefined {
  if (name === "key") return key;
  return name === "intentId" ? intentId : valueAt(args, name.split(".").slice(1));
}

function spell(value: JsonValue | undefined): string | null {
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

/** "at /id", "in the header location": for a sentence about an answer. */
export function placeOf(source: EffectIdSource): string {
  if (typeof source === "string") return `at ${source}`;
  if ("header" in source) return `in the header ${source.header}`;
  return "text" in source ? "in its text" : "made from the args";
}

type Schema = Record<string, unknown>;
type Checked = { args: Schema; pointer: string; connector: "http" | "mcp" | "probe" };

export function effectIdErrors(source: EffectIdSource, { args, pointer, connector }: Checked): ContractError[] {
  if (typeof source === "string") return [];
  if ("value" in source) return valueErrors(source.value, args, `${pointer}/value`);
  if ("text" in source) return patternErrors(source.text, `${pointer}/text`);
  if (connector === "mcp") {
    const message = "An MCP server answers in its result: expected a pointer, {text} or {value}.";
    return [{ pointer: `${pointer}/header`, message }];
  }
  return source.match === undefined ? [] : patternErrors(source.match, `${pointer}/match`);
}

function patternErrors(pattern: string, pointer: string): ContractError[] {
  return attempt(pointer, () => {
    const groups = compilePattern(pattern).groupCount();
    if (groups > 1) throw new TypeError(`Expected at most one group, which is the effect id; this has ${groups}.`);
  });
}

function valueErrors(template: string, args: Schema, pointer: string): ContractError[] {
  return attempt(pointer, () => {
    const names = parseTemplate(template).flatMap((part) => (part.kind === "text" ? [] : part.names));
    if (names.length === 0)
      throw new TypeError("Expected one of {args.…}, {key} or {intentId}: a fixed text names nothing.");
    for (const { name } of names) {
      if (name.startsWith("config.") || name.startsWith("secret."))
        throw new TypeError(`An effect id is shown to everyone and made from the call: {${name}} is no part of it.`);
      const at = name.split(".").slice(1).reduce(appendToken, "");
      if (name.startsWith("args.") && schemaAt(args, at).kind === "absent")
        throw new TypeError(`The template names {${name}}, but the args schema has no property at ${at}.`);
    }
  });
}

/** Takes a source without errors. An id that is missing at run time leaves the intent in doubt. */
export function effectIdWarnings(source: EffectIdSource | undefined, args: Schema, where: string): string[] {
  if (!isChosen(source)) return [];
  const names = parseTemplate(source.value).flatMap((part) => (part.kind === "text" ? [] : part.names));
  return names.flatMap(({ name }) => {
    if (!name.startsWith("args.")) return [];
    const found = schemaAt(args, name.split(".").slice(1).reduce(appendToken, ""));
    const isSure = found.kind !== "found" || found.required || Object.hasOwn(found.schema, "default");
    return isSure
      ? []
      : [`${where} is made from {${name}}, which is not required: without it the outcome is in doubt.`];
  });
}
