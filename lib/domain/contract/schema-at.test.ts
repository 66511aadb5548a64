import { describe, expect, test } from "vitest";
import { schemaAt } from "./schema-at";

const text = { type: "string" };
const schema = {
  type: "object",
  $defs: {
    address: { type: "object", properties: { zip: text, "a/b": text }, required: ["zip"] },
    node: { type: "object", properties: { next: { $ref: "#/$defs/node" }, value: text } },
  },
  properties: {
    id: text,
    anything: true,
    nothing: false,
    to: { $ref: "#/$defs/address" },
    both: { allOf: [{ $ref: "#/$defs/address" }, { properties: { city: text } }] },
    either: { oneOf: [{ properties: { card: text } }, { properties: { iban: text } }] },
    list: { type: "array", items: { $ref: "#/$defs/address" } },
    bare: { type: "array" },
    pair: { type: "array", prefixItems: [text, { type: "integer" }], items: false },
    labels: { type: "object", additionalProperties: text },
    matched: { type: "object", patternProperties: { "^x": text } },
    node: { $ref: "#/$defs/node" },
    open: { type: "object" },
  },
  required: ["id", "to", "list", "anything"],
};

describe("what the schema says at a pointer", () => {
  test.each([
    ["/id", true],
    ["/anything", true],
    ["/to/zip", true],
    ["/to/a~1b", false],
    ["/both/zip", false],
    ["/both/city", false],
    ["/list/*/zip", true],
    ["/list/3/zip", false],
    ["/pair/0", false],
    ["/labels/env", false],
    ["/node/next/next/value", false],
  ])("%s is found; required: %s", (pointer, required) => {
    expect(schemaAt(schema, pointer)).toMatchObject({ kind: "found", required });
  });

  test.each([
    "/nope",
    "/to/nope",
    "/both/nope",
    "/either/nope",
    "/open/nope",
    "/id/deeper",
    "/pair/7",
    "/nothing/x",
    "/id/*",
  ])("%s is absent", (pointer) => expect(schemaAt(schema, pointer)).toEqual({ kind: "absent" }));

  test.each(["/either/card", "/bare/*", "/bare/0", "/matched/xa", "/pair/*"])(
    "%s is unclear, and gets the benefit of the doubt",
    (pointer) => expect(schemaAt(schema, pointer)).toEqual({ kind: "unclear" }),
  );

  test("a reference that leads in a circle ends", () => {
    const circle = { type: "object", properties: { a: { $ref: "#/$defs/b" } }, $defs: { b: { $ref: "#/$defs/b" } } };
    expect(schemaAt(circle, "/a/x")).toEqual({ kind: "absent" });
  });
});
