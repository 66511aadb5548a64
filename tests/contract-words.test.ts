// The console may not know the domain; that it has words for everything a contract can say is checked from outside.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { toVersionDetailDto } from "@/api/contract-dto";
import { SECTION_IDS, SECTIONS } from "@/features/tools/contract/sections";
import { unknownMembers } from "@/features/tools/contract/unknown-members";
import { ContractDefinition } from "@/lib/domain/contract/definition";
import { Execute } from "@/lib/domain/contract/execute";

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

test.each(readdirSync("contracts"))("%s is told in whole sentences", (file) => {
  const source = readFileSync(`contracts/${file}`, "utf8");
  const definition = ContractDefinition.parse(parse(source));
  const { tool } = definition;
  const stored = { tool, version: 1, digest: "", warnings: [], publishedBy: null, publishedAt: new Date(0) };
  const contract = toVersionDetailDto({ ...stored, definition, source, format: "yaml" }, new Map());
  for (const id of SECTION_IDS) {
    for (const { text } of SECTIONS[id].say(contract)) {
      expect(text).toMatch(/^[A-Za-z].*[.:)”]$/s);
      expect(text).not.toMatch(/undefined|null|NaN|\[object|no words for/);
    }
  }
});
