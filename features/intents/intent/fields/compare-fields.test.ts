import { describe, expect, test } from "vitest";
import type { ExplainedField } from "@/lib/wire/explained-field";
import { compareFields, countsAsOther } from "./compare-fields";

const field = (pointer: string, role: ExplainedField["role"], raw: unknown, normalised: unknown = raw) => ({
  pointer,
  role,
  as: "json",
  raw,
  normalised,
});

const ID = field("/id", "identity", "pay_1");
const NOTE = field("/note", "incidental", "sorry");
const RUNS = [ID, field("/amount", "material", 80, { minor: "8000", currency: "USD" }), NOTE];

describe("two versions of one action", () => {
  test("equal fields are no changes", () => {
    expect(compareFields(RUNS, RUNS)).toEqual({ changes: [], equal: RUNS });
  });

  test("another spelling of the same meaning does not count as a difference", () => {
    const other = [ID, field("/amount", "material", "$80.00", { currency: "USD", minor: "8000" }), NOTE];
    const compared = compareFields(RUNS, other);
    expect(compared).toMatchObject({ changes: [{ pointer: "/amount", change: "respelled" }], equal: [ID, NOTE] });
    expect(countsAsOther(compared)).toBe(false);
  });

  test("another value counts where its role says so, and those come first", () => {
    const other = [
      ID,
      field("/note", "incidental", "hello"),
      field("/amount", "material", 100, { minor: "10000", currency: "USD" }),
    ];
    const compared = compareFields(RUNS, other);
    expect(compared.changes.map(({ pointer, change }) => [pointer, change])).toEqual([
      ["/amount", "differs"],
      ["/note", "incidental"],
    ]);
    expect(countsAsOther(compared)).toBe(true);
  });

  test("a field that only one side has differs, even where its value is null", () => {
    const compared = compareFields(RUNS, [...RUNS, field("/memo", "material", null)]);
    expect(compared.changes).toMatchObject([{ pointer: "/memo", change: "differs", runs: null, other: { raw: null } }]);
  });

  test("where two versions of the contract disagree, the role that counts more is told", () => {
    const compared = compareFields([field("/note", "incidental", "a")], [field("/note", "material", "b")]);
    expect(compared.changes).toMatchObject([{ role: "material", change: "differs" }]);
  });
});
