import { expect, test } from "vitest";
import { comparedText } from "./value-text";

test("money is compared as money, and anything else as it is", () => {
  const normalised = { minor: "2500", currency: "USD" };
  expect(comparedText({ normalised, amount: { value: "25", currency: "USD" } })).toBe("$25.00");
  expect(comparedText({ normalised: "pay_1" })).toBe('"pay_1"');
  expect(comparedText({ normalised: undefined })).toBe("absent");
});
