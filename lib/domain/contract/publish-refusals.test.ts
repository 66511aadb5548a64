/** Every refusal and warning of publishing that has to do with args, fields, keys and conditions. */
import { describe, expect, test } from "vitest";
import { checkContract } from "./check-contract";

const text = { type: "string" };
const base = {
  tool: "t",
  title: "T",
  effect: "write_non_idempotent",
  args: {
    type: "object",
    properties: { id: { type: ["string", "integer"] }, amount: { type: ["number", "string"] }, currency: text },
    required: ["id"],
  },
  fields: { "/id": { role: "identity", as: "id" } },
  execute: {
    connector: "http",
    request: { method: "POST", url: "https://x.example" },
    idempotency: { window: "30d" },
    effectId: "/id",
  },
};
const properties = (more: object) => ({ args: { ...base.args, properties: { ...base.args.properties, ...more } } });
const field = (pointer: string, rule: unknown) => ({ fields: { ...base.fields, [pointer]: rule } });
const policy = (...rules: object[]) => ({ policy: rules });

function errorsOf(change: object) {
  const checked = checkContract({ ...base, ...change });
  return checked.ok ? [] : checked.errors;
}

function warningsOf(change: object) {
  const checked = checkContract({ ...base, ...change });
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return checked.warnings;
}

test("a plain contract has neither errors nor warnings", () => {
  expect(errorsOf({})).toEqual([]);
  expect(warningsOf({})).toEqual([]);
});

const { effectId: _, ...withoutEffectId } = base.execute;
const { type: __, ...withoutType } = base.args;

test.each<[string, object, string, RegExp]>([
  ["a member that a contract does not have", { windoww: "7d" }, "/windoww", /no member "windoww"/],
  [
    "an option that a rule does not have",
    field("/id", { role: "identity", as: "id", compakt: true }),
    "/fields/~1id/compakt",
    /compakt/,
  ],
  ["an effect that is none", { effect: "write" }, "/effect", /read.*irreversible/],
  ["a pointer that is none", field("amount", { role: "material" }), "/fields/amount", /JSON pointer/],
  ["a normaliser that is none", field("/amount", { role: "material", as: "monney" }), "/fields/~1amount/as", /money/],
  ["a write without effectId", { execute: withoutEffectId }, "/execute/effectId", /effect id/],
  [
    "an irreversible effect that a rule clears",
    { effect: "irreversible", ...policy({ then: "hold", when: "true" }, { then: "clear" }) },
    "/policy/1/then",
    /allowAutoClear/,
  ],
  ["args that are no object", { args: withoutType }, "/args/type", /object/],
  [
    "another dialect",
    { args: { ...base.args, $schema: "http://json-schema.org/draft-07/schema#" } },
    "/args/$schema",
    /2020-12/,
  ],
  ["a type that is none", properties({ x: { type: "strin" } }), "/args/properties/x/type", /string/],
  [
    "a keyword that is none",
    properties({ x: { type: "object", properties: { y: { maxLenght: 3 } } } }),
    "/args/properties/x/properties/y",
    /maxLenght/,
  ],
  [
    "a pattern that RE2 does not know",
    properties({ x: { type: "string", pattern: "(?=a)" } }),
    "/args/properties/x",
    /regexp/,
  ],
  [
    "a format that is none",
    properties({ x: { type: "array", items: { type: "string", format: "ibann" } } }),
    "/args/properties/x/items",
    /ibann/,
  ],
  ["a reference that leads nowhere", properties({ x: { $ref: "#/$defs/nope" } }), "/args/properties/x", /nope/],
  [
    "a default that would be ignored",
    properties({ x: { anyOf: [{ type: "object", properties: { y: { default: 1 } } }] } }),
    "/args/properties/x",
    /default is ignored/,
  ],
  [
    "a field that the schema does not know",
    field("/amout", { role: "material" }),
    "/fields/~1amout",
    /no property at \/amout/,
  ],
  ["a field inside a text", field("/currency/x", { role: "material" }), "/fields/~1currency~1x", /no property/],
  [
    "a currency that the schema does not know",
    field("/amount", { role: "material", as: "money", currency: "/curency" }),
    "/fields/~1amount/currency",
    /no property at \/curency/,
  ],
  [
    "rules that cannot stand together",
    {
      ...properties({ tags: { type: "array", items: { type: "object", properties: { id: text } } } }),
      fields: { "/tags": { role: "material", as: "set" }, "/tags/*/id": { role: "material" } },
    },
    "/fields/~1tags~1*~1id",
    /below/,
  ],
  ["a condition that cannot be parsed", policy({ when: "args.amount <=", then: "hold" }), "/policy/0/when", /EOF/],
  [
    "a condition with a variable that is none",
    policy({ when: "amount <= 5", then: "hold" }),
    "/policy/0/when",
    /Unknown variable/,
  ],
  ["a condition that is no condition", policy({ when: "1 + 1", then: "hold" }), "/policy/0/when", /true or false/],
  [
    "a condition whose types do not fit",
    {
      ...field("/amount", { role: "material", as: "money", code: "USD" }),
      ...policy({ then: "hold", when: "true" }, { when: 'args.amount + "x" == "y"', then: "hold" }),
    },
    "/policy/1/when",
    /double \+ string/,
  ],
  [
    "a condition over an agent that has no such thing",
    policy({ when: 'agent.nope == "x"', then: "hold" }),
    "/policy/0/when",
    /agent.nope/,
  ],
  ["a business key without identity", { key: { scope: "business" }, fields: {} }, "/fields", /identity/],
  [
    "a business key with an optional identity",
    { key: { scope: "business" }, ...field("/currency", { role: "identity" }) },
    "/args/required",
    /\/currency must be required/,
  ],
  [
    "a derived key with an optional identity",
    { duplicates: { missing: "derive" }, ...field("/currency", { role: "identity" }) },
    "/args/required",
    /\/currency must be required/,
  ],
])("%s is refused where it stands", (_name, change, pointer, words) => {
  expect(errorsOf(change)).toContainEqual({ pointer, message: expect.stringMatching(words) });
});

