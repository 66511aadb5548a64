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
