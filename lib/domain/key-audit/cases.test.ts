import { expect, test } from "vitest";
import { type AuditCase, CASES_EACH_MAX, keepCases } from "./cases";

const found = (kind: AuditCase["kind"], tool: string, count: number): AuditCase[] =>
  Array.from({ length: count }, (_, index) => ({
    kind,
    about: { id: `int_${index}`, tool, namespace: "default" },
    data: {},
  }));

test("a tool with endless splits crowds out neither another tool's nor a collision", () => {
  const pages = [
    found("key_split", "noisy", CASES_EACH_MAX),
    found("key_split", "noisy", 10),
    found("key_split", "quiet", 1),
    found("key_collision", "noisy", 1),
  ];
  const kept = pages.reduce<AuditCase[]>(keepCases, []);
  const counts = (kind: string, tool: string) =>
    kept.filter((one) => one.kind === kind && one.about.tool === tool).length;
  expect(counts("key_split", "noisy")).toBe(CASES_EACH_MAX);
  expect(counts("key_split", "quiet")).toBe(1);
  expect(counts("key_collision", "noisy")).toBe(1);
});
