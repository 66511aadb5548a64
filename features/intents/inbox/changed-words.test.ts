import { expect, test } from "vitest";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { changedLines } from "./changed-words";

const item = (amount: number, more: Partial<InboxItemDto> = {}) =>
  ({
    id: "int_1",
    args: { paymentId: "pay_1", amount, reason: "requested" },
    argsDigest: `digest of ${amount}`,
    about: { amount: { value: String(amount), currency: "USD" }, target: [] },
    others: [],
    ...more,
  }) as unknown as InboxItemDto;
const drift = (value: string) => ({
  kind: "drift" as const,
  intentId: "int_1",
  submissionId: value,
  state: null,
  endedAt: null,
  amount: { value, currency: "USD" },
  fields: [],
});
const told = (before: InboxItemDto, now: InboxItemDto) =>
  changedLines(before, now).map((pieces) => pieces.map(({ text }) => text).join(""));

test("a drift that came meanwhile is told with both amounts, one that was there before is not", () => {
  const before = item(80, { others: [drift("90")] });
  const now = item(80, { others: [{ ...drift("100") }, { ...drift("90"), submissionId: "a later one" }] });
  expect(told(before, now)).toEqual(["$80.00, now also $100.00"]);
});

test("args that changed are told field by field", () => {
  const now = item(100, { args: { paymentId: "pay_1", amount: 100, note: "x" } });
  expect(told(item(80), now)).toEqual([
    "$80.00 became $100.00",
    "amount: 80 became 100",
    "reason: requested became nothing",
    "note: nothing became x",
  ]);
});

test("nothing is told where nothing changed", () => {
  expect(told(item(80), item(80))).toEqual([]);
});
