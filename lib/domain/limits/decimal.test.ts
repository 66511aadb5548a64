import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDecimals, compareDecimals, sumDecimals } from "./decimal";

const RUNS = { numRuns: 1_000 };
const SCALE_MAX = 30;

type Drawn = { text: string; units: bigint };

/** A decimal as text, and the same in units of 10^-30: the oracle never looks at the text. */
const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    digits: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
    scale: fc.nat({ max: SCALE_MAX }),
  })
  .map(({ digits, scale }) => ({ text: write(digits, scale), units: digits * 10n ** BigInt(SCALE_MAX - scale) }));

function write(digits: bigint, scale: number): string {
  const magnitude = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  const split = magnitude.length - scale;
  const fraction = scale === 0 ? "" : `.${magnitude.slice(split)}`;
  return `${digits < 0n ? "-" : ""}${magnitude.slice(0, split)}${fraction}`;
}

function toUnits(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(SCALE_MAX, "0"));
}

describe("exact decimals", () => {
  test("a sum is exact to the last digit, however the terms are scaled", () => {
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 20 }), (terms) => {
        const sum = sumDecimals(terms.map(({ text }) => text));
        expect(toUnits(sum)).toBe(terms.reduce((total, { units }) => total + units, 0n));
      }),
      RUNS,
    );
  });

  test("a sum is written in one way only: no trailing zeros, no negative zero, no exponent", () => {
    fc.assert(
      fc.property(drawn, drawn, (a, b) => {
        const sum = addDecimals(a.text, b.text);
        expect(sum).toMatch(/^(?:0|-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?)$/);
        expect(sum).not.toBe("-0");
        expect(addDecimals(b.text, a.text)).toBe(sum);
      }),
      RUNS,
    );
  });

  test("the order is that of the numbers, not of their texts", () => {
    fc.assert(
      fc.property(drawn, fc.oneof(drawn, fc.constant(null)), (a, other) => {
        const b = other ?? a;
        expect(Math.sign(compareDecimals(a.text, b.text))).toBe(a.units < b.units ? -1 : a.units > b.units ? 1 : 0);
      }),
      RUNS,
    );
  });

  test.each([
    ["0.1", "0.2", "0.3"],
    ["9007199254740992", "1", "9007199254740993"],
    ["0.5", "0.5", "1"],
    ["-0.5", "0.5", "0"],
    ["-0.25", "0", "-0.25"],
    ["1", "0.000000000000000000000000000001", "1.000000000000000000000000000001"],
  ])("%s + %s = %s", (left, right, sum) => {
    expect(addDecimals(left, right)).toBe(sum);
  });

  test("nothing adds up to 0", () => {
    expect(sumDecimals([])).toBe("0");
  });

  test.each([
    ["10", "9", 1],
    ["1.0", "1", 0],
    ["0.3", "0.30000000000000004", -1],
    ["-1", "-2", 1],
  ])("%s against %s is %i", (left, right, order) => {
    expect(compareDecimals(left, right)).toBe(order);
  });
});
