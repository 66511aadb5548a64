import canonicalize from "canonicalize";
import { describe, expect, test, vi } from "vitest";
import type { JsonValue } from "../json";
import { COLLECTION_SPELLINGS } from "./cases/collection-spellings";
import { NUMBER_SPELLINGS } from "./cases/number-spellings";
import { PHONE_URL_SPELLINGS } from "./cases/phone-url-spellings";
import { TEXT_SPELLINGS } from "./cases/text-spellings";
import { TIME_SPELLINGS } from "./cases/time-spellings";
import { normaliseValue } from "./normalise-value";
import { NormaliserRule } from "./rule";

vi.setConfig({ testTimeout: 30_000 });

const ROWS = {
  ...TEXT_SPELLINGS,
  ...PHONE_URL_SPELLINGS,
  ...NUMBER_SPELLINGS,
  ...TIME_SPELLINGS,
  ...COLLECTION_SPELLINGS,
};
const REFUSED = "refused";
const MESSAGE_LENGTH_MAX = 200;

/** Canonical JSON of the normal form, with `/currency` beside the value. */
function normalForm(rule: unknown, value: JsonValue, currency?: JsonValue): string {
  const result = normaliseValue(NormaliserRule.parse(rule), value, { at: () => currency });
  return result.ok ? (canonicalize(result.value) ?? "") : REFUSED;
}

describe.each(Object.entries(ROWS))("%s", (_, { rule, currency, same = [], apart = [], refused = [] }) => {
  const normal = (value: JsonValue) => normalForm(rule, value, currency);

  test.each(same.map((values) => [values]))("one argument, whatever its spelling: %j", (values) => {
    expect(new Set(values.map(normal)).size).toBe(1);
    expect(normal(values[0] ?? null)).not.toBe(REFUSED);
  });

  test("different arguments stay different", () => {
    const forms = apart.map(normal);
    expect(forms).not.toContain(REFUSED);
    expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([]);
  });

  test.each(refused.map((value) => [value]))("refuses %j", (value) => expect(normal(value)).toBe(REFUSED));

  test("null is a value of its own", () => expect(normal(null)).toBe("null"));
});

test("a refusal is one plain sentence that repeats nothing of the value", () => {
  const secret = "s3cr3t-".repeat(20);
  for (const { rule } of Object.values(ROWS)) {
    const result = normaliseValue(NormaliserRule.parse(rule), { secret }, { at: () => undefined });
    if (result.ok) continue;
    expect(result.message).toMatch(/^(Element \d+: )?Expected .*\.$/s);
    expect(result.message).not.toContain("s3cr3t");
    expect(result.message.length).toBeLessThan(MESSAGE_LENGTH_MAX);
  }
});

test("hostile lengths are read in linear time", () => {
  const spaces = `a${" ".repeat(250_000)}b`;
  const zeros = `1${"0".repeat(250_000)}1`;
  for (const { rule, currency } of Object.values(ROWS)) {
    for (const text of [
      spaces,
      zeros,
      `1.${zeros}`,
      `${"1,000".repeat(50_000)}`,
      `${"a.".repeat(100_000)}@x`,
      "-".repeat(250_000),
      `$${spaces}80`,
    ]) {
      const startedAt = performance.now();
      normalForm(rule, text, currency);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    }
  }
});
