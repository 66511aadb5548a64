import { expect, test } from "vitest";
import type { AboutDto } from "@/lib/wire/about";
import type { OtherAskDto } from "@/lib/wire/inbox";
import { otherLines } from "./other-words";

const usd = (value: string) => ({ value, currency: "USD" });
const ABOUT: AboutDto = { effect: "irreversible", value: "low", amount: usd("80"), target: [], undoMs: 0 };
const other = (more: Partial<OtherAskDto>): OtherAskDto => ({
  kind: "drift",
  intentId: "int_1",
  submissionId: null,
  amount: null,
  fields: [],
  ...more,
});
const told = (more: Partial<OtherAskDto>) =>
  otherLines({ id: "int_1", about: ABOUT, others: [other(more)] }).map(({ pieces, href }) => [
    pieces.map(({ text }) => text).join(""),
    href,
  ])[0];

test("a drift tells both amounts and leads to the cluster", () => {
  expect(told({ amount: usd("100") })).toEqual(["$80.00, now also $100.00", "/intents/int_1#cluster"]);
});

test("a variant tells what the other intent asks for and leads to it", () => {
  expect(told({ kind: "variant", intentId: "int_2", amount: usd("100") })).toEqual([
    "$80.00, another intent asks for $100.00",
    "/intents/int_2",
  ]);
  expect(told({ kind: "lookalike", intentId: "int_2" })).toEqual([
    "another intent asks for the same",
    "/intents/int_2",
  ]);
});

test("other fields are told by name, what is left out as such, and the rest is counted", () => {
  const fields = ["reason", "memo", "x", "y"].map((name) => ({ pointer: `/${name}`, value: name }));
  expect(told({ fields: [{ pointer: "/memo", value: null }] })?.[0]).toBe("now also no memo");
  expect(told({ fields })?.[0]).toBe("now also reason reason, memo memo, 2 more");
  expect(told({})?.[0]).toBe("now also other values");
});
