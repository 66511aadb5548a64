/** What a request carries: the args or the contract's own shape of them, the key where the contract wants it, as JSON or a form. */
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/domain/json";
import { valueAt } from "@/lib/domain/pointer";
import { UnsendableError } from "./refusals";
import { expandText, type TemplateValues } from "./template";

const ONE_ARGUMENT = /^\{args\.([A-Za-z0-9_.-]+)\}$/;

/** Absent: the args as they are. A string that is one expression keeps the type of what it names. */
export function mapBody(mapping: unknown, values: TemplateValues): JsonValue {
  if (mapping === undefined) return values.args;
  if (typeof mapping === "string") {
    const path = ONE_ARGUMENT.exec(mapping)?.[1];
    return path === undefined ? expandText(mapping, values) : (valueAt(values.args, path.split(".")) ?? null);
  }
  if (Array.isArray(mapping)) return mapping.map((item) => mapBody(item, values));
  if (typeof mapping !== "object" || mapping === null) return mapping as JsonValue;
  return Object.fromEntries(Object.entries(mapping).map(([name, item]) => [name, mapBody(item, values)]));
}

/** Over whatever stands there: nothing can take the key's place (L4). */
export function putKey(body: JsonValue, tokens: readonly string[], key: string): JsonObject {
  const [token, ...rest] = tokens;
  if (token === undefined || !isJsonObject(body)) {
    throw new UnsendableError("The body has no object where the key belongs.");
  }
  const below = Object.hasOwn(body, token) ? body[token] : undefined;
  return { ...body, [token]: rest.length === 0 ? key : putKey(below ?? {}, rest, key) };
}

/** Nested names: `a[b]` for members, `a[0]` for elements. Null and empty lists or objects have no field. */
export function encodeForm(body: JsonValue): string {
  if (!isJsonObject(body)) throw new UnsendableError("A form has named fields, and this body has none.");
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) appendField(form, name, value);
  return form.toString();
}

function appendField(form: URLSearchParams, name: string, value: JsonValue): void {
  if (value === null) return;
  if (typeof value !== "object") form.append(name, String(value));
  else for (const [inner, member] of Object.entries(value)) appendField(form, `${name}[${inner}]`, member);
}
