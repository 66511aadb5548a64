import { describe, expect, test } from "vitest";
import { normaliseArgs } from "../normalise/normalise-args";
import { checkContract } from "./check-contract";
import { compileContract } from "./compile-contract";
import { ContractDefinition } from "./definition";

function contract(schema: object, rule: object = { role: "identity" }, name = "thing") {
  return {
    tool: "t",
    title: "T",
    effect: "write_non_idempotent",
    args: { type: "object", properties: { [name]: schema }, $defs: { ref: { type: ["string", "integer"] } } },
    fields: { [`/${name}`]: rule },
    execute: {
      connector: "http",
      request: { method: "POST", url: "https://x.example" },
      idempotency: { window: "30d" },
      effectId: "/id",
    },
  };
}

function publish(schema: object, rule?: object, name?: string) {
  const checked = checkContract(contract(schema, rule, name));
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return checked;
}

const asOf = (schema: object, rule?: object) => publish(schema, rule).definition.fields["/thing"]?.as;
const EITHER = { type: ["string", "integer"] };

test('"77", 77 and " 77" are one identity, though its owner wrote no `as`', () => {
  const { fields } = compileContract(publish(EITHER).definition, 1);
  const identities = ["77", 77, " 77"].map((thing) => normaliseArgs(fields, { thing }));
  for (const read of identities) expect(read).toMatchObject({ ok: true, identity: { "/thing": "77" } });
});

describe("what an identity without `as` is compared as", () => {
  test.each<[object, "id" | "json"]>([
    [{ type: "string" }, "id"],
    [{ type: "integer" }, "id"],
    [EITHER, "id"],
    [{ type: ["string", "null"] }, "id"],
    [{ $ref: "#/$defs/ref" }, "id"],
    [{ enum: ["a", 7] }, "id"],
    [{ const: "a" }, "id"],
    [{ anyOf: [{ type: "string" }, { oneOf: [{ type: "integer" }] }] }, "id"],
    [{ allOf: [{ minLength: 1 }, { type: "string" }] }, "id"],
    [{ anyOf: [{ type: "string" }, { minLength: 3 }] }, "json"],
    [{ type: "null" }, "json"],
    [{ type: "number" }, "json"],
    [{ type: ["string", "boolean"] }, "json"],
    [{ type: "object" }, "json"],
    [{ enum: ["a", 1.5] }, "json"],
    [{}, "json"],
  ])("%j: %s", (schema, as) => expect(asOf(schema)).toBe(as));

  test("what the owner wrote stays, and so does what only compares", () => {
    expect(asOf(EITHER, { role: "identity", as: "json" })).toBe("json");
    expect(asOf({ type: "string" }, { role: "identity", as: "text" })).toBe("text");
    expect(asOf(EITHER, { role: "material" })).toBe("json");
  });

  test("a version that was stored without `as` stays json", () => {
    const stored = ContractDefinition.parse(contract(EITHER));
    expect(stored.fields["/thing"]).toEqual({ role: "identity", as: "json" });
    const { fields } = compileContract(stored, 1);
    expect(normaliseArgs(fields, { thing: " 77" })).toMatchObject({ identity: { "/thing": " 77" } });
  });
});

describe("publishing warns", () => {
  const warned = (schema: object, name?: string, rule?: object) =>
    publish(schema, rule, name).warnings.filter((text) => text.includes("identifies the action"));
  test.each<[string, string]>([
    ["thing", "as: id"],
    ["orderId", "as: id"],
    ["email", "as: email"],
    ["customerEmail", "as: email"],
    ["mobile_phone", "as: phone"],
    ["country", "as: country"],
    ["dueDate", "as: date"],
    ["startsAt", "as: instant"],
    ["sku", "as: code"],
    ["recipientName", "as: text"],
    ["constructor", "as: id"],
  ])("of the free text %s, and names %s", (name, fits) => {
    expect(warned({ type: "string" }, name)).toEqual([expect.stringMatching(`^/${name} .*free text.*\`${fits}\``)]);
  });

  test("of a format whose normaliser was not named", () => {
    expect(warned({ type: "string", format: "email" })).toEqual([expect.stringContaining("`as: email` would fit")]);
    expect(warned({ type: "string", format: "hostname" })).toEqual([]);
  });

  test.each<[object, string]>([
    [{ type: "number" }, "as: decimal"],
    [{ type: "array", items: { type: "string" } }, "as: set"],
    [{ type: "object" }, "each of its members"],
    [{}, "Give the schema a type"],
  ])("of %j, compared as JSON: %s", (schema, words) => {
    expect(warned(schema)).toEqual([expect.stringMatching(`compared as JSON.*${words}`)]);
  });

  test("not where the spelling is settled", () => {
    for (const schema of [{ type: "integer" }, { type: "string", pattern: "^a$" }, { type: "string", enum: ["a"] }]) {
      expect(warned(schema)).toEqual([]);
    }
    expect(warned({ type: "string" }, "thing", { role: "identity", as: "id" })).toEqual([]);
    expect(warned({ type: "string" }, "thing", { role: "identity", as: "json" })).toEqual([]);
    expect(warned({ type: "string" }, "thing", { role: "material" })).toEqual([]);
  });
});
