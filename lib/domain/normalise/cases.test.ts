import { readFileSync } from "node:fs";
import canonicalize from "canonicalize";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../json";
import { findUnsafeNumbers } from "./lossless";
import { compileFields, normaliseArgs } from "./normalise-args";

type Side = { args: JsonObject; occurrence?: number };
type Case = { id: string; a: Side; b: Side; expect: "same" | "drift" | "different" | "invalid_b" };
type Contract = { fields: Record<string, unknown>; args: { properties: Record<string, { type: string | string[] }> } };

const contract: Contract = JSON.parse(readCase("normaliser_cases.json"));
const compiled = compileFields(contract.fields);
const lines = readCase("normaliser-cases.jsonl").split("\n").filter(Boolean);

describe("the decided hard cases", () => {
  test("all 67 are here", () => expect(lines).toHaveLength(67));

  test.each(lines.map((line) => [JSON.parse(line) as Case, line] as const))("$id", (decided, line) => {
    expect(compare(decided, findUnsafeNumbers(line))).toBe(decided.expect);
  });
});

function compare({ a, b }: Case, unsafe: string[]): Case["expect"] | "invalid_a" {
  const before = normaliseArgs(compiled, withoutAbsent(a.args));
  const after = normaliseArgs(compiled, withoutAbsent(b.args));
  if (!before.ok || unsafe.some((pointer) => pointer.startsWith("/a/args/"))) return "invalid_a";
  if (!after.ok || unsafe.some((pointer) => pointer.startsWith("/b/args/"))) return "invalid_b";
  const isSameKey = equal(before.identity, after.identity) && a.occurrence === b.occurrence;
  if (!isSameKey) return "different";
  return equal(before.material, after.material) ? "same" : "drift";
}

/** What intake does before: a null means absent unless the schema lists it. */
function withoutAbsent(args: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(args).filter(
      ([name, value]) => value !== null || contract.args.properties[name]?.type.includes("null") === true,
    ),
  );
}

function equal(a: JsonValue, b: JsonValue): boolean {
  return canonicalize(a) === canonicalize(b);
}

function readCase(name: string): string {
  return readFileSync(new URL(`./cases/${name}`, import.meta.url), "utf8");
}
