import { describe, expect, test } from "vitest";
import { exampleArgs } from "./example-args";

const made = (args: unknown, fields: Record<string, unknown> = {}) => exampleArgs({ definition: { args, fields } });
const property = (schema: unknown, rule?: unknown) =>
  made({ properties: { it: schema }, required: ["it"] }, rule === undefined ? {} : { "/it": rule })["it"];

describe("an example made from the schema", () => {
  test("has what is required and what has a default, and nothing else", () => {
    const args = {
      type: "object",
      required: ["paymentId"],
      properties: {
        paymentId: { type: "string" },
        currency: { type: "string", default: "USD" },
        note: { type: "string" },
      },
    };
    expect(made(args)).toEqual({ paymentId: "paymentId_1", currency: "USD" });
  });

  test.each<[unknown, unknown, unknown]>([
    [{ const: 7 }, undefined, 7],
    [{ examples: ["a", "b"] }, undefined, "a"],
    [{ enum: ["x", "y"] }, undefined, "x"],
    [{ type: "string" }, undefined, "it_1"],
    [{ type: "string", format: "date-time" }, undefined, "2027-03-01T14:00:00Z"],
    [{ type: "integer", minimum: 3 }, undefined, 3],
    [{ type: "number" }, undefined, 1],
    [{ type: ["number", "string"] }, { as: "money" }, 25],
    [{ type: "string" }, { as: "money" }, "25.00"],
    [{ type: "string" }, { as: "enum", values: ["dup"] }, "dup"],
    [{ type: "string" }, { as: "email" }, "ann@example.com"],
    [{ type: ["null", "string"] }, undefined, "it_1"],
    [{ type: "null" }, undefined, null],
    [{ type: "boolean" }, undefined, false],
    [{ type: "array", items: { type: "string" } }, undefined, ["element_1"]],
    [{ type: "array" }, undefined, []],
    [{ anyOf: [{ type: "integer" }, { type: "string" }] }, undefined, 1],
    [{ properties: { a: { type: "boolean" } }, required: ["a"] }, undefined, { a: false }],
  ])("%j compared as %j becomes %j", (schema, rule, value) => {
    expect(property(schema, rule)).toEqual(value);
  });

  test("follows references and puts parts together", () => {
    const args = {
      allOf: [{ $ref: "#/$defs/base" }, { properties: { b: { type: "integer" } }, required: ["b"] }],
      $defs: { base: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } },
    };
    expect(made(args)).toEqual({ a: "a_1", b: 1 });
  });

  test("ends where a schema leads back to itself, and is empty where there is none", () => {
    const args = {
      $ref: "#/$defs/node",
      $defs: { node: { properties: { next: { $ref: "#/$defs/node" } }, required: ["next"] } },
    };
    expect(JSON.stringify(made(args)).length).toBeLessThan(400);
    expect(made({ allOf: [{ $ref: "#" }] })).toEqual({});
    expect(made(undefined)).toEqual({});
    expect(made("no")).toEqual({});
  });
});
