import { describe, expect, test } from "vitest";
import { makeContract } from "../contract/testing/make-contract";
import { canonicalTexts } from "./canonical-text";
import { changesBetween } from "./changes";

const HTTP = { connector: "http", request: { method: "POST", url: "https://x.example" }, effectId: "/id" };
const before = makeContract({ definition: { execute: HTTP } });

describe("what changes between two versions", () => {
  test("nothing, where nothing does", () => {
    const { keys, sections, unchanged } = changesBetween(before, before);
    expect(keys.isChanged).toBe(false);
    expect(sections).toEqual([]);
    expect(unchanged).toHaveLength(9);
  });

  test("keys, where the server says that they are read in another way, and only there", () => {
    const after = { ...before, terms: { ...before.terms, derivation: "d2" } };
    expect(changesBetween(before, after).keys).toMatchObject({
      isChanged: true,
      text: expect.stringMatching(/^Keys or fingerprints change/),
    });
  });

  test("a rule, as the sentence that went and the one that came", () => {
    const policy = [{ when: "args.amount <= 50.0", then: "clear" }];
    const after = makeContract({
      definition: { execute: HTTP, policy },
      terms: { policy: [{ then: "clear", hold: null }] },
    });
    expect(changesBetween(before, after).sections).toEqual([
      {
        id: "policy",
        title: "Policy",
        gone: [],
        come: [
          {
            text: "Rule 1: if amount is at most 50, it is cleared: it runs without a person.",
            code: "args.amount <= 50.0",
          },
        ],
        isUntold: false,
      },
    ]);
  });

  test("what follows from a default is told too", () => {
    const after = { ...before, terms: { ...before.terms, windowMs: 86_400_000 } };
    const [section] = changesBetween(before, after).sections;
    expect(section).toMatchObject({
      id: "key",
      gone: [{ text: expect.stringContaining("7 days") }],
      come: [{ text: expect.stringContaining("24 hours") }],
    });
  });

  test("what no sentence tells is still a change of its part", () => {
    const args = { type: "object", properties: {}, maxProperties: 3 };
    const after = makeContract({ definition: { execute: HTTP, args } });
    expect(changesBetween(before, after).sections).toMatchObject([
      { id: "fields", gone: [], come: [], isUntold: true },
    ]);
  });

  test("members in another order are no change", () => {
    const after = makeContract({
      definition: { execute: { effectId: "/id", request: HTTP.request, connector: "http" } },
    });
    expect(changesBetween(before, after).sections).toEqual([]);
  });
});

describe("two definitions as texts", () => {
  test("stand in the order of the first, so that what only moved does not differ", () => {
    const [old, now] = canonicalTexts(
      { a: 1, b: { c: 1, d: [{ e: 1, f: 2 }] } },
      { b: { d: [{ f: 2, e: 1 }], c: 1 }, a: 1 },
    );
    expect(now).toBe(old);
  });

  test("what is new comes after what both have", () => {
    expect(canonicalTexts({ b: 1, a: 2 }, { new: 0, a: 2, b: 3 })[1]).toBe('{\n  "b": 3,\n  "a": 2,\n  "new": 0\n}');
  });
});
