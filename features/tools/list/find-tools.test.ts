import { expect, test } from "vitest";
import type { ContractSummaryDto } from "@/lib/wire/contract";
import { findTools } from "./find-tools";

const tool = (name: string, title: string): ContractSummaryDto => ({
  tool: name,
  title,
  effect: "read",
  value: "low",
  mode: "enforce",
  version: 1,
  publishedAt: "2026-01-01T00:00:00Z",
  warningCount: 0,
});
const TOOLS = [tool("refund_payment", "Refund a payment"), tool("charge_card", "Charge a card")];

test.each([
  ["", ["refund_payment", "charge_card"]],
  ["  ", ["refund_payment", "charge_card"]],
  ["CARD", ["charge_card"]],
  ["payment refund", ["refund_payment"]],
  ["charge refund", []],
  ["_payment", ["refund_payment"]],
])("%j finds %j", (search, found) => {
  expect(findTools(TOOLS, search).map((one) => one.tool)).toEqual(found);
});
