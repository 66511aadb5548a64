import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { canonicalJson, copyJson, type JsonObject, type JsonValue } from "./json";

vi.setConfig({ testTimeout: 30_000 });

/** Any UTF-16, halves included, and the characters that JSON escapes or that sort differently by code point. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom('"', "\\", "\u0000", "\u001f", "\u007f", "\u2028", "é", "\uffff", "😀", "a") }),
  fc.constantFrom("__proto__", "toJSON", "constructor", "length", "10", "9", "-1", "\ud83d", "\ude00", "a\udc00b"),
);

const wholeText = text.map((any) => any.toWellFormed());

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.constantFrom(-0, 5e-324, 1e21, 1e-7, 123456789012345680000, 0.1 + 0.2, 2 ** 53),
);

const { value } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, false),
    number,
    text,
    fc.array(tie("value"), { maxLength: 5 }),
    tie("object"),
  ),
  // `fromEntries` makes a member of `__proto__`. Sometimes there are more members than are sorted by hand.
  object: fc
    .array(fc.tuple(text, tie("value")), { maxLength: 20 })
    .map((entries) => Object.fromEntries(entries) as JsonObject),
}));

/** The bytes, or that there are none. */
function outcome(form: (value: JsonValue) => string | undefined, value: JsonValue): string {
  try {
    return form(value) ?? "refused";
  } catch {
    return "refused";
  }
}

describe("the canonical form", () => {
  test("is byte for byte what the package canonicalize writes, and refuses what it refuses", () => {
    fc.assert(
      fc.property(value, (json) => {
        expect(outcome(canonicalJson, json)).toBe(outcome(canonicalize, json));
      }),
      { numRuns: 5_000 },
    );
  });

  test("orders names by UTF-16 code units, however many there are", () => {
    fc.assert(
      fc.property(fc.uniqueArray(wholeText, { minLength: 2, maxLength: 60, size: "max" }), (names) => {
        const object = Object.fromEntries(names.map((name, index) => [name, index])) as JsonObject;
        expect(canonicalJson(object)).toBe(canonicalize(object));
      }),
    );
  });

  const cycle: JsonObject = {};
  cycle["self"] = [cycle];
  test.each([
    ["half a character", "\ud800"],
    ["half a character in a name", { "\udc00": 1 }],
    ["NaN", [Number.NaN]],
    ["infinity", { a: Number.NEGATIVE_INFINITY }],
    ["a bigint", [1n]],
    ["undefined", undefined],
    ["a function", { a: () => 1 }],
    ["a symbol", Symbol("a")],
    ["a cycle", cycle],
  ])("does not exist for %s", (_, foreign) => {
    expect(() => canonicalJson(foreign as JsonValue)).toThrow(TypeError);
  });

  test("leaves out members that are undefined, and takes what an object says of itself", () => {
    const foreign = { b: undefined, a: [undefined], at: new Date(0) } as unknown as JsonValue;
    expect(canonicalJson(foreign)).toBe(canonicalize(foreign));
  });
});

test("a copy of JSON is equal, shares nothing, and keeps a member named __proto__ as a member", () => {
  fc.assert(
    fc.property(value, (json) => {
      const copy = copyJson(json);
      expect(JSON.stringify(copy)).toBe(JSON.stringify(structuredClone(json)));
      if (typeof json === "object" && json !== null) expect(copy).not.toBe(json);
    }),
  );
  const inner = { deep: [1] };
  const parsed = JSON.parse('{"__proto__":{"polluted":true}}') as JsonObject;
  const copy = copyJson({ inner, parsed });
  (copy.inner.deep as number[]).push(2);
  expect(inner.deep).toEqual([1]);
  expect(Object.keys(copy.parsed)).toEqual(["__proto__"]);
  expect("polluted" in copy.parsed).toBe(false);
});
