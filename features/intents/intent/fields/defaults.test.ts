import { expect, test } from "vitest";
import { defaultsAmong } from "./defaults";

const field = (pointer: string, raw: unknown) => ({
  pointer,
  role: "material" as const,
  as: "json",
  raw,
  normalised: raw,
});

test("what nobody wrote is the contract's default", () => {
  const fields = [field("/amount", 80), field("/currency", "USD"), field("/lines/0/tax", 19), field("/a~1b", 1)];
  const written = { amount: 80, currency: null, lines: [{ sku: "x" }], "a/b": 1 };
  expect([...defaultsAmong(fields, written)]).toEqual(["/currency", "/lines/0/tax"]);
});

test("nothing is called a default where it is not known what was written", () => {
  expect(defaultsAmong([field("/amount", 80)], null).size).toBe(0);
});
