import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toHex } from "./bytes";
import { sha256 } from "./sha256";

const nodes = (...parts: Uint8Array[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

test("it is Node's SHA-256, whatever is hashed", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.option(fc.integer({ min: 0, max: 255 })), (bytes, first) => {
      expect(toHex(sha256(bytes, first ?? undefined))).toBe(
        nodes(Uint8Array.from(first === null ? [] : [first]), bytes),
      );
    }),
  );
});

test.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 4_095, 4_096, 300_000])(
  "it pads a message of %i bytes",
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => index * 31);
    expect(toHex(sha256(bytes))).toBe(nodes(bytes));
  },
);
