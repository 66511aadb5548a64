import { describe, expect, test } from "vitest";
import { readEarlier } from "./reading";
import { CONTEXT, makeContract, prepare } from "./testing/tiny-gate";

const args = { id: "a", amount: 80 };
const fields = (more: object) => ({
  fields: {
    "/id": { role: "identity", as: "id" },
    "/amount": { role: "material", as: "money", code: "USD", unit: "major" },
    ...more,
  },
});

describe("an earlier version reads", () => {
  test("what it can, as it would have read it then", () => {
    const contract = makeContract();
    const reading = readEarlier(contract, "default", CONTEXT, args);
    const { stem, fingerprint, identityDigest, derivation } = prepare(contract, { args });
    expect(reading).toMatchObject({ stem, fingerprint, identityDigest, derivation });
  });

  test("also what its schema refuses", () => {
    const strict = { type: "object", additionalProperties: false, properties: { id: {}, amount: {} } };
    const contract = makeContract({ args: strict, fields: fields({})["fields"] });
    const reading = readEarlier(contract, "default", CONTEXT, { ...args, extra: 1 });
    expect(reading).toMatchObject({ identity: { "/id": "a" }, material: { "/extra": 1 } });
  });

  test("what the action is about, where only a value is beyond it; such values are like none that it knows", () => {
    const memo = { "/memo": { role: "material", as: "enum", values: ["x"] } };
    const contract = makeContract(fields(memo));
    const known = readEarlier(contract, "default", CONTEXT, { ...args, memo: "x" });
    const absent = readEarlier(contract, "default", CONTEXT, args);
    const beyond = readEarlier(contract, "default", CONTEXT, { ...args, memo: "y" });
    expect(beyond?.stem).toBe(known?.stem);
    expect(new Set([known, absent, beyond].map((reading) => reading?.fingerprint)).size).toBe(3);
  });

  test("not what it cannot even tell the subject of", () => {
    const contract = makeContract({ fields: { "/id": { role: "identity", as: "integer" } } });
    expect(readEarlier(contract, "default", CONTEXT, args)).toBeNull();
  });

  test("not what hides its subject in what it cannot read", () => {
    const nested = { type: "object", properties: { who: { type: "object", properties: { id: {}, day: {} } } } };
    const rules = { "/who/id": { role: "identity", as: "id" }, "/who/day": { role: "material", as: "date" } };
    const contract = makeContract({ args: nested, fields: rules, policy: [] });
    expect(readEarlier(contract, "default", CONTEXT, { who: { id: "a", day: "someday" } })).toBeNull();
    expect(readEarlier(contract, "default", CONTEXT, { who: { id: "a", day: "2026-01-01" } })).not.toBeNull();
  });
});

describe("the key's stem", () => {
  const stemOf = (more: Parameters<typeof makeContract>[0], sent: object) =>
    prepare(makeContract(more), { args, ...sent }).stem;
  test("follows the scope, and nothing but it", () => {
    const [step, run] = [{ key: { scope: "step" } }, { key: { scope: "run" } }] as const;
    const business = { key: { scope: "business" } } as const;
    expect(stemOf(run, { step: "x" })).toBe(stemOf(run, { step: "y" }));
    expect(stemOf(step, { step: "x" })).not.toBe(stemOf(step, { step: "y" }));
    expect(stemOf(step, { session: "x" })).toBe(stemOf(step, { session: "y" }));
    expect(stemOf(business, { callerKey: "k" })).toBe(stemOf(business, {}));
    expect(stemOf(run, { callerKey: "k" })).not.toBe(stemOf(run, {}));
  });

  test("is null where there is nothing to go by, unless the contract derives one; a read never has one", () => {
    expect(stemOf({}, { run: null })).toBeNull();
    const derived = prepare(makeContract({ duplicates: { missing: "derive" } }), { args, run: null });
    expect(derived.keyParts?.context).toEqual({ occurrence: 1 });
    expect(stemOf({ effect: "read" }, {})).toBeNull();
  });

  test("does not depend on material, incidental or unnamed args (L7)", () => {
    const stem = (more: object) => prepare(makeContract(), { args: { ...args, ...more } }).stem;
    expect(stem({ amount: 90, plan: "hold", run: "elsewhere", occurrence: 9 })).toBe(stem({}));
    expect(stem({ id: " a " })).toBe(stem({}));
    expect(stem({ id: "A" })).not.toBe(stem({}));
  });
});
