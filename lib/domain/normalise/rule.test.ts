import { describe, expect, test } from "vitest";
import { ALPHA_2_CODES, alpha2Of } from "./country-codes";
import { CURRENCY_CODES, currencyExponent } from "./currency-codes";
import { FieldRule, FieldRules } from "./rule";

const material = (rule: object) => ({ role: "material", ...rule });

describe("a rule", () => {
  test.each([
    [{ role: "incidental" }, { role: "incidental", as: "json" }],
    [material({ as: "money", code: "USD" }), { role: "material", as: "money", code: "USD", unit: "major" }],
    [material({ as: "set", of: "id" }), { role: "material", as: "set", of: { as: "id" } }],
    [
      material({ as: "list", of: { as: "bag", of: {} } }),
      { role: "material", as: "list", of: { as: "bag", of: { as: "json" } } },
    ],
    [material({ as: "phone", region: "US" }), material({ as: "phone", region: "US" })],
    [
      material({ as: "enum", values: ["a"], aliases: { b: "a", A: "a" } }),
      material({ as: "enum", values: ["a"], aliases: { b: "a", A: "a" } }),
    ],
  ])("%j is complete as %j", (written, complete) => expect(FieldRule.parse(written)).toEqual(complete));

  test.each([
    [{}],
    [null],
    ["id"],
    [{ as: "id" }],
    [{ role: "key", as: "id" }],
    [material({ as: "guess" })],
    [material({ as: "id", compakt: true })],
    [material({ as: "id", compact: "yes" })],
    [material({ as: "text", compact: true })],
    [material({ compact: true })],
    [material({ as: "email", plus: "keep" })],
    [material({ as: "phone", region: "XX" })],
    [material({ as: "phone", region: "us" })],
    [material({ as: "url", query: "random" })],
    [material({ as: "money" })],
    [material({ as: "money", code: "USD", currency: "/currency" })],
    [material({ as: "money", code: "usd" })],
    [material({ as: "money", code: "BGN" })],
    [material({ as: "money", code: "XAU" })],
    [material({ as: "money", currency: "currency" })],
    [material({ as: "money", code: "USD", unit: "cents" })],
    [material({ as: "date", zone: "+02:00" })],
    [material({ as: "instant", zone: "Paris" })],
    [material({ as: "enum" })],
    [material({ as: "enum", values: [] })],
    [material({ as: "enum", values: ["a", "A"] })],
    [material({ as: "enum", values: ["a", "b"], aliases: { A: "b" } })],
    [material({ as: "enum", values: ["a"], aliases: { x: "z" } })],
    [material({ as: "enum", values: ["a", "b"], aliases: { x: "a", X: "b" } })],
    [material({ as: "set", of: "money" })],
    [material({ as: "set", of: "enum" })],
    [material({ as: "set", of: { as: "id", role: "identity" } })],
    [material({ as: "set", of: "nothing" })],
    [material({ as: "json", of: "id" })],
    [material({ as: "set", of: nested(9) })],
  ])("%j is refused", (written) => expect(FieldRule.safeParse(written).success).toBe(false));

  test("a refusal says where and what was expected", () => {
    const result = FieldRules.safeParse({ "/a": material({ as: "instant", zone: "Paris" }) });
    expect(result.error?.issues).toMatchObject([
      { path: ["/a", "zone"], message: "Expected an IANA time zone such as Europe/Paris." },
    ]);
  });
});

function nested(depth: number): object {
  return depth === 0 ? { as: "id" } : { as: "set", of: nested(depth - 1) };
}

describe("the tables", () => {
  test.each([
    ["USD", 2],
    ["HUF", 2],
    ["JPY", 0],
    ["KRW", 0],
    ["ISK", 0],
    ["UGX", 0],
    ["VND", 0],
    ["CLP", 0],
    ["UYI", 0],
    ["KWD", 3],
    ["BHD", 3],
    ["IQD", 3],
    ["TND", 3],
    ["CLF", 4],
    ["UYW", 4],
    ["SLE", 2],
    ["VED", 2],
    ["VES", 2],
    ["ZWG", 2],
    ["XCG", 2],
    ["XAD", 2],
    ["CHE", 2],
    ["MRU", 2],
    ["MGA", 2],
    ["TWD", 2],
  ])("%s has %i minor digits", (code, exponent) => expect(currencyExponent(code)).toBe(exponent));

  test.each([
    "DEM",
    "HRK",
    "SLL",
    "ANG",
    "BGN",
    "CUC",
    "ZWL",
    "VEF",
    "BYR",
    "XAU",
    "XDR",
    "XTS",
    "XXX",
    "usd",
    "BTC",
    "toString",
    "",
  ])("%s is no active code with a minor unit", (code) => expect(currencyExponent(code)).toBeUndefined());

  test("there are 165 active codes with a minor unit", () => expect(CURRENCY_CODES).toHaveLength(165));

  test("there are 249 countries, each with two codes", () => {
    expect(ALPHA_2_CODES).toHaveLength(249);
    expect(["USA", "GBR", "ALA", "ZWE"].map(alpha2Of)).toEqual(["US", "GB", "AX", "ZW"]);
  });
});
