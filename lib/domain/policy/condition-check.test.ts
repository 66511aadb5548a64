import { describe, expect, test } from "vitest";
import { ContractDefinition } from "../contract/definition";
import { compileCondition } from "./condition";
import { checkCondition } from "./condition-check";

const text = { type: "string" };
const definition = ContractDefinition.parse({
  tool: "t",
  title: "T",
  effect: "write_non_idempotent",
  args: {
    type: "object",
    $defs: { address: { type: "object", properties: { zip: text } } },
    properties: {
      id: { type: ["string", "integer"] },
      amount: { type: ["number", "string"] },
      currency: text,
      qty: { type: ["integer", "string"] },
      note: text,
      flag: { type: "boolean" },
      count: { type: "integer" },
      tags: { type: "array", items: text },
      sizes: { type: "array" },
      items: {
        type: "array",
        items: { type: "object", properties: { sku: text, qty: {}, price: { type: "number" } } },
      },
      maybe: { type: ["string", "null"] },
      meta: { type: "object" },
      at: text,
      address: { $ref: "#/$defs/address" },
      choice: { anyOf: [text, { type: "integer" }] },
    },
  },
  fields: {
    "/id": { role: "identity", as: "id" },
    "/amount": { role: "material", as: "money", currency: "/currency" },
    "/qty": { role: "material", as: "integer" },
    "/note": { role: "incidental" },
    "/tags": { role: "material", as: "set", of: "id" },
    "/sizes": { role: "material", as: "set", of: "integer" },
    "/items/*/sku": { role: "material", as: "code" },
    "/items/*/qty": { role: "material", as: "integer" },
    "/maybe": { role: "material", as: "text" },
    "/at": { role: "material", as: "instant" },
  },
  execute: { connector: "http", request: { method: "POST", url: "https://x.example" }, effectId: "/id" },
});

/** Both checks that publishing makes. */
function check(condition: string) {
  compileCondition(condition);
  return checkCondition(definition, condition);
}

describe("a good condition is never refused", () => {
  test.each([
    "args.amount <= 50",
    "args.amount <= 50.0",
    "args.amount == 50 || 50 == args.amount || args.amount != 50.5",
    "args.amount + 1.0 > 2",
    "args.amount in [10, 20]",
    "args.amount == null || null == args.amount",
    "args.amount <= double(args.qty)",
    "args.qty % 2 == 0 && args.qty > 2.5 && args.qty == 5.0",
    "args.count == 5 && args.count + 1.0 > 2.0",
    'args.id == "42" && args.id in ["1", "2"]',
    'args.note != null && args.note.contains("x")',
    'has(args.note) && args.note.startsWith("a")',
    "!has(args.note)",
    'args.?note.orValue("") == ""',
    '"note" in args',
    "args.flag",
    "!args.flag || args.flag == true",
    '"x" in args.tags && args.tags == ["a"] && args.tags[0] == "a" && args.tags.size() < 3',
    "args.sizes.exists(s, s > 5) && args.sizes == [1, 2]",
    'args.items.all(i, i.qty <= 10 && i.sku == "A")',
    'args.items[0].sku == "A" && args.items[0].qty > 5 && args.items[0].price > 5',
    'args.maybe == null || args.maybe == "x"',
    "args.meta.anything == 5",
    'args.address.zip == "1"',
    'args.choice == 5 || args.choice == "x"',
    'args["amount"] <= 50 && args["currency"] == "USD"',
    "(args).amount <= 50 && args . amount <= 50",
    "(args.flag ? args.amount : 0) > 5",
    "args.flag ? args.amount > 5 : args.qty > 5",
    "args.items.map(args, args.qty).size() > 0",
    "cel.bind(limit, args.amount, limit <= 50)",
    'timestamp(args.at) < now + duration("24h")',
    'agent.labels.tier == "trusted" && agent.id != "" && agent.name == "n" && "tier" in agent.labels',
    'intent.submissionCount > 3 && intent.keyScope == "step"',
    'run == "x" && step.startsWith("a")',
  ])("%s", (condition) => expect(check(condition)).toEqual({ error: null, warnings: [] }));
});

describe("what cannot be true, or can only fail, is refused", () => {
  test.each([
    ['args.amount == "x"', /number is never equal to a string/],
    ['"x" == args.amount', /string == double, at character 1/],
    ['args.amount + "x" == "y"', /double \+ string/],
    ["args.flag && args.amount + 1 > 2", /double \+ int, at character 14/],
    ['args.amount in ["10"]', /never equal/],
    ["!args.amount", /true or false/],
    ["args.amount && true", /true or false/],
    ["args.amount ? true : false", /true or false/],
    ['args.amount.startsWith("8")', /no function startsWith/],
    ["args.id == 42", /string == int/],
    ["args.note > 5", /string > int/],
    ["args.note == true", /string == bool/],
    ['args.flag == "true"', /bool == string/],
    ["5 in args.tags", /int in list<string>/],
    ["args.items[0].sku == 5", /string == int/],
    ["args.address.zip == 5", /string == int/],
    ["args.currency == 5", /string == int/],
    ["args.at < now", /string < google.protobuf.Timestamp/],
    ['cel.bind(a, args.amount, a == "x")', /never equal/],
    ['agent.nope == "x"', /There is no agent.nope/],
    ["agent.labels.tier == 5", /string == int/],
    ["intent.nope == 1", /There is no intent.nope/],
    ['intent.submissionCount == "x"', /never equal/],
  ])("%s", (condition, words) => expect(check(condition).error).toMatch(words));

  test.each([["args.note"], ["args.amount"], ["args.tags"]])("%s is no condition", (condition) => {
    expect(check(condition).error).toMatch(/^A condition must be true or false, not /);
  });
});

test.each(["args.nope > 1", "args.address.nope == 1", "args.items[0].nope == 1"])(
  "%s is a warning: an argument that the schema does not name may still be sent",
  (condition) => {
    expect(check(condition)).toEqual({
      error: null,
      warnings: [expect.stringContaining(condition.split(" ")[0] ?? "")],
    });
  },
);
