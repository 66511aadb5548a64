import { expect, test } from "vitest";
import type { AboutDto } from "@/lib/wire/about";
import { riskOf } from "./risk";

const about = (more: Partial<AboutDto>): { tool: string; about: AboutDto } => ({
  tool: "send_email",
  about: { effect: "write_non_idempotent", value: "low", amount: null, target: [], undoMs: 0, ...more },
});

test("low value is low, high value is high, irreversible is irreversible whatever its value", () => {
  expect(riskOf(about({}))).toEqual({ kind: "low" });
  expect(riskOf(about({ value: "high" }))).toEqual({ kind: "high" });
  expect(riskOf(about({ effect: "irreversible" })).kind).toBe("irreversible");
  expect(riskOf(about({ effect: "irreversible", value: "high" })).kind).toBe("irreversible");
});

test("what is not known counts as irreversible", () => {
  expect(riskOf({ tool: "t" })).toEqual({
    kind: "irreversible",
    proof: { what: "the name of the tool", text: "t" },
  });
});

test("the amount is typed where there is one, else the target", () => {
  const target = [{ pointer: "/to", value: "maria@example.org" }];
  const amount = { value: "1250.5", currency: "USD" };
  expect(riskOf(about({ effect: "irreversible", amount, target }))).toMatchObject({
    proof: { what: "the amount", text: "1250.50" },
  });
  expect(riskOf(about({ effect: "irreversible", target }))).toMatchObject({
    proof: { what: "the value of “to”", text: "maria@example.org" },
  });
});

test.each([
  ["a hidden character", "pay\u200b_1"],
  ["a line break", "a\nb"],
  ["a long one", "x".repeat(65)],
  ["a cut one", "start…"],
  ["spaces at the end", "pay_1 "],
  ["an empty one", ""],
])("nobody is asked to type %s: the next target, or the tool", (_, value) => {
  const bad = { pointer: "/id", value };
  const good = { pointer: "/other", value: "ok" };
  expect(riskOf(about({ effect: "irreversible", target: [bad, good] }))).toMatchObject({ proof: { text: "ok" } });
  expect(riskOf(about({ effect: "irreversible", target: [bad] }))).toMatchObject({ proof: { text: "send_email" } });
});