test("a business key of nothing but elements needs an element", () => {
  const items = (more: object) => ({
    key: { scope: "business" },
    args: {
      type: "object",
      properties: {
        items: { type: "array", items: { type: "object", properties: { sku: text }, required: ["sku"] }, ...more },
      },
      required: ["items"],
    },
    fields: { "/items/*/sku": { role: "identity", as: "code" } },
  });
  expect(errorsOf(items({}))).toMatchObject([{ pointer: "/fields", message: expect.stringContaining("minItems") }]);
  expect(errorsOf(items({ minItems: 1 }))).toEqual([]);
});

test("an identity that a reference describes counts as required", () => {
  const args = {
    type: "object",
    $defs: { order: { type: "object", properties: { id: text }, required: ["id"] } },
    properties: { order: { $ref: "#/$defs/order" }, any: true },
    required: ["order", "any"],
  };
  const fields = { "/order/id": { role: "identity", as: "id" }, "/any": { role: "identity" } };
  expect(errorsOf({ key: { scope: "business" }, args, fields })).toEqual([]);
});

describe("warnings", () => {
  const { idempotency: ___, ...honoursNothing } = base.execute;
  test.each<[string, object, RegExp]>([
    [
      "a window longer than the downstream's",
      { execute: { ...base.execute, idempotency: { window: "24h" } } },
      /key.window \(168h\) is longer than execute.idempotency.window \(24h\)/,
    ],
    ["a declared window longer than the downstream's", { key: { window: "40d" } }, /key.window \(40d\)/],
    ["no key and no probe", { execute: honoursNothing }, /no key and there is no probe/],
    [
      "a probe that does not name the key",
      { execute: { ...honoursNothing, probe: { url: "https://x.example/{args.id}", effectId: "/id" } } },
      /execute.probe does not send \{key\}/,
    ],
    [
      "observing an irreversible effect",
      { mode: "observe", effect: "irreversible", value: "low" },
      /observe lets everything through.*irreversible/,
    ],
    ["observing high value", { mode: "observe" }, /observe lets everything through.*high value/],
    [
      "a type that forbids a spelling",
      { ...properties({ x: text }), ...field("/x", { role: "material", as: "id" }) },
      /^\/x: the schema's type forbids integer, which `as: id`/,
    ],
    [
      "a type that forbids a spelling of elements",
      {
        ...properties({ x: { type: "array", items: text } }),
        ...field("/x", { role: "material", as: "set", of: "integer" }),
      },
      /^\/x\/\*: .*forbids integer/,
    ],
    [
      "an enum before as: enum",
      { ...properties({ x: { enum: ["a"] } }), ...field("/x", { role: "material", as: "enum", values: ["a"] }) },
      /^\/x: the schema's enum refuses other spellings and aliases/,
    ],
    [
      "an enum before as: code",
      { ...properties({ x: { type: "string", enum: ["USD"] } }), ...field("/x", { role: "material", as: "code" }) },
      /^\/x: the schema's enum refuses other spellings/,
    ],
    [
      "an enum before the currency of an amount",
      {
        ...properties({ currency: { enum: ["USD"] } }),
        ...field("/amount", { role: "material", as: "money", currency: "/currency" }),
      },
      /^\/currency: the schema's enum/,
    ],
    [
      "an address with an argument that may be missing",
      { execute: { ...base.execute, request: { method: "POST", url: "https://x.example/{args.currency}" } } },
      /^execute\/request\/url names {args.currency}, which is not required/,
    ],
    [
      "an address whose last part may be missing",
      { execute: { ...base.execute, request: { method: "POST", url: "https://x.example/users{/args.currency}" } } },
      /^execute\/request\/url names {args.currency}, which is not required/,
    ],
    [
      "a condition over an argument that nobody declared",
      policy({ when: "args.nope > 1", then: "hold" }),
      /^policy\/0\/when names args.nope/,
    ],
  ])("%s", (_name, change, words) => expect(warningsOf(change)).toContainEqual(expect.stringMatching(words)));

  test.each<[string, object]>([
    ["a window as long as the downstream's", { key: { window: "30d" } }],
    [
      "an address with an argument that is always there",
      { execute: { ...base.execute, request: { method: "POST", url: "https://x.example/{args.id}?k={key}" } } },
    ],
    [
      "a query without which the address is the same",
      { execute: { ...base.execute, request: { method: "POST", url: "https://x.example/users{?args.currency}" } } },
    ],
    ["observing a low value", { mode: "observe", value: "low" }],
    ["observing a read", { mode: "observe", effect: "read" }],
    ["a type that admits every spelling", field("/amount", { role: "material", as: "money", currency: "/currency" })],
    [
      "a number that admits integers",
      { ...properties({ x: { type: ["number", "string"] } }), ...field("/x", { role: "material", as: "integer" }) },
    ],
  ])("none about %s", (_name, change) => expect(warningsOf(change)).toEqual([]));
});

