import { describe, expect, test } from "vitest";
import { fieldName } from "@/components/field-name";
import { fieldStatements, fieldWords, identityNames, otherArgsWords } from "./field-words";
import { makeContract, textsOf } from "./testing/make-contract";

const REFUND = {
  args: {
    type: "object",
    additionalProperties: false,
    required: ["paymentId", "amount"],
    properties: {
      note: { type: "string" },
      amount: { type: "number", description: "How much" },
      currency: { type: "string", default: "USD" },
      paymentId: { type: "string" },
      memo: { type: "string" },
    },
  },
  fields: {
    "/note": { role: "incidental", as: "json" },
    "/amount": { role: "material", as: "money", currency: "/currency" },
    "/paymentId": { role: "identity", as: "id" },
  },
};

describe("the fields of a contract", () => {
  const fields = fieldWords({ definition: REFUND });

  test("what names the action comes first, what is ignored last", () => {
    expect(fields.map(({ name, role }) => [name, role])).toEqual([
      ["paymentId", "identity"],
      ["amount", "material"],
      ["currency", "material"],
      ["memo", "material"],
      ["note", "incidental"],
    ]);
    expect(identityNames({ definition: REFUND })).toEqual(["paymentId"]);
  });

  test("a field that no rule names is material, and says so; the currency of an amount is named by it", () => {
    expect(fields.filter(({ isUnnamed }) => isUnnamed).map(({ name }) => name)).toEqual(["memo"]);
    expect(fields.find(({ name }) => name === "currency")?.compared).toBe("a code: case does not count");
  });

  test("the schema says what is required, what stands in for what is left out, and what it is for", () => {
    expect(fields.map(({ name, notes }) => [name, notes.join()])).toEqual([
      ["paymentId", "required"],
      ["amount", "required"],
      ["currency", 'optional,"USD" where it is left out'],
      ["memo", "optional"],
      ["note", "optional"],
    ]);
    expect(fields[1]?.description).toBe("How much");
  });

  test("each is one sentence, and the last says what becomes of other args", () => {
    expect(textsOf(fieldStatements(makeContract({ definition: REFUND })))).toEqual([
      "paymentId: identity; compared as an identifier: 42 and “42” are the same, case counts. (required)",
      "amount: material; compared as an amount: 80, “80” and 80 with the sign of its currency are the same; its currency is in the field currency. (required)",
      'currency: material; compared as a code: case does not count. (optional, "USD" where it is left out)',
      "memo: material; compared as a value, exactly as it is written. (no rule names it, optional)",
      "note: incidental; compared as a value, exactly as it is written. (optional)",
      "Any other argument is refused.",
    ]);
    expect(otherArgsWords({ definition: { args: {} } })).toMatch(/is taken, and a difference in it matters/);
  });
});

test("elements of lists and references inside the schema are found", () => {
  const definition = {
    args: {
      properties: { items: { type: "array", items: { $ref: "#/$defs/item" } } },
      $defs: { item: { properties: { sku: { description: "What is bought" } }, required: ["sku"] } },
    },
    fields: { "/items/*/sku": { role: "identity", as: "code" } },
  };
  expect(fieldWords({ definition })).toMatchObject([
    { name: "items › each › sku", role: "identity", notes: ["required"], description: "What is bought" },
  ]);
});

test("a schema that leads back to itself ends", () => {
  const definition = {
    args: { allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { allOf: [{ $ref: "#/$defs/a" }] } } },
    fields: { "/x": { role: "material" } },
  };
  expect(fieldWords({ definition })).toMatchObject([{ name: "x", notes: [] }]);
});

test("what this page does not know is shown as it is written, and nothing is thrown", () => {
  expect(fieldWords({ definition: { fields: { "/x": { role: "odd" }, "/y": 7 } } })).toMatchObject([
    { name: "y", role: "material" },
    { name: "x", role: null, roleWritten: "odd" },
  ]);
  expect(fieldWords({ definition: { fields: [], args: "no" } })).toEqual([]);
});

test.each([
  ["/a", "a"],
  ["/a~1b/c~0d", "a/b › c~d"],
  ["#/items", "items (its shape)"],
  ["", "the args as a whole"],
])("%s reads %s", (pointer, name) => {
  expect(fieldName(pointer)).toBe(name);
});
