import { describe, expect, test } from "vitest";
import { ContractDefinition } from "./definition";
import { duplicateRulesOf, termsOf } from "./terms";

const HOUR_MS = 3_600_000;
const STRICT = { same: "coalesce", drift: "hold", lookalike: "hold", variant: "hold", missing: "refuse" };
const LENIENT = { same: "coalesce", drift: "refuse", lookalike: "allow", variant: "allow", missing: "refuse" };

const contract = (more: object) =>
  ContractDefinition.parse({
    tool: "t",
    title: "T",
    args: { type: "object" },
    effect: "write_non_idempotent",
    execute: { connector: "http", request: { method: "POST", url: "https://x.example" }, effectId: "/id" },
    ...more,
  });

describe("defaults by effect class and value", () => {
  test.each([
    ["write_idempotent", "low", 24, LENIENT],
    ["write_idempotent", "high", 24, LENIENT],
    ["write_non_idempotent", "low", 24, LENIENT],
    ["write_non_idempotent", "high", 7 * 24, STRICT],
    ["irreversible", "low", 30 * 24, STRICT],
    ["irreversible", "high", 30 * 24, STRICT],
  ])("%s, %s value: %i hours", (effect, value, hours, rules) => {
    const definition = contract({ effect, value });
    expect(termsOf(definition).windowMs).toBe(hours * HOUR_MS);
    expect(duplicateRulesOf(definition)).toEqual(rules);
  });

  test("who does not say what it is worth guards something valuable", () => {
    expect(duplicateRulesOf(contract({ effect: "write_non_idempotent" }))).toEqual(STRICT);
  });

  test.each([
    ["10s", undefined, 120_000],
    ["5m", undefined, 300_000],
    ["10s", "30s", 30_000],
    // No longer published, but stored by an earlier edition: obeyed as far as it is safe.
    ["10s", "1s", 10_000],
  ])("with a time-out of %s and absentAfter %s, absence counts after %i ms", (timeout, absentAfter, expected) => {
    const probe = {
      url: "https://x.example/{key}",
      effectId: "/id",
      ...(absentAfter === undefined ? {} : { absentAfter }),
    };
    const request = { method: "POST", url: "https://x.example" };
    const definition = contract({ execute: { connector: "http", request, effectId: "/id", timeout, probe } });
    expect(termsOf(definition).probe).toEqual({ absentAfterMs: expected });
  });

  test("what the contract says replaces its default, one by one", () => {
    const definition = contract({ effect: "irreversible", duplicates: { drift: "refuse" }, key: { window: "90m" } });
    expect(duplicateRulesOf(definition)).toEqual({ ...STRICT, drift: "refuse" });
    expect(termsOf(definition).windowMs).toBe(1.5 * HOUR_MS);
  });
});
