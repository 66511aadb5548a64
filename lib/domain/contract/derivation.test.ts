import { expect, test } from "vitest";
import { ContractDefinition } from "./definition";
import { derivationOf } from "./derivation";

const contract = (more: Record<string, unknown> = {}) =>
  derivationOf(
    ContractDefinition.parse({
      tool: "t",
      title: "T",
      effect: "write_non_idempotent",
      args: { type: "object", properties: { id: { type: "string" }, description: { type: "string" } } },
      fields: { "/id": { role: "identity", as: "id" } },
      execute: { connector: "http", request: { method: "POST", url: "https://x.example" }, effectId: "/id" },
      ...more,
    }),
  );

const args = (id: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  args: { type: "object", properties: { id: { type: "string", ...id }, description: { type: "string" } }, ...more },
});

test("policy, title and what is only said to readers change no key", () => {
  expect(contract({ title: "Other", policy: [{ then: "hold" }] })).toBe(contract());
  expect(contract(args({ description: "The payment", examples: ["pay_1"] }, { description: "What to pay" }))).toBe(
    contract(),
  );
});

test.each([
  ["the scope", { key: { scope: "run" } }],
  ["an identity field", { fields: {} }],
  ["a normaliser", { fields: { "/id": { role: "identity", as: "code" } } }],
  ["a default", args({ default: "x" })],
  ["a missing rule that derives", { duplicates: { missing: "derive" }, ...args({}, { required: ["id"] }) }],
  ["an argument called description", { args: { type: "object", properties: { id: { type: "string" } } } }],
])("%s does", (_name, more) => {
  expect(contract(more)).not.toBe(contract());
});
