// The console may not know the domain; that it has words for everything a contract can say is checked from outside.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { toVersionDetailDto } from "@/api/contract-dto";
import { comparedAs } from "@/features/tools/contract/normaliser-words";
import { OTHER_HOLD_MS } from "@/features/tools/contract/policy-words";
import { SECTION_IDS, SECTIONS } from "@/features/tools/contract/sections";
import { unknownMembers } from "@/features/tools/contract/unknown-members";
import { ContractDefinition } from "@/lib/domain/contract/definition";
import { Execute } from "@/lib/domain/contract/execute";
import { OTHER_HOLD_MS as DECIDED_OTHER_HOLD_MS } from "@/lib/domain/intent";
import { CURRENCY_CODES } from "@/lib/domain/normalise/currency-codes";
import { normaliseValue } from "@/lib/domain/normalise/normalise-value";
import { NormaliserRule } from "@/lib/domain/normalise/rule";

/** One of everything that the schema has a name for; values do not matter. */
function fillIn(schema: unknown): unknown {
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(schema.shape).map(([name, member]) => [name, fillIn(member)]));
  }
  if (schema instanceof z.ZodArray) return [fillIn(schema.element)];
  if (schema instanceof z.ZodUnion) return fillIn(schema.options.find((one) => one instanceof z.ZodObject));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return fillIn(schema.unwrap());
  }
  return true;
}

test("the console knows every member that a contract can have", () => {
  const definition = fillIn(ContractDefinition) as Record<string, unknown>;
  expect(definition).toMatchObject({ key: { scope: true }, policy: [{ when: true }], reconcile: { every: true } });
  for (const connector of Execute.options) {
    const whole = { ...definition, execute: fillIn(connector) };
    expect(whole.execute).toMatchObject({ retries: { max: true }, probe: { url: true } });
    expect(unknownMembers(whole)).toEqual([]);
  }
});

test("the console tells how long a hold lasts that no rule timed", () => {
  expect(OTHER_HOLD_MS).toBe(DECIDED_OTHER_HOLD_MS);
});

test.each(readdirSync("contracts"))("%s is told in whole sentences", (file) => {
  const source = readFileSync(`contracts/${file}`, "utf8");
  const definition = ContractDefinition.parse(parse(source));
  const { tool } = definition;
  const stored = { tool, version: 1, digest: "", warnings: [], publishedBy: null, publishedAt: new Date(0) };
  const contract = toVersionDetailDto({ ...stored, definition, source, format: "yaml" }, {}, new Map());
  for (const id of SECTION_IDS) {
    for (const { text } of SECTIONS[id].say(contract)) {
      expect(text).toMatch(/^[A-Za-z].*[.:)”]$/s);
      expect(text).not.toMatch(/undefined|null|NaN|\[object|no words for/);
    }
  }
});

/** What the words call the same, in quotes or bare, is the same to the normaliser. */
test.each<[rule: object, values: (string | number)[]]>([
  [{ as: "id" }, [42, "42"]],
  [{ as: "integer" }, [5, "5"]],
  [{ as: "decimal" }, [80, "80.0", "80.00"]],
  [{ as: "instant" }, ["2027-03-01T14:00Z", "2027-03-01T15:00+01:00"]],
  [{ as: "country" }, ["US", "us", "USA"]],
  ...CURRENCY_CODES.map((code): [object, (string | number)[]] => [
    { as: "money", code, unit: "major" },
    [80, "80", `${code} 80`],
  ]),
])("%j reads %j as one", (written, values) => {
  const rule = NormaliserRule.parse(written);
  const [first, ...others] = values.map((value) => normaliseValue(rule, value, { at: () => undefined }));
  expect(first?.ok).toBe(true);
  for (const other of others) expect(other).toEqual(first);
  expect(comparedAs(rule)).toContain("are the same");
});
