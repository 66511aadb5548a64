import { expect, test } from "vitest";
import { fieldName } from "./field-name";

test.each([
  ["/paymentId", "payment id"],
  ["/to", "to"],
  ["/customer/IBAN", "customer IBAN"],
  ["/invoice_no", "invoice no"],
  ["/a~1b", "a/b"],
  ["/items/0/sku", "items 0 sku"],
  ["", "args"],
])("%s is said as %s", (pointer, words) => {
  expect(fieldName(pointer)).toBe(words);
});
