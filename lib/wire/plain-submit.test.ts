import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SubmitBody } from "./intent";
import { readPlainSubmit } from "./plain-submit";

const text = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.constantFrom("", "a", "a".repeat(128), "a".repeat(129), "a".repeat(255), "a".repeat(256)),
  fc.constantFrom("\u0000", "half \ud800", "a".repeat(4_000), "a".repeat(4_001)),
);
const number = fc.oneof(fc.constantFrom(-1, 0, 1, 1.5, 1_000_000, 1_000_001, 2 ** 53, Number.NaN), fc.integer());
const member = fc.oneof(text, number, fc.constant(null), fc.boolean(), fc.constant([]), fc.object({ maxDepth: 1 }));
const good = fc.record(
  {
    tool: fc.oneof(fc.constant("refund_payment"), text),
    args: fc.oneof(fc.object({ maxDepth: 2 }), fc.constant({})),
    run: fc.oneof(text, number, fc.constant(null)),
    step: fc.oneof(text, fc.constant(null)),
    session: fc.oneof(text, fc.constant(null)),
    reason: fc.oneof(text, fc.constant(null)),
    occurrence: fc.oneof(number, fc.constant(null)),
    contractVersion: fc.oneof(number, fc.constant(null)),
  },
  { requiredKeys: ["tool", "args"] },
);
const strange = fc.record(
  { ...Object.fromEntries(Object.keys(SubmitBody.shape).map((name) => [name, member])), other: member },
  { requiredKeys: [] },
);

test("what is read without zod is exactly what zod would have read", () => {
  let plainCount = 0;
  const body = fc.oneof(
    { weight: 5, arbitrary: good },
    { weight: 1, arbitrary: strange },
    { weight: 1, arbitrary: member },
  );
  fc.assert(
    fc.property(body, (sent) => {
      const plain = readPlainSubmit(sent);
      if (plain === null) return;
      plainCount += 1;
      const read = SubmitBody.safeParse(sent);
      expect(read.success).toBe(true);
      expect(plain).toEqual(read.data);
      // As sent, and not a copy of it: `z.record` and the like would leave members out.
      expect(plain.args).toBe((sent as { args: unknown }).args);
    }),
    { numRuns: 2_000 },
  );
  expect(plainCount).toBeGreaterThan(0);
});

test.each([
  ["an ordinary one", { tool: "t", args: { a: 1 }, run: "r", step: "s", reason: "because" }],
  ["with nulls", { tool: "t", args: {}, run: null, occurrence: null, contractVersion: null }],
  ["with numbers", { tool: "t", args: {}, occurrence: 2, contractVersion: 7 }],
])("%s needs no zod", (_, sent) => expect(readPlainSubmit(sent)).toBe(sent));

test.each([
  ["a member that there is not", JSON.parse('{"tool":"t","args":{},"__proto__":{}}')],
  ["a number for a name", { tool: "t", args: {}, run: 7 }],
  ["metadata", { tool: "t", args: {}, metadata: {} }],
  ["no args", { tool: "t" }],
  ["no tool", { args: {} }],
  ["no object", [{ tool: "t", args: {} }]],
])("%s is left to zod", (_, sent) => expect(readPlainSubmit(sent)).toBeNull());
