/**
 * JSON Schema of what is on the wire, from the zod schemas themselves. A schema with a name becomes a component and is
 * referred to; the others stand where they are used.
 *
 * What we read is described as callers write it, what we answer as they get it. Answers stay open: a later version may
 * add members, and a client that validates must not break on one.
 */
import * as z from "zod";
import { FieldRule, NormaliserRule } from "@/lib/domain/normalise/rule";

export type JsonSchema = Record<string, unknown>;
type Direction = "input" | "output";

const COMPONENTS = "#/components/schemas/";

export function makeSchemas() {
  const components = new Map<string, JsonSchema>();

  function add(id: string, schema: JsonSchema): void {
    const before = components.get(id);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new TypeError(`${id} is read in one shape and answered in another: give them two names.`);
    }
    components.set(id, schema);
  }

  function refer(schema: z.ZodType, io: Direction): JsonSchema {
    const { root, parts } = toJson(schema, io);
    for (const [id, part] of Object.entries(parts)) add(id, part);
    return root;
  }

  const all = () =>
    Object.fromEntries([...components].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)));
  return { refer, all };
}

type Parts = Record<string, JsonSchema>;

function toJson(schema: z.ZodType, io: Direction): { root: JsonSchema; parts: Parts } {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any", override });
  let text = JSON.stringify(json);
  const unnamed = Object.entries((json.$defs ?? {}) as Parts).filter(([id]) => id.startsWith("__"));
  for (const [id, part] of unnamed) {
    // A lazy schema is a reference to the one it names; anything else that is made up has no lasting name.
    if (typeof part["$ref"] !== "string") throw new TypeError("A schema that refers to itself needs a name.");
    text = text.replaceAll(`"#/$defs/${id}"`, JSON.stringify(part["$ref"]));
  }
  const { $defs = {}, ...root } = JSON.parse(text.replaceAll('"#/$defs/', `"${COMPONENTS}`)) as JsonSchema;
  const parts = Object.entries($defs as Parts).filter(([id]) => !id.startsWith("__"));
  return { root, parts: Object.fromEntries(parts) };
}

function override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const { def } = zodSchema._zod;
  if (def.type === "object" && def.catchall === undefined) delete jsonSchema["additionalProperties"];
  // What every double can carry needs no saying.
  if (jsonSchema["minimum"] === Number.MIN_SAFE_INTEGER) delete jsonSchema["minimum"];
  if (jsonSchema["maximum"] === Number.MAX_SAFE_INTEGER) delete jsonSchema["maximum"];
  const schema: z.core.$ZodType = zodSchema;
  if (schema === FieldRule || schema === NormaliserRule) asWritten(jsonSchema);
  if (schema === NormaliserRule) allowName(jsonSchema);
}

type Variant = { properties: { as: { const: string } }; required: string[] };

/** A rule without `as` compares as json. */
function asWritten(rule: JsonSchema): void {
  for (const variant of rule["oneOf"] as Variant[]) {
    if (variant.properties.as.const === "json") variant.required = variant.required.filter((name) => name !== "as");
  }
}

/** `of: id` is short for `of: {as: id}`. */
function allowName(rule: JsonSchema): void {
  const variants = rule["oneOf"] as Variant[];
  rule["oneOf"] = [{ type: "string", enum: variants.map(({ properties }) => properties.as.const) }, ...variants];
}
