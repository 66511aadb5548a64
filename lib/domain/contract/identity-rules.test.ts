import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json";
import { normaliseArgs } from "../normalise/normalise-args";
import { compileCondition } from "../policy/condition";
import { conditionArgs } from "../policy/condition-args";
import { checkContract } from "./check-contract";
import { compileContract } from "./compile-contract";
import { ContractDefinition } from "./definition";

function contract(schema: object, rule: object = { role: "identity" }, name = "thing") {
  return {
    tool: "t",
    title: "T",
    effect: "write_non_idempotent",
    args: { type: "object", properties: { [name]: schema }, $defs: { ref: { type: ["string", "integer"] } } },
    fields: { [`/${name}`]: rule },
    execute: {
      connector: "http",
      request: { method: "POST", url: "https://x.example" },
      idempotency: { window: "30d" },
      effectId: "/id",
    },
  };
}

function publish(schema: object, rule?: object, name?: string) {
  const checked = checkContract(contract(schema, rule, name));
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return checked;
}

const asOf = (schema: object, rule?: object) => publish(schema, rule).definition.fields["/thing"]?.as;
const EITHER = { type: ["string", "integer"] };

test('"77", 77 and " 77" are one identity, though its owner wrote no `as`', () => {
  const { fields } = compileContract(publish(EITHER).definition, 1);
  const identities = ["77", 77, " 77"].map((thing) => normaliseArgs(fields, { thing }));
  for (const read of identities) expect(read).toMatchObject({ ok: true, identity: { "/thing": "77" } });
});

describe("what an identity without `as` is compared as", () => {
  test.each<[object, "id" | "json"]>([
    [{ type: "string" }, "id"],
    [{ type: "integer" }, "id"],
    [EITHER, "id"],
    [{ type: ["string", "null"] }, "id"],
    [{ $ref: "#/$defs/ref" }, "id"],
    [{ enum: ["a", 7] }, "id"],
    [{ const: "a" }, "id"],
    [{ anyOf: [{ type: "string" }, { oneOf: [{ type: "integer" }] }] }, "id"],
    [{ allOf: [{ minLength: 1 }, { type: "string" }] }, "id"],
    [{ anyOf: [{ type: "string" }, { minLength: 3 }] }, "json"],
    [{ type: "null" }, "json"],
    [{ type: "number" }, "json"],
    [{ type: ["string", "boolean"] }, "json"],
    [{ type: "object" }, "json"],
    [{ enum: ["a", 1.5] }, "json"],
    [{}, "json"],
  ])("%j: %s", (schema, as) => expect(asOf(schema)).toBe(as));

  test("what the owner wrote stays, and so does what only compares", () => {
    expect(asOf(EITHER, { role: "identity", as: "json" })).toBe("json");
    expect(asOf({ type: "string" }, { role: "identity", as: "text" })).toBe("text");
    expect(asOf(EITHER, { role: "material" })).toBe("json");
  });

  test("a version that was stored without `as` stays json", () => {
    const stored = ContractDefinition.parse(contract(EITHER));
    expect(stored.fields["/thing"]).toEqual({ role: "identity", as: "json" });
    const { fields } = compileContract(stored, 1);
    expect(normaliseArgs(fields, { thing: " 77" })).toMatchObject({ identity: { "/thing": " 77" } });
  });
});

