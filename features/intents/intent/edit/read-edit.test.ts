import { describe, expect, test } from "vitest";
import { placeErrors, readEdit } from "./read-edit";
import { toFields } from "./to-fields";

const field = (pointer: string, role: "identity" | "material" | "incidental", raw: unknown) => ({
  pointer,
  role,
  as: "json",
  raw,
  normalised: raw,
});
const BEFORE = {
  args: { id: "p", amount: 80, note: "x", lines: [{ sku: "a", n: 1 }] },
  fields: [
    field("/id", "identity", "p"),
    field("/amount", "material", 80),
    field("/note", "incidental", "x"),
    field("#/lines", "material", 1),
    field("/lines/0/sku", "material", "a"),
    field("/lines/0/n", "material", 1),
  ],
};
const edit = (args: unknown) => readEdit(JSON.stringify(args, null, 2), BEFORE);

describe("an edit", () => {
  test("is read as it was typed", () => {
    const args = { ...BEFORE.args, amount: 60, lines: [{ sku: "a", n: 2 }], extra: true };
    expect(edit(args)).toEqual({ ok: true, args });
  });

  test("of nothing is not one", () => {
    expect(edit({ note: "x", lines: [{ n: 1, sku: "a" }], amount: 80, id: "p" })).toMatchObject({
      ok: false,
      faults: [{ message: expect.stringMatching(/Nothing is changed/) }],
    });
  });

  test("cannot make it another action", () => {
    expect(edit({ ...BEFORE.args, id: "q" })).toMatchObject({ ok: false, faults: [{ pointer: "/id", line: 2 }] });
  });

  test("that is not JSON, or not an object, says so", () => {
    expect(readEdit('{\n "a": }', BEFORE)).toMatchObject({
      ok: false,
      faults: [{ message: expect.stringMatching(/not JSON/) }],
    });
    expect(readEdit("[]", BEFORE)).toMatchObject({
      ok: false,
      faults: [{ message: expect.stringMatching(/JSON object/) }],
    });
  });
});

test("the server's errors stand at the lines that they are about", () => {
  const text = JSON.stringify(BEFORE.args, null, 2);
  expect(placeErrors(text, [{ pointer: "/args/amount", message: "Expected an amount." }])).toEqual([
    { pointer: "/amount", line: 3, message: "Expected an amount." },
  ]);
});

test("a list that is told element by element is cut the same way, and any other is one field", () => {
  expect(toFields({ lines: [1, 2] }, BEFORE.fields).map(({ pointer }) => pointer)).toEqual(["/lines/0", "/lines/1"]);
  expect(toFields({ other: [1, 2] }, BEFORE.fields).map(({ pointer }) => pointer)).toEqual(["/other"]);
});
