import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventFacts, stateChange } from "./event-facts";
import { eventWords, isKnownType } from "./event-words";

test("every type that the docs name has words of its own", () => {
  const docs = readFileSync(join(import.meta.dirname, "../../../docs/audit.md"), "utf8");
  const table = docs.slice(docs.indexOf("## What is recorded"), docs.indexOf("A sign-in that fails"));
  const named = [...table.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, type]) => String(type));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((type) => !isKnownType(type))).toEqual([]);
});

test("every type that the product writes out in full has words of its own", () => {
  const files = (readdirSync("lib/application", { recursive: true }) as string[]).filter((file) =>
    /(?<!test)\.ts$/.test(file),
  );
  const texts = files.map((file) => readFileSync(join("lib/application", file), "utf8"));
  const types = texts.flatMap((text) =>
    [...text.matchAll(/type: "([a-z_]+\.[a-z_]+)"/g)].map(([, type]) => String(type)),
  );
  expect(types.length).toBeGreaterThan(10);
  expect(types.filter((type) => !isKnownType(type))).toEqual([]);
});

test("a type of tomorrow still reads like one", () => {
  expect(eventWords("intent.teleported_away")).toBe("Intent teleported away");
  expect(eventWords("constructor")).toBe("Constructor");
});

test("a row says what moved, and the little it has room for, people's words first", () => {
  const event = {
    data: {
      from: "held",
      to: "in_doubt",
      argsDigest: "ab",
      attemptId: "att_1",
      effectId: "re_1",
      n: 2,
      deep: { a: 1 },
    },
    details: { reason: "It bounced." },
  };
  expect(stateChange(event)).toEqual({ from: "held", to: "in doubt" });
  expect(eventFacts(event)).toEqual([
    { name: "reason", value: "It bounced." },
    { name: "attempt id", value: "att_1" },
    { name: "effect id", value: "re_1" },
  ]);
});

test("whoever was created is called by name, and nothing is called twice what it is", () => {
  const created = { data: { tools: [], mayRepeat: true }, details: { name: "walk_1", labels: {} } };
  expect(eventFacts(created)).toEqual([
    { name: "name", value: "walk_1" },
    { name: "may repeat", value: "true" },
  ]);
  expect(eventFacts({ data: { rule: "rule 1: otherwise → hold" }, details: null })).toEqual([
    { name: "rule", value: "1: otherwise → hold" },
  ]);
});

test("a range of time is no change of state", () => {
  expect(stateChange({ data: { from: null, to: "2026-11-16T00:00:00.000Z" } })).toBeNull();
  expect(stateChange({ data: { from: "held", to: "held" } })).toBeNull();
});

test("whatever an event carries, it reads", () => {
  for (const data of [null, 7, "text", [], { to: {} }, { a: "x".repeat(900) }]) {
    expect(eventFacts({ data, details: null }).every(({ value }) => value.length < 70)).toBe(true);
    expect(stateChange({ data })).toBeNull();
  }
});