describe("a number that a policy condition names", () => {
  const refusing = (when: string, schema: object, rule: object = { role: "identity" }, pointer = "/accountId") => ({
    ...contract(schema, undefined, "accountId"),
    args: { type: "object", properties: schema },
    fields: { [pointer]: rule },
    policy: [{ when, then: "refuse", reason: "x" }],
  });
  const publishRefusing = (...written: Parameters<typeof refusing>) => {
    const checked = checkContract(refusing(...written));
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
    return checked;
  };
  const decide = ({ definition }: ReturnType<typeof publishRefusing>, args: JsonObject) => {
    const read = normaliseArgs(compileContract(definition, 1).fields, args);
    if (!read.ok) throw new Error("refused");
    const agent = { id: "a", name: "a", labels: {} };
    const rest = { agent, run: "r", step: "s", intent: { keyScope: "run", submissionCount: 1n }, now: new Date(0) };
    const when = definition.policy[0]?.when ?? "";
    return compileCondition(when)({ ...rest, args: conditionArgs(args, read.fields) }).kind;
  };
  const ITEMS = {
    items: { type: "array", items: { type: "object", properties: { accountId: { type: "integer" } } } },
  };
  const NULLABLE = { accountId: { type: ["integer", "null"] } };
  const EACH = "/items/*/accountId";

  test.each<[string, object, string, JsonObject]>([
    ["args.items.exists(i, i.accountId == 42)", ITEMS, EACH, { items: [{ accountId: 42 }] }],
    ['args.items.exists(i, i["accountId"] == 42)', ITEMS, EACH, { items: [{ accountId: 42 }] }],
    ["args.accountId == 42", NULLABLE, "/accountId", { accountId: 42 }],
    ["args.accountId == 42", { accountId: { type: "integer" } }, "/accountId", { accountId: 42 }],
    [
      "args.accountId.exists(i, i == 42)",
      { accountId: { type: "array", items: { type: "integer" } } },
      "/accountId/*",
      { accountId: [42] },
    ],
  ])("%s still matches, and publishing says how to make it an id", (when, schema, pointer, args) => {
    const published = publishRefusing(when, schema, undefined, pointer);
    expect(published.definition.fields[pointer]?.as).toBe("json");
    expect(decide(published, args)).toBe("match");
    expect(published.warnings).toContainEqual(expect.stringMatching(/because a policy condition names it.*`as: id`/));
  });

  test("is an id where its owner says so, and the condition compares with a text", () => {
    const when = 'args.items.exists(i, i.accountId == "42")';
    const published = publishRefusing(when, ITEMS, { role: "identity", as: "id" }, EACH);
    expect(decide(published, { items: [{ accountId: 42 }] })).toBe("match");
  });

  test("stays an id where a condition only holds its letters, and where it can only be a text", () => {
    const paid = { ...NULLABLE, myAccountId: { type: "string" } };
    expect(publishRefusing('args.myAccountId == "a"', paid).definition.fields["/accountId"]?.as).toBe("id");
    const text = { accountId: { type: ["string", "null"] } };
    expect(publishRefusing('args.accountId == "42"', text).definition.fields["/accountId"]?.as).toBe("id");
  });

  test("a condition that compares it with a text is refused with the reason", () => {
    const checked = checkContract(refusing('args.accountId == "42"', { accountId: { type: "integer" } }));
    expect(checked).toMatchObject({
      ok: false,
      errors: [{ pointer: "/policy/0/when", message: expect.stringMatching(/\/accountId has no `as`.*with `as: id`/) }],
    });
  });
});

describe("publishing warns", () => {
  const warned = (schema: object, name?: string, rule?: object) =>
    publish(schema, rule, name).warnings.filter((text) => text.includes("identifies the action"));
  test.each<[string, string]>([
    ["thing", "as: id"],
    ["orderId", "as: id"],
    ["email", "as: email"],
    ["customerEmail", "as: email"],
    ["mobile_phone", "as: phone"],
    ["country", "as: country"],
    ["dueDate", "as: date"],
    ["startsAt", "as: instant"],
    ["sku", "as: code"],
    ["recipientName", "as: text"],
    ["constructor", "as: id"],
  ])("of the free text %s, and names %s", (name, fits) => {
    expect(warned({ type: "string" }, name)).toEqual([expect.stringMatching(`^/${name} .*free text.*\`${fits}\``)]);
  });

  test("of a format whose normaliser was not named", () => {
    expect(warned({ type: "string", format: "email" })).toEqual([expect.stringContaining("`as: email` would fit")]);
    expect(warned({ type: "string", format: "hostname" })).toEqual([]);
  });

  test.each<[object, string]>([
    [{ type: "number" }, "as: decimal"],
    [{ type: "array", items: { type: "string" } }, "as: set"],
    [{ type: "object" }, "each of its members"],
    [{}, "Give the schema a type"],
  ])("of %j, compared as JSON: %s", (schema, words) => {
    expect(warned(schema)).toEqual([expect.stringMatching(`compared as JSON.*${words}`)]);
  });

  test("not where the spelling is settled", () => {
    for (const schema of [{ type: "integer" }, { type: "string", pattern: "^a$" }, { type: "string", enum: ["a"] }]) {
      expect(warned(schema)).toEqual([]);
    }
    expect(warned({ type: "string" }, "thing", { role: "identity", as: "id" })).toEqual([]);
    expect(warned({ type: "string" }, "thing", { role: "identity", as: "json" })).toEqual([]);
    expect(warned({ type: "string" }, "thing", { role: "material" })).toEqual([]);
  });
});
