/**
 * An identity whose owner said nothing about its spelling is where one action becomes two: publishing says what it will
 * be compared as, and which normaliser would fit. A hint from a name or a format, never a decision.
 */
import { parsePointer } from "../pointer";
import type { ContractDefinition } from "./definition";
import type { Unsaid } from "./identity-rules";
import { schemaAt } from "./schema-at";
import type { SchemaParts } from "./schema-parts";

/** Whole words of a property's name, the last ones first: in `customerEmail` it is the e-mail that counts. */
const BY_NAME: Readonly<Record<string, string>> = byName({
  email: "email mail mailbox",
  phone: "phone telephone mobile tel fax msisdn",
  url: "url uri link href website homepage",
  country: "country",
  code: "currency code sku iban bic vin isbn coupon",
  money: "amount price total",
  date: "date day birthday",
  instant: "at time timestamp datetime instant",
  text: "name title subject street city reason memo note",
});
const BY_FORMAT: Readonly<Record<string, string>> = {
  email: "email",
  "idn-email": "email",
  uri: "url",
  iri: "url",
  date: "date",
  "date-time": "instant",
  uuid: "code",
};
const BY_TYPE: Readonly<Record<string, string>> = {
  number: "`as: decimal`, or `as: money` for an amount",
  boolean: "`as: boolean`",
  array: "`as: set`, `bag` or `list` with `of`",
  object: "a rule for each of its members",
};

export function identityWarnings({ args }: ContractDefinition, unsaid: Unsaid): string[] {
  return [...unsaid].flatMap(([pointer, as]) => {
    const found = schemaAt(args, pointer);
    const parts = found.kind === "found" ? found.parts : NOTHING;
    if (as === "in_condition") return [inConditionWarning(pointer)];
    if (as === "json") return [jsonWarning(pointer, parts)];
    const format = certain(parts, "format").find((name) => typeof name === "string");
    if (format !== undefined) return formatWarnings(pointer, format);
    return isFreeText(parts) ? [freeTextWarning(pointer)] : [];
  });
}

const NOTHING: SchemaParts = { parts: [], unclear: true };

function jsonWarning(pointer: string, parts: SchemaParts): string {
  const types = certain(parts, "type").flat().map(String);
  const fits = types.map((type) => (Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined)).find(Boolean);
  return `${pointer} identifies the action, has no \`as\` and is compared as JSON: another spelling of it is another action. ${fits === undefined ? "Give the schema a type, or the rule an `as`." : `What fits is ${fits}.`}`;
}

function inConditionWarning(pointer: string): string {
  return `${pointer} identifies the action, has no \`as\` and stays compared as JSON, because a policy condition names it: 77 and "77" are two actions. Write \`as: id\`, and compare with a text in the condition ("42" instead of 42); \`as: json\` keeps it.`;
}

function formatWarnings(pointer: string, format: string): string[] {
  const fits = Object.hasOwn(BY_FORMAT, format) ? BY_FORMAT[format] : undefined;
  if (fits === undefined) return [];
  return [
    `${pointer} identifies the action, has the format ${format} and no \`as\`: it is compared as an id, and capitals count. \`as: ${fits}\` would fit.`,
  ];
}

function freeTextWarning(pointer: string): string {
  return `${pointer} identifies the action and is free text (no \`as\`, no pattern, no format): it is compared as an id, capitals count, and what an agent writes around it ("order 77" for "77") makes another action. \`as: ${fittingName(pointer)}\` would fit; for an id, \`prefix\` says what to strip.`;
}

/** Numbers alone have one spelling, and a list of values or a pattern leaves no room for another. */
function isFreeText(parts: SchemaParts): boolean {
  const types = certain(parts, "type").flat();
  if (types.length > 0 && !types.includes("string")) return false;
  return ["pattern", "enum", "const"].every((keyword) => certain(parts, keyword).length === 0);
}

function certain({ parts }: SchemaParts, keyword: string): unknown[] {
  return parts.flatMap(({ schema, certain: holds }) =>
    holds && Object.hasOwn(schema, keyword) ? [schema[keyword]] : [],
  );
}

function fittingName(pointer: string): string {
  const property = parsePointer(pointer).findLast((token) => /[A-Za-z]/.test(token)) ?? "";
  const words = property.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  const known = words.reverse().find((word) => Object.hasOwn(BY_NAME, word));
  return known === undefined ? "id" : (BY_NAME[known] ?? "id");
}

function byName(words: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([normaliser, names]) => names.split(" ").map((name) => [name, normaliser])),
  );
}
