/**
 * Ajv for one args schema (JSON Schema 2020-12), with everything replaced that is not exact or not linear in the size
 * of what a model sends: patterns (RE2), `uniqueItems` (every pair), `multipleOf` (floating point), the format `url`.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { RE2JS } from "re2js";
import { canonicalJson, type JsonValue } from "../json";
import { isMultipleOf } from "../normalise/plain-decimal";
import { parseUrl } from "../url";

/** Names of the standard that the library has no check for: they describe, they do not refuse. */
const DESCRIPTIVE_FORMATS = ["idn-email", "idn-hostname", "iri", "iri-reference"];
const EXTENSION = /^x-/;

const linearRegExp = Object.assign(
  (pattern: string, flags: string) => {
    const compiled = RE2JS.compile(pattern, flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0);
    // Ajv shares compiled patterns by their string form: without one of its own, all patterns would be the first.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => `/${pattern}/${flags}` };
  },
  { code: "linearRegExp" },
);

/** `isChecked`: it was published. To hold it against the standard's own schema again takes longest of all by far. */
export function makeSchemaCompiler(schema: unknown, { isChecked = false } = {}): Ajv2020 {
  const ajv = new Ajv2020({
    validateSchema: !isChecked,
    allErrors: true,
    useDefaults: true,
    // A keyword that means nothing is a typo, and a default that is never applied would be a lie.
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowUnionTypes: true,
    allowMatchingProperties: true,
    ownProperties: true,
    code: { regExp: linearRegExp },
  });
  addFormats.default(ajv);
  for (const name of DESCRIPTIVE_FORMATS) ajv.addFormat(name, true);
  ajv.addFormat("url", (text) => parseUrl(text) !== null);
  replaceKeywords(ajv);
  for (const name of extensionsIn(schema)) ajv.addKeyword(name);
  return ajv;
}

function replaceKeywords(ajv: Ajv2020): void {
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must not hold the same item twice" },
    validate: (wanted: boolean, items: JsonValue[]) =>
      !wanted || new Set(items.map(canonicalJson)).size === items.length,
  });
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    error: { message: (context) => `must be a multiple of ${String(context.schema)}` },
    validate: (step: number, value: number) => isMultipleOf(value, step),
  });
}

/** `x-…` is how other tools mark what is theirs. */
function extensionsIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== "object" || schema === null) return found;
  for (const [name, inner] of Object.entries(schema)) {
    if (EXTENSION.test(name)) found.add(name);
    extensionsIn(inner, found);
  }
  return found;
}
