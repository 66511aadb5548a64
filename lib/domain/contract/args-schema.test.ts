import { expect, test } from "vitest";
import { compileArgsSchema } from "./args-schema";

const check = (schema: Record<string, unknown>, args: Record<string, never> | object) =>
  compileArgsSchema({ type: "object", ...schema }).check(args as never);

test("defaults are applied, also inside objects, and what was sent is left alone", () => {
  const sent = { inner: {} };
  const schema = { properties: { a: { default: 3 }, inner: { type: "object", properties: { b: { default: "x" } } } } };
  expect(check(schema, sent)).toEqual({ ok: true, args: { a: 3, inner: { b: "x" } } });
  expect(sent).toEqual({ inner: {} });
});

test("null for an optional field is absent before defaults, except where the schema lists null", () => {
  const schema = {
    properties: {
      a: { type: "integer", default: 3 },
      b: { type: ["string", "null"] },
      c: { anyOf: [{ type: "null" }, { type: "string" }] },
      items: { type: "array", items: { type: "object", properties: { d: { type: "string" } } } },
      free: { type: "object" },
    },
  };
  const sent = { a: null, b: null, c: null, unnamed: null, items: [{ d: null }], free: { kept: null } };
  expect(check(schema, sent)).toEqual({
    ok: true,
    args: { a: 3, b: null, c: null, items: [{}], free: { kept: null } },
  });
});

test("every pattern is its own, and a hostile one runs in linear time", () => {
  const schema = { properties: { a: { type: "string", pattern: "^(a+)+$" }, b: { type: "string", pattern: "^b$" } } };
  expect(check(schema, { a: "aaa", b: "b" }).ok).toBe(true);
  expect(check(schema, { a: "aaa", b: "aaa" })).toMatchObject({ ok: false, errors: [{ pointer: "/b" }] });
  expect(check(schema, { a: `${"a".repeat(50_000)}!`, b: "b" })).toMatchObject({
    ok: false,
    errors: [{ pointer: "/a" }],
  });
});

test("a missing field is named by its own pointer", () => {
  expect(check({ required: ["a/b"] }, {})).toMatchObject({ ok: false, errors: [{ pointer: "/a~1b" }] });
});

test("uniqueItems looks at each item once, by value", () => {
  const schema = { properties: { a: { type: "array", uniqueItems: true } } };
  expect(check(schema, { a: [{ x: 1, y: 2 }, { y: 2 }] }).ok).toBe(true);
  expect(
    check(schema, {
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    }),
  ).toMatchObject({ ok: false, errors: [{ pointer: "/a" }] });
  expect(check(schema, { a: Array.from({ length: 20_000 }, (_, n) => ({ n })) }).ok).toBe(true);
});

test("null is understood through references, combinations, nested arrays and maps", () => {
  const schema = {
    $defs: {
      address: { type: "object", properties: { zip: { type: "string" }, line2: { type: ["string", "null"] } } },
      maybe: { type: ["integer", "null"] },
      node: { type: "object", properties: { value: { type: "integer" }, next: { $ref: "#/$defs/node" } } },
    },
    properties: {
      to: { $ref: "#/$defs/address" },
      count: { $ref: "#/$defs/maybe" },
      both: { allOf: [{ $ref: "#/$defs/address" }, { properties: { city: { type: "string" } } }] },
      one: { anyOf: [{ type: "string" }, { $ref: "#/$defs/address" }] },
      grid: { type: "array", items: { type: "array", items: { $ref: "#/$defs/address" } } },
      pair: { type: "array", prefixItems: [{ $ref: "#/$defs/address" }, { type: "object" }] },
      byName: { type: "object", additionalProperties: { $ref: "#/$defs/address" } },
      list: { $ref: "#/$defs/node" },
      openApi: { type: "string", nullable: true },
    },
  };
  const sent = {
    to: { zip: null, line2: null },
    count: null,
    both: { zip: null, city: null, line2: null },
    one: { zip: null },
    grid: [[{ zip: null }]],
    pair: [{ zip: null }, { kept: null }],
    byName: { home: { zip: null } },
    list: { value: null, next: { value: null, next: null } },
    openApi: null,
  };
  expect(check(schema, sent)).toEqual({
    ok: true,
    args: {
      to: { line2: null },
      count: null,
      both: { line2: null },
      one: {},
      grid: [[{}]],
      pair: [{}, { kept: null }],
      byName: { home: {} },
      list: { next: {} },
      openApi: null,
    },
  });
});

test("null for a required field is a missing field", () => {
  expect(check({ properties: { a: { type: "string" } }, required: ["a"] }, { a: null })).toMatchObject({
    ok: false,
    errors: [{ pointer: "/a" }],
  });
});

test("multipleOf is exact, whatever a division of doubles says", () => {
  const schema = (step: number) => ({ properties: { a: { type: "number", multipleOf: step } } });
  for (const a of [19.99, 0.07, 123456.78, -4.35, 0, 1e21]) expect(check(schema(0.01), { a }).ok).toBe(true);
  for (const a of [19.999, 0.001, 1e-7]) expect(check(schema(0.01), { a }).ok).toBe(false);
  expect(check(schema(1e-7), { a: 3e-7 }).ok).toBe(true);
  expect(check(schema(5), { a: 10 }).ok).toBe(true);
  expect(check(schema(5), { a: 12 })).toMatchObject({ errors: [{ message: "must be a multiple of 5" }] });
});

test("an argument that the schema does not know is named", () => {
  const closed = { properties: { a: {} }, additionalProperties: false };
  expect(check(closed, { a: 1, "b/c": 2 })).toMatchObject({ ok: false, errors: [{ pointer: "/b~1c" }] });
  const unevaluated = { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false };
  expect(check(unevaluated, { a: 1, b: 2 })).toMatchObject({ ok: false, errors: [{ pointer: "/b" }] });
});

// Quadratic time would take minutes here, and the runner gives a test half a minute.
test("every format reads a hostile text in linear time", { timeout: 30_000 }, () => {
  const formats = "date time date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 uuid regex";
  for (const format of `${formats} json-pointer relative-json-pointer byte idn-email iri`.split(" ")) {
    const compiled = compileArgsSchema({ type: "object", properties: { a: { type: "string", format } } });
    for (const hostile of ["1:", "::", "a.", "a-", "%41", "http://a."]) {
      expect(compiled.check({ a: `http://${hostile.repeat(100_000)}` })).toHaveProperty("ok");
    }
  }
});

test("annotations of other tools and tuples are fine", () => {
  const schema = {
    properties: { a: { type: "string", "x-order": 1 }, b: { type: "array", prefixItems: [{}, {}] } },
    "x-tool": { any: "thing" },
  };
  expect(check(schema, { a: "1", b: [1] }).ok).toBe(true);
});
