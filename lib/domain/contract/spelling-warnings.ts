/**
 * The schema sees what the agent sent, before any normaliser: where its `type` or `enum` forbids what the rule would
 * read, another spelling of the same action is refused instead of recognised.
 */
import { ACCEPTED_TYPES } from "../normalise/accepted-types";
import type { NormaliserRule } from "../normalise/rule";
import { EVERY_ELEMENT } from "../pointer";
import type { ContractDefinition } from "./definition";
import { schemaAt } from "./schema-at";
import type { SchemaParts } from "./schema-parts";

export function spellingWarnings({ args, fields }: ContractDefinition): string[] {
  const rules = Object.entries(fields).flatMap(([pointer, rule]) => withElements(pointer, rule));
  const currencies = rules.flatMap(({ rule }) => (rule.as === "money" && rule.currency ? [rule.currency] : []));
  const unnamed = [...new Set(currencies)].filter((pointer) => !Object.hasOwn(fields, pointer));
  return [...rules, ...unnamed.map((pointer) => ({ pointer, rule: AS_CODE }))].flatMap(({ pointer, rule }) => {
    const found = schemaAt(args, pointer);
    return found.kind === "found"
      ? [...typeWarnings(pointer, rule, found.parts), ...enumWarnings(pointer, rule, found.parts)]
      : [];
  });
}

/** A currency that no rule names is compared as a code. */
const AS_CODE: NormaliserRule = { as: "code" };
/** Each value has one spelling, so a list of values cannot refuse another one. */
const ONE_SPELLING: ReadonlySet<string> = new Set(["json", "boolean", "set", "bag", "list"]);

/** The rule of a collection, and that of its elements. */
function withElements(pointer: string, rule: NormaliserRule): { pointer: string; rule: NormaliserRule }[] {
  if (!("of" in rule) || rule.of === undefined) return [{ pointer, rule }];
  return [{ pointer, rule }, ...withElements(`${pointer}/${EVERY_ELEMENT}`, rule.of)];
}

function typeWarnings(pointer: string, rule: NormaliserRule, { parts }: SchemaParts): string[] {
  if (rule.as === "json") return [];
  const declared = parts.flatMap(({ schema: { type }, certain }) =>
    certain && type !== undefined ? [[type].flat()] : [],
  );
  // `number` in a schema admits integers too.
  const forbidden = ACCEPTED_TYPES[rule.as].filter((name) =>
    declared.some((types) => !types.includes(name) && !(name === "integer" && types.includes("number"))),
  );
  if (forbidden.length === 0) return [];
  return [`${pointer}: the schema's type forbids ${forbidden.join(" and ")}, which \`as: ${rule.as}\` would accept.`];
}

function enumWarnings(pointer: string, rule: NormaliserRule, { parts }: SchemaParts): string[] {
  if (ONE_SPELLING.has(rule.as)) return [];
  if (
    !parts.some(({ schema, certain }) => certain && (Array.isArray(schema["enum"]) || Object.hasOwn(schema, "const")))
  )
    return [];
  const spellings = rule.as === "enum" ? "other spellings and aliases" : "other spellings";
  return [`${pointer}: the schema's enum refuses ${spellings} before \`as: ${rule.as}\` can read them.`];
}
