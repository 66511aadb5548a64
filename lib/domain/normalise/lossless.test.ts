import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { findUnsafeNumbers, quoteUnsafeNumbers, UNSAFE_NUMBERS_MAX } from "./lossless";

vi.setConfig({ testTimeout: 30_000 });

describe("numbers that a double cannot carry", () => {
  test.each([
    "0",
    "-0",
    "-0.0",
    "0e400",
    "0.1",
    "1.0",
    "1e2",
    "1E+2",
    "100e-2",
    "0.30000000000000004",
    "9007199254740991",
    "9007199254740992",
    "123456789012345680000",
    "1.7976931348623157e308",
    "5e-324",
    "1e21",
    "1e23",
    "0.000001",
    "1.50000000000000000000",
    "0.10000000000000000000",
  ])("%s is carried", (token) => expect(findUnsafeNumbers(`[${token}]`)).toEqual([]));

  test.each([
    "9007199254740993",
    "-9007199254740993",
    "1e400",
    "-1e400",
    "1e-400",
    "0.1000000000000000055",
    "9007199254740993.0",
    "900719925474099.3e1",
    "10000000000000000000000001",
    "3.14159265358979323846",
    "12345678901234567e1",
    "4.9406564584124654e-324",
  ])("%s is refused", (token) => expect(findUnsafeNumbers(`{"a":${token}}`)).toEqual(["/a"]));

  test("digits inside strings and names do not count", () => {
    expect(
      findUnsafeNumbers('{"9007199254740993":"9007199254740993","b":"\\"9007199254740993","c":"1e400\\\\"}'),
    ).toEqual([]);
  });

  test("pointers are RFC 6901 and find nested places", () => {
    const text = '{"a/b":[1,{"~":[[],9007199254740993]}],"x":{"y":"z","\\u0041":1e400},"c":[9007199254740993]}';
    expect(findUnsafeNumbers(text)).toEqual(["/a~1b/1/~0/1", "/x/A", "/c/0"]);
  });

  test("the number of answers is bounded", () => {
    const text = `[${Array(1_000).fill("9007199254740993").join(",")}]`;
    expect(findUnsafeNumbers(text)).toHaveLength(UNSAFE_NUMBERS_MAX);
  });

  test("a depth of 100,000 is walked without recursion", () => {
    const deep = `${"[".repeat(100_000)}9007199254740993${"]".repeat(100_000)}`;
    expect(findUnsafeNumbers(deep)[0]).toHaveLength(200_000);
  });

  test("every double that JSON prints is safe", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 2 }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (value, number) => {
          expect(findUnsafeNumbers(JSON.stringify({ value, number }))).toEqual([]);
        },
      ),
    );
  });

  test("an integer is safe exactly when it survives the round trip", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), (integer) => {
        const survives = BigInt(expand(Number(integer))) === integer;
        expect(findUnsafeNumbers(`[${integer}]`)).toEqual(survives ? [] : ["/0"]);
      }),
    );
  });
});

/** The decimal that the double's shortest print names, not the double's exact value. */
function expand(value: number): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e\+(\d+))?$/.exec(String(value)) ?? [];
  return `${sign}${whole}${fraction}${"0".repeat(Number(exponent) - fraction.length)}`;
}

test("quoting keeps every digit of an unsafe number, and changes nothing else", () => {
  const text = '{"a":9007199254740993,"b":[1e400,1.5,"9007199254740993"],"c":-0.1000000000000000055}';
  expect(JSON.parse(quoteUnsafeNumbers(text))).toEqual({
    a: "9007199254740993",
    b: ["1e400", 1.5, "9007199254740993"],
    c: "-0.1000000000000000055",
  });
  expect(quoteUnsafeNumbers('{"a":1}')).toBe('{"a":1}');
});
