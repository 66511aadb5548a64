import { describe, expect, test } from "vitest";
import type { JsonValue } from "../json";
import { readColumns } from "./statement-columns";
import { readRow, type Unit } from "./statement-row";

type Cells = Record<string, JsonValue>;
const row = (cells: Cells, unit: Unit = "major") =>
  readRow({ line: 7, cells: { key: "k", ...cells }, target: null }, unit).row;

describe("amounts are exact, in the units of their currency", () => {
  test.each([
    [{ amount: "80.00", currency: "USD" }, "major", "80", "USD"],
    [{ amount: "$1,250.5", currency: "usd" }, "major", "1250.5", "USD"],
    [{ amount: 1000, currency: "JPY" }, "major", "1000", "JPY"],
    [{ amount: "1.250", currency: "KWD" }, "major", "1.25", "KWD"],
    [{ amount: "8010", currency: "USD" }, "minor", "80.1", "USD"],
    [{ amount: "1000", currency: "JPY" }, "minor", "1000", "JPY"],
    [{ amount: "-5", currency: "EUR" }, "major", "-5", "EUR"],
    [{ amount: "12.50" }, "major", "12.5", null],
    [{ amount: "" }, "major", null, null],
  ] as const)("%j in %s units", (cells, unit, amount, currency) => {
    expect(row(cells, unit)).toMatchObject({ fault: null, amount, currency });
  });

  test.each([
    [{ amount: "10.5", currency: "JPY" }, "major"],
    [{ amount: "80.001", currency: "USD" }, "major"],
    [{ amount: "10.5", currency: "USD" }, "minor"],
    [{ amount: "1.250,00", currency: "EUR" }, "major"],
    [{ amount: "80", currency: "DEM" }, "major"],
    [{ amount: "eighty" }, "major"],
    [{ amount: "1.5" }, "minor"],
  ] as const)("%j in %s units is not guessed", (cells, unit) => {
    expect(row(cells, unit)).toMatchObject({ fault: expect.any(String), key: "k", line: 7 });
  });
});

test("of a currency without fraction digits a bad amount is told just that", () => {
  const said = "The amount: Expected an amount in JPY, which has no fraction digits, such as 80.";
  expect(row({ amount: "10.5", currency: "jpy" }).fault).toBe(said);
  expect(row({ amount: "10.5", currency: "JPY" }, "minor").fault).toContain("minor units of JPY");
  expect(row({ amount: "80.001", currency: "USD" }).fault).toContain("at most 2 fraction digits");
});

describe("times", () => {
  test.each([
    ["2026-11-16T10:00:00+02:00", "2026-11-16T08:00:00.000Z"],
    ["2026-11-16 10:00", "2026-11-16T10:00:00.000Z"],
    ["2026-11-16", "2026-11-16T00:00:00.000Z"],
    [1_700_000_000, "2023-11-14T22:13:20.000Z"],
    ["1700000000000", "2023-11-14T22:13:20.000Z"],
  ])("%s", (at, expected) => {
    expect(row({ at }).at?.toISOString()).toBe(expected);
  });

  test.each(["16/11/2026", "tomorrow", "2026-02-30", true, "12"])("%s is none", (at) => {
    expect(row({ at }).fault).toContain("time");
  });

  test.each(["0000-01-01", "0001-01-01T00:00:00+14:00", "1969-12-31", "9999-12-31T23:59:59-14:00"])(
    "%s is none that the store could keep",
    (at) => expect(row({ at }).fault).toContain("between"),
  );
});

test.each([
  [{ key: "", effectId: " " }, "Neither"],
  [{ key: "x".repeat(513) }, "longer"],
  [{ key: "a\u0000b" }, "not valid text"],
  [{ key: "a\ufffdb" }, "not valid text"],
  [{ key: { a: 1 } }, "neither text"],
  [{ key: 1.5 }, "neither text"],
])("%j names nothing", (cells, fault) => {
  expect(row(cells as Cells).fault).toContain(fault);
});

test("a bad row keeps what names its effect, so that its intent is not called missing", () => {
  expect(row({ key: "k1", effectId: 42, amount: "?" })).toMatchObject({ key: "k1", effectId: "42", amount: null });
  expect(row({ key: "x".repeat(513), effectId: "e" })).toMatchObject({ key: null, effectId: "e" });
});

test("rows that say the same have the same digest, and no others", () => {
  const said = { effectId: "e", amount: "5.00", currency: "USD", at: "2026-11-16T10:00:00Z" };
  expect(row(said).digest).toBe(row({ ...said, amount: 5, at: "2026-11-16T11:00:00+01:00" }).digest);
  expect(row(said).digest).not.toBe(row({ ...said, amount: "5.01" }).digest);
});

describe("columns", () => {
  const read = (...names: string[]) => {
    const found = readColumns(names, (pointer) => pointer === "/paymentId");
    return found.ok ? found.columns : found.message;
  };
  test("are known by any usual spelling, in any order", () => {
    expect(
      read("Currency", "Interlock Key", "created_at", "effect id", "AMOUNT", "/paymentId", "/nothing", "memo"),
    ).toEqual({
      fields: { currency: 0, key: 1, at: 2, effectId: 3, amount: 4 },
      targets: [{ pointer: "/paymentId", index: 5 }],
      ignored: ["/nothing", "memo"],
    });
  });

  test("the clearer name wins over a general one; the same name twice is refused", () => {
    expect(read("id", "effectId", "key")).toMatchObject({ fields: { effectId: 1, key: 2 }, ignored: ["id"] });
    expect(read("effectId", "id")).toMatchObject({ fields: { effectId: 0 }, ignored: ["id"] });
    expect(read("key", "KEY")).toContain("Two columns");
  });
});
