import canonicalize from "canonicalize";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json";
import { compileFields, FieldRulesError, normaliseArgs } from "./normalise-args";

const json = { role: "material" };
const identity = { role: "identity", as: "id" };
const identityJson = { role: "identity" };
const incidental = { role: "incidental" };

function mapsOf(fields: Record<string, unknown>, args: JsonObject) {
  const result = normaliseArgs(compileFields(fields), args);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return { identity: result.identity, material: result.material };
}

function errorsOf(fields: Record<string, unknown>, args: JsonObject) {
  const result = normaliseArgs(compileFields(fields), args);
  return result.ok ? [] : result.errors;
}

function issuesOf(fields: Record<string, unknown>): readonly { pointer: string; message: string }[] {
  try {
    compileFields(fields);
    return [];
  } catch (error) {
    if (error instanceof FieldRulesError) return error.issues;
    throw error;
  }
}

describe("what lands in which map", () => {
  test("named fields by role, everything unnamed as material json", () => {
    const fields = { "/id": identity, "/note": incidental, "/address/zip": { role: "material", as: "code" } };
    const args = { id: 7, note: "x", address: { zip: "ab1", city: "É" }, extra: [1, { b: null }] };
    expect(mapsOf(fields, args)).toEqual({
      identity: { "/id": "7" },
      material: { "/address/zip": "AB1", "/address/city": "É", "/extra": [1, { b: null }] },
    });
  });

  test("elements are positional and the length of the array is kept", () => {
    const fields = { "/items/*/sku": { role: "identity", as: "id" }, "/items/*/note": incidental };
    const args: JsonObject = { items: [{ sku: "A", note: "x", gift: true }, { note: "y" }, "odd", { sku: "B" }] };
    expect(mapsOf(fields, args)).toEqual({
      identity: { "/items/0/sku": "A", "/items/3/sku": "B" },
      material: { "#/items": 4, "/items/0/gift": true, "#/items/1": "{}", "/items/2": "odd" },
    });
  });

  test("a fixed index names one element", () => {
    const fields = { "/at/0": identity, "/at/1": incidental };
    expect(mapsOf(fields, { at: [5, "x", "y"] })).toEqual({
      identity: { "/at/0": "5" },
      material: { "#/at": 3, "/at/2": "y" },
    });
  });

  test("nested * binds each index, also for the currency of an amount", () => {
    const fields = {
      "/orders/*/lines/*/price": { role: "material", as: "money", currency: "/orders/*/currency" },
      "/orders/*/lines/*/sku": identity,
    };
    const args = {
      orders: [
        { currency: "usd", lines: [{ price: "1.50", sku: 1 }] },
        {
          currency: "JPY",
          lines: [
            { price: 5, sku: 2 },
            { price: 6, sku: 3 },
          ],
        },
      ],
    };
    expect(mapsOf(fields, args)).toEqual({
      identity: { "/orders/0/lines/0/sku": "1", "/orders/1/lines/0/sku": "2", "/orders/1/lines/1/sku": "3" },
      material: {
        "#/orders": 2,
        "#/orders/0/lines": 1,
        "#/orders/1/lines": 2,
        "/orders/0/currency": "USD",
        "/orders/1/currency": "JPY",
        "/orders/0/lines/0/price": { minor: "150", currency: "USD" },
        "/orders/1/lines/0/price": { minor: "5", currency: "JPY" },
        "/orders/1/lines/1/price": { minor: "6", currency: "JPY" },
      },
    });
  });

  test("a rule above others speaks for the rest of its subtree", () => {
    const fields = {
      "/meta": incidental,
      "/meta/orderId": identity,
      "/where": identityJson,
      "/where/note": incidental,
    };
    const args = { meta: { orderId: "o1", trace: "t" }, where: { city: "X", note: "n" } };
    expect(mapsOf(fields, args)).toEqual({ identity: { "/meta/orderId": "o1", "/where/city": "X" }, material: {} });
    expect(mapsOf(fields, { meta: { trace: "u" }, where: {} })).toEqual({
      identity: { "#/where": "{}" },
      material: {},
    });
  });

  test("every entry is reported once, with its raw value", () => {
    const result = normaliseArgs(compileFields({ "/note": incidental, "/n/*": { role: "material", as: "integer" } }), {
      note: " x",
      n: ["05"],
    });
    expect(result.ok && result.fields).toEqual([
      { pointer: "/note", role: "incidental", as: "json", raw: " x", normalised: " x" },
      { pointer: "#/n", role: "material", as: "json", raw: ["05"], normalised: 1 },
      { pointer: "/n/0", role: "material", as: "integer", raw: "05", normalised: "5" },
    ]);
  });
});

