import { expect, test } from "vitest";
import type { AboutDto } from "@/lib/wire/about";
import type { OtherAskDto } from "@/lib/wire/inbox";
import { otherLines } from "./other-words";
import { othersTitle } from "./others-title";

const usd = (value: string) => ({ value, currency: "USD" });
const ABOUT: AboutDto = { effect: "irreversible", value: "low", amount: usd("80"), target: [], undoMs: 0 };
const other = (more: Partial<OtherAskDto>): OtherAskDto => ({
  kind: "drift",
  intentId: "int_1",
  submissionId: null,
  state: null,
  endedAt: null,
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

test("a variant tells what the other intent asked for, what became of it, and leads to it", () => {
  expect(told({ kind: "variant", intentId: "int_2", amount: usd("100"), state: "succeeded" })).toEqual([
    "another intent asked for $100.00 and succeeded",
    "/intents/int_2",
  ]);
  expect(told({ kind: "lookalike", intentId: "int_2", state: "held" })).toEqual([
    "another intent asked for the same and is held, too",
    "/intents/int_2",
  ]);
  expect(told({ kind: "lookalike", state: "denied" })?.[0]).toBe("another intent asked for the same and was denied");
  expect(told({ kind: "lookalike" })?.[0]).toBe("another intent asked for the same and is no longer stored");
});

test("several of which the same is told are told once, with their number and the last end", () => {
  const paid = { kind: "lookalike", state: "succeeded" } as const;
  const others = [
    other({ ...paid, intentId: "int_2", endedAt: "2026-05-01T10:00:00.000Z" }),
    other({ ...paid, intentId: "int_3", endedAt: "2026-05-02T10:00:00.000Z" }),
  ];
  const lines = otherLines({ id: "int_1", about: ABOUT, others });
  expect(lines.map(({ pieces }) => pieces.map(({ text }) => text).join(""))).toEqual([
    "2 other intents asked for the same and succeeded",
  ]);
  expect(lines).toMatchObject([{ endedAt: "2026-05-02T10:00:00.000Z", href: "/intents/int_1#related" }]);
});

test("what has happened comes before what may, and that before what did not", () => {
  const others = (["denied", "held", "succeeded"] as const).map((state) => other({ kind: "lookalike", state }));
  const lines = otherLines({ id: "int_1", about: ABOUT, others });
  expect(lines.map(({ weight }) => weight)).toEqual(["happened", "may_happen", "did_not"]);
});

test("the title says the gravest of them", () => {
  const titleOf = (...others: Partial<OtherAskDto>[]) =>
    othersTitle(otherLines({ id: "int_1", about: ABOUT, others: others.map(other) }));
  const drift = { amount: usd("100") };
  expect(titleOf(drift)).toBe("Other values were asked for, too");
  expect(titleOf(drift, { kind: "lookalike", state: "denied" })).toBe("It was asked for before");
  expect(titleOf(drift, { kind: "variant", state: "in_doubt" })).toBe("It may happen twice");
  expect(titleOf(drift, { kind: "variant", state: "partial" })).toBe("Something alike has happened already");
  expect(titleOf({ kind: "lookalike", state: "succeeded" })).toBe("The same has happened already");
});

test("other fields are told by name, what is left out as such, and the rest is counted", () => {
  const fields = ["reason", "memo", "x", "y"].map((name) => ({ pointer: `/${name}`, value: name }));
  expect(told({ fields: [{ pointer: "/memo", value: null }] })?.[0]).toBe("now also no memo");
  expect(told({ fields })?.[0]).toBe("now also reason reason, memo memo, 2 more");
  expect(told({})?.[0]).toBe("now also other values");
});
