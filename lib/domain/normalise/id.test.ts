import { describe, expect, test } from "vitest";
import type { JsonValue } from "../json";
import { normaliseValue } from "./normalise-value";
import { NormaliserRule } from "./rule";

const PREFIX = ["order ", "#", "Straße "];
const ORDER = { as: "id" as const, prefix: PREFIX };
const read = (value: JsonValue, rule: NormaliserRule = ORDER) => normaliseValue(rule, value, { at: () => undefined });

describe("prefixes are stripped from an id", () => {
  test.each<[JsonValue, string]>([
    ["77", "77"],
    [77, "77"],
    ["#77", "77"],
    ["# 77", "77"],
    ["order 77", "77"],
    ["Order  77", "77"],
    ["ORDER\u00a0#77", "77"],
    ["##77", "77"],
    ["straße 7", "7"],
    ["order77", "order77"],
    ["order", "order"],
    ["order order", "order"],
    ["7 order 7", "7 order 7"],
    ["strasse 7", "strasse 7"],
  ])("%j is %s", (written, id) => {
    expect(read(written)).toEqual({ ok: true, value: id });
    expect(read(id)).toEqual({ ok: true, value: id });
  });

  test("and nothing may be left over", () => {
    for (const written of ["#", " order # ", "#\u00a0"]) expect(read(written)).toMatchObject({ ok: false });
  });

  test("before spaces and hyphens are left out, and after", () => {
    const rule: NormaliserRule = { as: "id", compact: true, prefix: ["ord"] };
    expect(read("ord-7 7", rule)).toEqual({ ok: true, value: "-77" });
    expect(read("o-rd 77", rule)).toEqual({ ok: true, value: "77" });
  });

  test.each([[[]], [[""]], [["  "]], ["#"], [[7]], [["x".repeat(65)]]])("%j is no list of prefixes", (prefix) => {
    expect(NormaliserRule.safeParse({ as: "id", prefix }).success).toBe(false);
  });
});
