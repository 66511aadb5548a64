import { expect, test } from "vitest";
import { GrantBody } from "@/lib/wire/grant";
import { findProblems, type GrantDraft, knownCurrency, NO_PIN, type PinDraft, toBody, toWhere } from "./grant-draft";
import type { PinnableField, ValueKind } from "./pinnable-fields";

const NOW = Date.parse("2026-11-17T12:00:00Z");

const field = (pointer: string, as: string, value: ValueKind, more: Partial<PinnableField> = {}): PinnableField => ({
  pointer,
  role: "material",
  as,
  value,
  isOrdered: false,
  isSummable: false,
  currencyAt: null,
  currencyCode: null,
  description: null,
  ...more,
});
const AMOUNT = field("/amount", "money", { kind: "number", isJson: false }, { currencyAt: "/currency" });
const CURRENCY = field("/currency", "code", { kind: "text" });
const COUNT = field("/count", "json", { kind: "number", isJson: true });
const TAGS = field("/tags", "set", { kind: "json" });
const URGENT = field("/urgent", "boolean", { kind: "boolean" });
const FIELDS = [AMOUNT, CURRENCY, COUNT, TAGS, URGENT];

const pin = (test: PinDraft["test"], value = "", upTo = ""): PinDraft => ({ test, value, upTo });
const draft = (more: Partial<GrantDraft> = {}): GrantDraft => ({
  tool: "refund_payment",
  grantee: "agent",
  agentId: "agt_1",
  namespace: "default",
  pins: { "/amount": pin("lte", "50"), "/currency": pin("eq", " USD ") },
  expiresAt: "2026-12-01T12:00",
  usesMax: "",
  sumMax: "",
  sum: "/amount",
  reason: "",
  ...more,
});

test("what is filled in is what the API takes, and nothing more", () => {
  const body = toBody(draft({ usesMax: "10", sumMax: "500", reason: " known customer " }), FIELDS);
  expect(body).toEqual({
    tool: "refund_payment",
    agentId: "agt_1",
    where: { "/amount": { lte: "50" }, "/currency": { eq: "USD" } },
    expiresAt: new Date("2026-12-01T12:00").toISOString(),
    usesMax: 10,
    sumMax: "500",
    sum: "/amount",
    reason: "known customer",
  });
  expect(GrantBody.safeParse(body).success).toBe(true);
});

test("a grant is for the agent or for the namespace, never for both", () => {
  expect(toBody(draft({ grantee: "namespace", namespace: " team " }), FIELDS)).toMatchObject({ namespace: "team" });
  expect(toBody(draft({ grantee: "namespace" }), FIELDS)).not.toHaveProperty("agentId");
  expect(toBody(draft(), FIELDS)).not.toHaveProperty("namespace");
});

test.each([
  ["one of several", "/currency", pin("in", "USD, EUR,"), { in: ["USD", "EUR"] }],
  ["from one to another", "/amount", pin("span", "10", "50"), { gte: "10", lte: "50" }],
  ["an amount keeps the digits that were typed", "/amount", pin("eq", "50.10"), { eq: "50.10" }],
  ["a number of JSON is one", "/count", pin("lte", "5"), { lte: 5 }],
  ["a list is a list", "/tags", pin("eq", '["a","b"]'), { eq: ["a", "b"] }],
  ["one of several lists, a line each", "/tags", pin("in", '["a"]\n["b","c"]'), { in: [["a"], ["b", "c"]] }],
  ["digits in a text are no number", "/tags", pin("eq", '["9007199254740993"]'), { eq: ["9007199254740993"] }],
  ["yes or no", "/urgent", pin("eq", "false"), { eq: false }],
])("%s", (_name, pointer, written, sent) => {
  expect(toWhere(draft({ pins: { [pointer]: written } }), FIELDS)).toEqual({ [pointer]: sent });
});

test("a field where any value will do is not sent, whatever was typed before", () => {
  expect(toWhere(draft({ pins: { "/amount": pin("any", "50") } }), FIELDS)).toEqual({});
});

test.each([
  ["no tool", { tool: "" }, "/tool"],
  ["no agent", { agentId: "" }, "/agentId"],
  ["nothing pinned", { pins: { "/amount": NO_PIN } }, "/where"],
  ["a pin without a value", { pins: { "/amount": pin("lte", " ") } }, "/where/~1amount"],
  ["half a span", { pins: { "/amount": pin("span", "1") } }, "/where/~1amount"],
  ["what is no number", { pins: { "/count": pin("eq", "five") } }, "/where/~1count"],
  ["what is no JSON", { pins: { "/tags": pin("eq", "[a") } }, "/where/~1tags"],
  ["a number that would lose digits", { pins: { "/count": pin("eq", "9007199254740993") } }, "/where/~1count"],
  ["one of them inside a list", { pins: { "/tags": pin("eq", '["a", 9007199254740993]') } }, "/where/~1tags"],
  ["no end", { expiresAt: "" }, "/expiresAt"],
  ["an end that is over", { expiresAt: "2026-11-01T12:00" }, "/expiresAt"],
  ["half a use", { usesMax: "1.5" }, "/usesMax"],
  ["no use", { usesMax: "0" }, "/usesMax"],
])("%s is told at its field", (_name, more, pointer) => {
  expect(Object.keys(findProblems(draft(more), FIELDS, NOW))).toContain(pointer);
});

test("what is complete has no problem", () => {
  expect(findProblems(draft(), FIELDS, NOW)).toEqual({});
});

test("an amount is read in the currency that is pinned beside it, or in none", () => {
  expect(knownCurrency(draft(), AMOUNT)).toBe("USD");
  expect(knownCurrency(draft({ pins: { "/currency": pin("in", "USD, EUR") } }), AMOUNT)).toBeNull();
  expect(knownCurrency(draft({ pins: {} }), AMOUNT)).toBeNull();
  expect(knownCurrency(draft({ pins: {} }), { ...AMOUNT, currencyAt: null, currencyCode: "JPY" })).toBe("JPY");
});