describe("args that must not collide", () => {
  const fields = { "/a/b": { role: "incidental" }, "/items/*/sku": json, "/list/0": json, "/p~1q/~0": json };
  const groups: JsonObject[] = [
    {},
    { a: {} },
    { a: "{}" },
    { a: null },
    { a: [] },
    { a: { c: {} } },
    { "a/c": {} },
    { "a~1c": {} },
    { "#/a": "{}" },
    { items: [] },
    { items: 0 },
    { items: {} },
    { items: [{}] },
    { items: ["{}"] },
    { items: [[]] },
    { items: [{ sku: null }] },
    { items: [{ sku: "A" }] },
    { items: [{}, { sku: "A" }] },
    { items: [{ sku: "A" }, {}] },
    { items: { 0: { sku: "A" } } },
    { items: { "*": { sku: "A" } } },
    { items: { length: 1 } },
    { list: ["x"] },
    { list: { 0: "x" } },
    { list: ["x", null] },
    { "p/q": { "~": 1 } },
    { p: { q: { "~": 1 } } },
    { "p~1q": { "~0": 1 } },
    { "p/q": { "~0": 1 } },
    { "": 1 },
    { "": { "": 1 } },
    { "/": 1 },
    JSON.parse('{"__proto__": 1}'),
    JSON.parse('{"a": {"__proto__": 1}}'),
    JSON.parse('{"items": [{"__proto__": {"sku": "A"}}]}'),
    { constructor: 1 },
    { a: { toString: 1 } },
  ];

  test("each of them has maps of its own", () => {
    const seen = new Map<string, JsonObject>();
    for (const args of groups) {
      const key = canonicalize(mapsOf(fields, args)) ?? "";
      expect(seen.get(key), `${JSON.stringify(args)} collides`).toBeUndefined();
      seen.set(key, args);
    }
  });

  test("an incidental value may change, appear and go", () => {
    const spellings: JsonObject[] = [{ a: { b: 1 } }, { a: { b: "x" } }, { a: {} }];
    const forms = spellings.map((args) => canonicalize(mapsOf(fields, args)));
    expect(new Set(forms).size).toBe(1);
  });
});

describe("a currency that no rule names", () => {
  const fields = { "/amount": { role: "identity", as: "money", currency: "/currency" } };

  test("is compared as a code, so its case is no drift", () => {
    const forms = ["usd", "USD", " Usd "].map((currency) => canonicalize(mapsOf(fields, { amount: 80, currency })));
    expect(new Set(forms).size).toBe(1);
  });

  test("is still seen when its amount is absent, and splits nothing off by itself", () => {
    expect(mapsOf(fields, { currency: "usd" })).toEqual({ identity: {}, material: { "/currency": "USD" } });
  });

  test("missing or withdrawn, it refuses the amount", () => {
    expect(errorsOf(fields, { amount: 80 })).toMatchObject([{ pointer: "/amount" }]);
    expect(errorsOf(fields, { amount: 80, currency: "DEM" })).toMatchObject([{ pointer: "/amount" }]);
    expect(errorsOf(fields, JSON.parse('{"amount": 80, "__proto__": {"currency": "USD"}}'))).toMatchObject([
      { pointer: "/amount" },
    ]);
  });

  test("is read by its own rule, so an alias of the currency is no other amount", () => {
    const aliased = {
      ...fields,
      "/currency": { role: "material", as: "enum", values: ["USD", "eur"], aliases: { dollars: "USD" } },
    };
    const forms = ["USD", "usd", "Dollars"].map((currency) => canonicalize(mapsOf(aliased, { amount: 80, currency })));
    expect(new Set(forms).size).toBe(1);
    expect(mapsOf(aliased, { amount: 80, currency: "EUR" })).toEqual({
      identity: { "/amount": { minor: "8000", currency: "EUR" } },
      material: { "/currency": "eur" },
    });
    expect(errorsOf(aliased, { amount: 80, currency: "JPY" })).toMatchObject([
      { pointer: "/amount" },
      { pointer: "/currency" },
    ]);
  });

  test("belongs to the rule above it, if there is one", () => {
    const below = { "/amount": { role: "material", as: "money", currency: "/price/currency" }, "/price": json };
    expect(mapsOf(below, { amount: 1, price: { currency: "usd" } }).material).toMatchObject({
      "/price": { currency: "usd" },
    });
  });
});

describe("errors", () => {
  test("name every field that cannot be normalised", () => {
    const fields = {
      "/id": identity,
      "/n/*": { role: "material", as: "integer" },
      "/note": { role: "incidental", as: "email" },
    };
    const pointers = errorsOf(fields, { id: "", n: [1, "x", 2.5], note: "?" }).map(({ pointer }) => pointer);
    expect(pointers).toEqual(["/id", "/n/1", "/n/2", "/note"]);
  });

  test("half a character is refused wherever it stands", () => {
    expect(errorsOf({}, { a: { b: ["\ud800"] } })).toMatchObject([{ pointer: "/a" }]);
    expect(errorsOf({}, { "\ud800": 1 })).toMatchObject([{ pointer: "" }]);
    expect(errorsOf({ "/note": incidental }, { note: "\udfff" })).toMatchObject([{ pointer: "/note" }]);
  });
});

describe("rules that cannot stand together", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["a pointer that is none", { note: incidental }, "note"],
    ["the whole args", { "": incidental }, ""],
    ["a bad escape", { "/a~2": incidental }, "/a~2"],
    ["a rule inside a set", { "/tags": { role: "material", as: "set" }, "/tags/*/id": json }, "/tags/*/id"],
    ["* beside an index", { "/a/*/x": json, "/a/0/y": json }, "/a/*/x"],
    ["a currency of another element", { "/a/*/x": { role: "material", as: "money", currency: "/b/*/c" } }, "/a/*/x"],
    ["a currency of some element", { "/x": { role: "material", as: "money", currency: "/b/*/c" } }, "/x"],
    ["an amount inside its currency", { "/c/x": { role: "material", as: "money", currency: "/c" } }, "/c/x"],
    ["a rule that is none", { "/a": { role: "material", as: "guess" } }, "/a"],
  ])("%s", (_, fields, pointer) => expect(issuesOf(fields)[0]?.pointer).toBe(pointer));
});
