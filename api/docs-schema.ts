/** JSON Schema as people read it: a table of members, and types in words. */
import { escapeHtml, toProse } from "./docs-html";
import type { JsonSchema } from "./openapi-schemas";

export function toFields(schema: JsonSchema): string {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0) return `<p>${toType(schema)}</p>`;
  const required = new Set((schema["required"] ?? []) as string[]);
  const rows = properties.map(([name, member]) => toRow(name, member, required.has(name)));
  return `<dl>${rows.join("")}</dl>`;
}

export function toRow(name: string, schema: JsonSchema, isRequired: boolean): string {
  const description = typeof schema["description"] === "string" ? ` ${toProse(schema["description"])}` : "";
  const mark = isRequired ? ' <b title="required">*</b>' : "";
  return `<dt><code>${escapeHtml(name)}</code>${mark}</dt><dd><em>${toType(schema)}</em>${description}</dd>`;
}

export function toType(schema: JsonSchema): string {
  if (typeof schema["$ref"] === "string") return toLink(schema["$ref"]);
  const variants = (schema["anyOf"] ?? schema["oneOf"]) as JsonSchema[] | undefined;
  if (variants !== undefined) return [...new Set(variants.map(toType))].join(" or ");
  if (schema["const"] !== undefined) return toCode(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map(toCode).join(", ");
  if (schema["type"] === "array") return `list of ${toType((schema["items"] ?? {}) as JsonSchema)}`;
  if (schema["type"] === "object") return toObject(schema);
  const type = schema["format"] ?? [schema["type"] ?? "anything"].flat().join(" or ");
  return `${escapeHtml(String(type))}${toBounds(schema)}`;
}

function toObject(schema: JsonSchema): string {
  const members = Object.keys((schema["properties"] ?? {}) as object);
  return members.length === 0 ? "object" : `object of ${members.map(toCode).join(", ")}`;
}

function toBounds(schema: JsonSchema): string {
  const least = schema["minimum"] ?? schema["minLength"];
  const most = schema["maximum"] ?? schema["maxLength"];
  const unit = schema["type"] === "string" ? " characters" : "";
  if (least === undefined && most === undefined) return "";
  if (most === undefined) return ` (at least ${least}${unit})`;
  return least === undefined ? ` (at most ${most}${unit})` : ` (${least} to ${most}${unit})`;
}

function toLink(reference: string): string {
  const name = escapeHtml(reference.slice(reference.lastIndexOf("/") + 1));
  return `<a href="#schema-${name}">${name}</a>`;
}

function toCode(value: unknown): string {
  return `<code>${escapeHtml(String(value))}</code>`;
}
