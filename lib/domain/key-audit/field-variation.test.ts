import { expect, test } from "vitest";
import type { JsonValue } from "../json";
import type { FieldReport } from "../normalise/normalise-args";
import { countFields, type FieldCounts, suggestionsFrom } from "./field-variation";

const field = (pointer: string, role: FieldReport["role"], value: JsonValue): FieldReport => ({
  pointer,
  role,
  as: "json",
  raw: value,
  normalised: value,
});

function countsOf(groups: number, make: (index: number) => FieldReport[][]): FieldCounts {
  const counts: FieldCounts = {};
  for (let index = 0; index < groups; index += 1) countFields(counts, `int_${index}`, make(index));
  return counts;
}

test("a material field that varies among coalesced submissions is named, with how often and where", () => {
  const counts = countsOf(10, (index) => [
    [field("/memo", "material", "a")],
    [field("/memo", "material", index < 4 ? "b" : "a")],
  ]);
  expect(suggestionsFrom(counts)).toMatchObject([
    {
      pointer: "/memo",
      suggests: "reconsider_material",
      compared: 10,
      varied: 4,
      examples: ["int_0", "int_1", "int_2", "int_3"],
    },
  ]);
});

test("if only the spelling varies, a normaliser is what it lacks", () => {
  const counts = countsOf(5, () => [[field("/memo", "material", "Rent")], [field("/memo", "material", "RENT ")]]);
  expect(suggestionsFrom(counts)).toMatchObject([{ pointer: "/memo", suggests: "normalise", varied: 5, spelling: 5 }]);
});

test("an incidental field that never varies is named, but only when enough was seen", () => {
  const make = () => [[field("/note", "incidental", "x")], [field("/note", "incidental", "x")]];
  expect(suggestionsFrom(countsOf(19, make))).toEqual([]);
  expect(suggestionsFrom(countsOf(20, make))).toMatchObject([{ pointer: "/note", suggests: "reconsider_incidental" }]);
});

test("nothing is suggested for what varies seldom, for identities, and for fields that behave", () => {
  const counts = countsOf(100, (index) => [
    [field("/id", "identity", "x"), field("/amount", "material", 1), field("/note", "incidental", "a")],
    [
      field("/id", "identity", "x"),
      field("/amount", "material", index < 3 ? 2 : 1),
      field("/note", "incidental", `${index}`),
    ],
  ]);
  expect(suggestionsFrom(counts)).toEqual([]);
  expect(Object.keys(counts).sort()).toEqual(["/amount", "/note"]);
});

test("elements of an array are one field, and absence is a variation", () => {
  const counts = countsOf(3, () => [
    [field("/items/0/sku", "material", "a"), field("/items/1/sku", "material", "b"), field("/gift", "material", true)],
    [field("/items/0/sku", "material", "c")],
  ]);
  expect(counts).toMatchObject({ "/items/*/sku": { compared: 3, varied: 3 }, "/gift": { compared: 3, varied: 3 } });
});
