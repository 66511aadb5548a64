/**
 * N1 for every normaliser: the normal form, given back to the rule, stays as it is. Money's normal form is a pair, so
 * it goes back in as text: `USD 80.5` to a rule in major units, `8050` to one in minor units.
 */
import canonicalize from "canonicalize";
import fc from "fast-check";
import examples from "libphonenumber-js/mobile/examples";
import { describe, expect, test, vi } from "vitest";
import type { JsonValue } from "../json";
import { ALPHA_2_CODES } from "./country-codes";
import { CURRENCY_CODES, currencyExponent } from "./currency-codes";
import { type Money, majorUnits } from "./money";
import { normaliseValue } from "./normalise-value";
import { NormaliserRule } from "./rule";

vi.setConfig({ testTimeout: 30_000 });

const RUNS = { numRuns: 500 };
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc
    .array(
      fc.constantFrom(
        "ß",
        "İ",
        "ı",
        "Σ",
        "ς",
        "ͅ",
        "̈",
        "́",
        "´",
        "ﬁ",
        "\u200b",
        "\u00ad",
        " ",
        "\u0085",
        "ŉ",
        "ΐ",
        "ᾳ",
        "Ꭰ",
        "ꭰ",
        "K",
        "\u1e9e",
        "-",
        "\u2011",
        "a",
        "\u3000",
      ),
      { maxLength: 10 },
    )
    .map((characters) => characters.join("")),
);
const digits = fc.stringMatching(/^-?[0-9]{1,25}(\.[0-9]{1,25})?$/);
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), digits);
const instantText = fc
  .tuple(
    fc.date({ min: new Date("0001-01-02T00:00:00Z"), max: new Date("9999-12-30T00:00:00Z"), noInvalidDate: true }),
    fc.integer({ min: -839, max: 839 }),
  )
  .map(([date, offset]) => withOffset(date.getTime(), offset));
const phoneText = fc.oneof(
  fc.stringMatching(/^\+[1-9][0-9 ()-]{5,18}$/),
  fc.constantFrom(...Object.entries(examples).map(([, national]) => String(national))),
);

const ARBITRARIES: [unknown, fc.Arbitrary<JsonValue>][] = [
  ["id", fc.oneof(text, fc.integer(), fc.maxSafeInteger())],
  [{ as: "id", compact: true }, text],
  [
    { as: "id", prefix: ["a ", "#", "É"] },
    fc.tuple(fc.constantFrom("a ", "#", "é", "#a-"), text).map((parts) => parts.join("")),
  ],
  [
    { as: "id", compact: true, prefix: ["a ", "#"] },
    fc.tuple(fc.constantFrom("a ", "#", "-#"), text).map((parts) => parts.join("")),
  ],
  ["code", text],
  [{ as: "code", compact: true }, text],
  ["text", text],
  ["email", fc.tuple(text, text).map(([local, label]) => `${local}@${label}.com`)],
  ["email", fc.emailAddress()],
  [
    { as: "email", plus: "strip" },
    fc.tuple(fc.emailAddress(), fc.string()).map(([email, tag]) => email.replace("@", `+${tag}@`)),
  ],
  ["phone", phoneText],
  [{ as: "phone", region: "US" }, phoneText],
  [{ as: "phone", region: "DE" }, phoneText],
  [{ as: "phone", region: "AR" }, phoneText],
  [{ as: "phone", region: "IT" }, phoneText],
  ["url", fc.webUrl({ withFragments: true, withQueryParameters: true })],
  [
    { as: "url", query: "sorted" },
    fc
      .array(fc.constantFrom("a", "b", "=", "&", "%61", "%", "+", "1", "é"), { maxLength: 12 })
      .map((parts) => `https://x.example/?${parts.join("")}`),
  ],
  ["integer", number],
  ["decimal", number],
  ["date", instantText.map((instant) => instant.slice(0, 10))],
  [{ as: "date", zone: "Pacific/Auckland" }, instantText],
  ["instant", instantText],
  [{ as: "instant", zone: "Europe/Paris" }, instantText.map((instant) => instant.slice(0, 19))],
  [
    { as: "enum", values: ["straße", "A", "b c"], aliases: { x: "A" } },
    fc.constantFrom("STRASSE", "a", "X", "B C", "straße"),
  ],
  ["country", fc.constantFrom(...ALPHA_2_CODES)],
  ["boolean", fc.boolean()],
  [{ as: "set", of: "text" }, fc.array(text, { maxLength: 5 })],
  [{ as: "bag", of: "id" }, fc.array(text, { maxLength: 5 })],
  [{ as: "list", of: { as: "set", of: "decimal" } }, fc.array(fc.array(number, { maxLength: 4 }), { maxLength: 3 })],
  [
    "set",
    fc.array(
      fc.jsonValue().map((value) => value as JsonValue),
      { maxLength: 5 },
    ),
  ],
  ["json", fc.jsonValue().map((value) => value as JsonValue)],
];