describe("how long a request may still land", () => {
  const asked = (absentAfter: string, timeout = "10s") => ({
    execute: { ...base.execute, timeout, probe: { url: "https://x.example/{key}", effectId: "/id", absentAfter } },
  });

  test("absence before the attempt's own deadline is refused", () => {
    const pointer = "/execute/probe/absentAfter";
    const message = expect.stringContaining("at least the time-out (10s)");
    expect(errorsOf(asked("9999ms"))).toEqual([{ pointer, message }]);
    expect(errorsOf(asked("10s"))).toEqual([]);
  });

  test("absence within a minute is warned of", () => {
    expect(warningsOf(asked("59s"))).toEqual([expect.stringContaining("absentAfter (59s) is below one minute")]);
    expect(warningsOf(asked("1m"))).toEqual([]);
  });
});

describe("where an effect id comes from", () => {
  const from = (effectId: unknown) => ({ execute: { ...base.execute, effectId } });
  const mcp = (effectId: unknown) => ({
    execute: {
      connector: "mcp",
      server: { url: "https://x.example" },
      tool: "t",
      idempotency: { window: "30d" },
      effectId,
    },
  });

  test.each<[unknown]>([
    ["/id"],
    [{ header: "location" }],
    [{ header: "location", match: "/tickets/(.+)" }],
    [{ text: "note_\\d+" }],
    [{ value: "{args.id}" }],
    [{ value: "{key}" }],
  ])("%o is accepted", (effectId) => {
    expect(errorsOf(from(effectId))).toEqual([]);
    expect(warningsOf(from(effectId))).toEqual([]);
  });

  test.each<[string, object, string, RegExp]>([
    ["no pointer", from("id"), "/execute/effectId", /JSON pointer/],
    ["two sources at once", from({ text: "x", value: "{key}" }), "/execute/effectId", /one of/],
    ["a pattern that RE2 does not know", from({ text: "(?=x)" }), "/execute/effectId/text", /./],
    ["two groups", from({ header: "location", match: "(a)(b)" }), "/execute/effectId/match", /at most one group/],
    ["a fixed text", from({ value: "done" }), "/execute/effectId/value", /names nothing/],
    ["a secret", from({ value: "{secret.X}" }), "/execute/effectId/value", /no part of it/],
    [
      "an argument that there is none",
      from({ value: "{args.idd}" }),
      "/execute/effectId/value",
      /no property at \/idd/,
    ],
    ["a header of an MCP server", mcp({ header: "location" }), "/execute/effectId/header", /MCP/],
  ])("%s is refused", (_, change, pointer, message) => {
    expect(errorsOf(change)).toEqual([{ pointer, message: expect.stringMatching(message) }]);
  });

  test("an id from an argument that may be missing is warned of", () => {
    expect(warningsOf(from({ value: "{args.currency}" }))).toEqual([expect.stringContaining("{args.currency}")]);
  });
});

describe("a probe whose id the caller chose", () => {
  const asked = (url: string) => ({
    execute: { ...base.execute, probe: { url, effectId: { value: "{args.id}" } } },
  });

  test.each(["https://x.example/notes?key={key}", "https://x.example/notes{?key}", "https://x.example/notes{&key}"])(
    "is refused at %s: a search that finds nothing is a 200, too",
    (url) => {
      const error = { pointer: "/execute/probe/effectId", message: expect.stringMatching(/any 200 counts as proof/) };
      expect(errorsOf(asked(url))).toEqual([error]);
    },
  );

  test("is warned about at the address of one thing", () => {
    const url = "https://x.example/notes/{args.id}/{key}";
    expect(warningsOf(asked(url))).toEqual([expect.stringMatching(/any 200 counts as proof/)]);
  });
});

test.each([
  ["url", { url: "https://x.example?key={key}" }],
  ["header", { url: "https://x.example", headers: { "x-key": "{key}" } }],
])("a probe that names the key in its %s is not warned about", (_, probe) => {
  const { idempotency: ___, ...execute } = base.execute;
  const warnings = warningsOf({ execute: { ...execute, probe: { ...probe, effectId: "/id" } } });
  expect(warnings.filter((warning) => warning.includes("{key}"))).toEqual([]);
});
