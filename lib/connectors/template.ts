/**
 * Fills a contract's templates (their grammar is the domain's; addresses expand as RFC 6570 says). Everything is encoded
 * but `{+config.X}`, so that nothing a model writes can add to a path or change a host.
 */
import type { Secret } from "@/lib/config/secrets";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/domain/json";
import { valueAt } from "@/lib/domain/pointer";
import {
  parseTemplate,
  shortName,
  type TemplateName,
  type TemplateOperator,
  type TemplatePart,
  type TemplateSubject,
  type TemplateUse,
} from "@/lib/domain/template";
import { ConfigurationError, UnsendableError } from "./refusals";

export type TemplateValues = {
  args: JsonObject;
  key: string;
  intentId: string;
  config: Record<string, string>;
  secrets: Map<string, Secret>;
  /** Filled while templates are expanded: what must be allowed to go where the request goes. */
  secretsUsed: Set<string>;
  /** For a listing, which is about no intent: what `{from}`, `{cursor}` and the like mean; null: not there yet. */
  listing?: Record<string, string | null>;
};

type Style = { first: string; separator: string; named: boolean; inPath: boolean };

const STYLES: Record<Exclude<TemplateOperator, "+">, Style> = {
  "": { first: "", separator: ",", named: false, inPath: true },
  "/": { first: "/", separator: "/", named: false, inPath: true },
  "?": { first: "?", separator: "&", named: true, inPath: false },
  "&": { first: "&", separator: "&", named: true, inPath: false },
};

export function expandAddress(template: string, values: TemplateValues): string {
  let address = "";
  for (const part of partsOf(template, "address", values)) {
    if (part.kind === "text") address += part.text;
    else if (part.operator === "+") address += part.names.map(({ name }) => text(lookUp(name, values))).join(",");
    else address += expand(part.names, STYLES[part.operator], values, address);
  }
  return address;
}

/** Headers and texts inside a body: one spelling for each value, nothing encoded. */
export function expandText(template: string, values: TemplateValues): string {
  return partsOf(template, "text", values)
    .map((part) => (part.kind === "text" ? part.text : part.names.map(({ name }) => text(lookUp(name, values))).join()))
    .join("");
}

/** Those of the contracts in use, parsed once. */
const parsed = new Map<string, TemplatePart[]>();
const PARSED_MAX = 2_000;

function partsOf(template: string, use: TemplateUse, values: TemplateValues): TemplatePart[] {
  const subject = subjectOf(values);
  const id = `${use} ${subject} ${template}`;
  const known = parsed.get(id);
  if (known !== undefined) return known;
  const parts = parseTemplate(template, use, subject);
  if (parsed.size >= PARSED_MAX) parsed.clear();
  parsed.set(id, parts);
  return parts;
}

function expand(names: TemplateName[], style: Style, values: TemplateValues, before: string): string {
  const expanded = names.flatMap((name) => {
    const value = lookUp(name.name, values);
    return isAbsent(value) ? [] : [expandOne(name, value, style)];
  });
  // `/customers/{args.id}` without an id would be the address of all customers.
  const standsInPath = style.inPath && !before.includes("?");
  if (standsInPath && (expanded.includes("") || (style.first === "" && expanded.length === 0))) {
    throw new UnsendableError("A part of the address would be empty.");
  }
  return expanded.length === 0 ? "" : style.first + expanded.join(style.separator);
}

function expandOne({ name, explode }: TemplateName, value: JsonValue, style: Style): string {
  const encode = style.inPath ? encodePathText : encodeStrictly;
  const label = style.named ? `${encodeStrictly(shortName(name))}=` : "";
  if (Array.isArray(value)) {
    const items = value.filter((item) => item !== null).map((item) => encode(text(item)));
    return explode ? items.map((item) => label + item).join(style.separator) : label + items.join(",");
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== null);
    const pairs = members.map(([key, member]) => [encode(key), encode(text(member))]);
    return explode ? pairs.map((pair) => pair.join("=")).join(style.separator) : label + pairs.flat().join(",");
  }
  return label + encode(text(value));
}

/** RFC 6570 calls these undefined: they are left out with their name. */
function isAbsent(value: JsonValue | undefined): value is undefined | null {
  if (value === undefined || value === null) return true;
  return typeof value === "object" && Object.values(value).every((member) => member === null);
}

function subjectOf({ listing }: TemplateValues): TemplateSubject {
  return listing === undefined ? "effect" : "list";
}

function lookUp(name: string, values: TemplateValues): JsonValue | undefined {
  if (values.listing !== undefined && Object.hasOwn(values.listing, name)) return values.listing[name];
  if (name === "key") return values.key;
  if (name === "intentId") return values.intentId;
  const [source, ...path] = name.split(".");
  if (source === "args") return valueAt(values.args, path);
  const setting = path.join(".");
  if (source === "config") {
    const known = Object.hasOwn(values.config, setting) ? values.config[setting] : undefined;
    return required(known, `INTERLOCK_CONFIG_${setting}`);
  }
  values.secretsUsed.add(setting);
  return required(values.secrets.get(setting)?.value, `INTERLOCK_SECRET_${setting}`);
}

function text(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** `.` and `..` are not escaped by encoding, and as a path segment they would lead elsewhere. */
function encodePathText(value: string): string {
  if (value === "." || value === "..") throw new UnsendableError('A part of the address would be "." or "..".');
  return encodeStrictly(value);
}

/** Everything but RFC 3986's unreserved characters. */
function encodeStrictly(value: string): string {
  if (!value.isWellFormed()) throw new UnsendableError("A part of the address would hold half a character.");
  return encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function required(value: string | undefined, name: string): string {
  if (value === undefined) throw new ConfigurationError(`${name} is not set on the worker.`);
  return value;
}