describe("a normal form is its own normal form", () => {
  test.each(ARBITRARIES)("%j", (rule, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        const once = normalise(rule, value);
        if (once.ok) expect(canonicalize(normalise(rule, once.value))).toBe(canonicalize(once));
      }),
      RUNS,
    );
  });

  test("money, re-entered as text", () => {
    const rules = fc.record({
      as: fc.constant("money"),
      code: fc.constantFrom(...CURRENCY_CODES),
      unit: fc.constantFrom("major", "minor"),
    });
    fc.assert(
      fc.property(rules, number, (rule, value) => {
        const once = normalise(rule, value);
        if (!once.ok) return;
        const money = once.value as Money;
        const again = normalise(rule, rule.unit === "major" ? majorText(money) : money.minor);
        expect(again).toEqual(once);
      }),
      RUNS,
    );
  });
});

describe("what differs stays apart, what is equal is one", () => {
  test("decimals compare as the numbers that they write", () => {
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        const areEqual = scaled(a) === scaled(b);
        expect(canonicalize(normalise("decimal", a)) === canonicalize(normalise("decimal", b))).toBe(areEqual);
      }),
      RUNS,
    );
  });

  test("amounts of one currency are equal exactly when their minor units are", () => {
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCY_CODES), fc.maxSafeInteger(), fc.maxSafeInteger(), (code, a, b) => {
        const rule = { as: "money", code };
        const [one, other] = [a, b].map((minor) =>
          normalise(rule, majorText({ minor: String(minor), currency: code })),
        );
        expect(one).toEqual({ ok: true, value: { minor: String(a), currency: code } });
        expect(canonicalize(one) === canonicalize(other)).toBe(a === b);
      }),
      RUNS,
    );
  });

  test("instants are equal exactly when they are the same moment", () => {
    const moment = fc.integer({ min: -1e12, max: 1e12 });
    const offset = fc.integer({ min: -839, max: 839 });
    fc.assert(
      fc.property(moment, fc.constantFrom(0, 1, 60_000, 3_600_000), offset, offset, (at, later, offsetA, offsetB) => {
        const a = normalise("instant", withOffset(at, offsetA));
        const b = normalise("instant", withOffset(at + later, offsetB));
        expect(canonicalize(a) === canonicalize(b)).toBe(later === 0);
      }),
      RUNS,
    );
  });

  test("identifiers are equal exactly when they are canonically equivalent", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [one, other] = [normalise("id", `x${a}x`), normalise("id", `x${b}x`)];
        if (one.ok && other.ok)
          expect(one.value === other.value).toBe(
            a.normalize("NFC") === b.normalize("NFC") || `x${a}x`.normalize("NFC") === `x${b}x`.normalize("NFC"),
          );
      }),
      RUNS,
    );
  });
});

function normalise(rule: unknown, value: JsonValue) {
  return normaliseValue(NormaliserRule.parse(rule), value, { at: () => undefined });
}

function majorText(money: Money): string {
  const major = majorUnits(money);
  return major.startsWith("-") ? `-${money.currency} ${major.slice(1)}` : `${money.currency} ${major}`;
}

/** The number times 10^25, exactly. */
function scaled(decimal: string): bigint {
  const [whole = "", fraction = ""] = decimal.split(".");
  const magnitude = BigInt(`${whole.replace("-", "")}${fraction.padEnd(25, "0")}`);
  return decimal.startsWith("-") ? -magnitude : magnitude;
}

function withOffset(epochMs: number, minutes: number): string {
  const wall = new Date(epochMs + minutes * 60_000).toISOString().slice(0, -1);
  const [hour, minute] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${wall}${minutes < 0 ? "-" : "+"}${hour}:${minute}`;
}

test("every currency prints its smallest unit", () => {
  for (const currency of CURRENCY_CODES) {
    const exponent = currencyExponent(currency) ?? 0;
    expect(majorUnits({ minor: "1", currency })).toBe(exponent === 0 ? "1" : `0.${"1".padStart(exponent, "0")}`);
  }
});
