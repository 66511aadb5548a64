import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { metricRows } from "./table";

/** Rows of the one table whose first cell names a metric. */
const documented = readFileSync("docs/metrics.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `interlock_"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test("docs/metrics.md names every metric with its type, labels, process and meaning, and no other", () => {
  const declared = metricRows().map(({ name, type, labels, of, help, together }) => [
    `\`${name}\``,
    type,
    labels.length === 0 ? "–" : labels.map((label) => `\`${label}\``).join(", "),
    of.length === 2 && together === "max" ? "store" : of.join(", "),
    help,
  ]);
  expect(documented).toEqual(declared);
});

test("names follow Prometheus: a prefix of ours, and _total for what is counted", () => {
  for (const { name, type } of metricRows()) {
    expect(name).toMatch(/^interlock_[a-z_]+$/);
    expect(name.endsWith("_total")).toBe(type === "counter");
  }
});

test("no label is named for what is someone's own", () => {
  const labels = new Set(metricRows().flatMap(({ labels }) => labels));
  const closed = [
    "code",
    "connector",
    "disposition",
    "flush",
    "loop",
    "outcome",
    "part",
    "pool",
    "reading",
    "stat",
    "state",
    "was",
  ];
  expect([...labels].toSorted()).toEqual([...closed, "tool"].toSorted());
});
