import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { candidateDigests, everyDigest, identityDigests } from "./identity-values";

const digestOf = (text: string) => hash("sha256", text, "hex").slice(0, 32);
const hexOf = (digests: Buffer[]) => digests.map((digest) => digest.toString("hex"));

describe("an intent is found by", () => {
  test.each([
    ["each of its values", { "/customer": "cus_1", "/order": "42" }, ["cus_1", "42"]],
    ["each element of a list", { "/to": ["a@example.com", "b@example.com"] }, ["a@example.com", "b@example.com"]],
    [
      "each part of a value that nests",
      { "/who": { email: "a@example.com", of: [{ id: 7 }] } },
      ["a@example.com", "7"],
    ],
    ["a value once, however often it has it", { "/from": "x", "/to": ["x", "x"] }, ["x"]],
    ["a number as it is written", { "/n": 1e21, "/m": 0.5 }, ["1e+21", "0.5"]],
  ])("%s", (_name, identity, texts) => {
    expect(hexOf(identityDigests(identity))).toEqual(texts.map(digestOf));
  });

  test("nothing that says nothing: a list's length, null, true, an empty text", () => {
    expect(identityDigests({ "#/to": 3, "/to/0": null, "/yes": true, "/text": "" })).toEqual([]);
  });
});

describe("what a person types is read as", () => {
  test.each([
    ["it is", " cus_1 ", " cus_1 "],
    ["an id", " cus_1 ", "cus_1"],
    ["an id without spaces and hyphens", "12-34 56", "123456"],
    ["a code", "de89 3704", "DE89 3704"],
    ["a code without spaces", "de89 3704", "DE893704"],
    ["words", "Jane  DOE", "jane doe"],
    ["an address", "Jane@Example.COM", "jane@example.com"],
    ["an address without its tag", "jane+shop@example.com", "jane@example.com"],
    ["a phone number", "+1 (415) 555-2671", "+14155552671"],
    ["an integer", "007", "7"],
    ["a decimal", "1.50", "1.5"],
    ["a url", "HTTPS://Example.com", "https://example.com/"],
    ["a date", " 2026-11-16 ", "2026-11-16"],
    ["an instant", "2026-11-16T10:00:00+01:00", "2026-11-16T09:00:00.000Z"],
    ["a country", "gbr", "GB"],
  ])("%s", (_name, typed, text) => {
    expect(hexOf(candidateDigests(typed))).toContain(digestOf(text));
  });

  test("at most sixteen things, each once", () => {
    for (const typed of ["x", "42", "jane@example.com", "+14155552671", "ﬁ", " "]) {
      const digests = hexOf(candidateDigests(typed));
      expect(digests.length).toBeLessThanOrEqual(16);
      expect(new Set(digests).size).toBe(digests.length);
    }
  });

  test("nothing, where nothing or half a character was typed", () => {
    expect(candidateDigests("")).toEqual([]);
    expect(candidateDigests("\ud800")).toHaveLength(1);
  });
});

describe("an erasure looks for", () => {
  test("a phone number in national form as any region would read it", () => {
    const found = hexOf(everyDigest("(415) 555-2671"));
    expect(found).toContain(digestOf("+14155552671"));
    expect(found).toContain(digestOf("+494155552671"));
    expect(hexOf(candidateDigests("(415) 555-2671"))).not.toContain(digestOf("+14155552671"));
  });

  test("everything that a person who types it would find, once each", () => {
    for (const typed of ["Ann@Example.com", "+1 415 555 2671", "ab-1", "42", "x"]) {
      const found = hexOf(everyDigest(typed));
      expect(found.slice(0, candidateDigests(typed).length)).toEqual(hexOf(candidateDigests(typed)));
      expect(new Set(found).size).toBe(found.length);
    }
  });
});
