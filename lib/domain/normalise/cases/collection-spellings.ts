import type { Spellings } from "./spellings";

/** Collections and json. */
export const COLLECTION_SPELLINGS: Record<string, Spellings> = {
  set: {
    rule: { as: "set", of: "id" },
    same: [
      [
        ["A", "B"],
        ["B", "A", "B"],
        [" B", "A"],
      ],
      [
        ["1", 2],
        [2, 1],
      ],
      [[]],
    ],
    apart: [[], ["A"], ["A", "B"], ["a"], [null]],
    refused: ["A", {}, [""], ["A", {}], 1],
  },
  bag: {
    rule: { as: "bag", of: { as: "integer" } },
    same: [
      [
        [1, 2, 1],
        ["1", 1, "02"],
      ],
      [
        [10, 9],
        [9, 10],
      ],
    ],
    apart: [[], [1], [1, 1], [11]],
    refused: [[1.5], "1"],
  },
  list: {
    rule: { as: "list", of: { as: "text" } },
    same: [
      [
        ["A", "b "],
        ["a", "B"],
      ],
    ],
    apart: [["a", "b"], ["b", "a"], ["a"], [], ["ab"], ["a", "a"]],
    refused: [[1], "a"],
  },
  "set of sets": {
    rule: { as: "set", of: { as: "set", of: "code" } },
    same: [
      [
        [["a", "b"], ["c"]],
        [["C"], ["B", "A"], ["c", "c"]],
      ],
    ],
    apart: [[["A"], ["B"]], [["A", "B"]], [[]], []],
  },
  "set without of": {
    rule: "set",
    same: [
      [
        [{ a: 1, b: 2 }, 1],
        [1, { b: 2, a: 1 }],
      ],
      [[-0], [0]],
    ],
    apart: [[1], ["1"], [true], [null], [[1]], [" 1"]],
  },
  "set of money": {
    rule: { as: "set", of: { as: "money", currency: "/currency" } },
    currency: "USD",
    same: [
      [
        [80, "$5"],
        ["5.00", "80"],
      ],
    ],
    refused: [["€5"]],
  },
  json: {
    rule: "json",
    same: [
      [
        { a: 1, b: [2] },
        { b: [2], a: 1.0 },
      ],
      [0, -0],
      [1e21, 1000000000000000000000],
    ],
    apart: [
      {},
      [],
      "",
      " ",
      "a",
      " a",
      "e\u0301",
      "é",
      0,
      "0",
      false,
      "null",
      { a: null },
      { a: {} },
      [null],
      [[]],
      JSON.parse('{"__proto__":1}'),
      JSON.parse('{"__proto__":2}'),
      { constructor: 1 },
    ],
    refused: ["\ud800", { a: ["\udc00"] }, { "\ud800": 1 }, [Number.NaN], Number.POSITIVE_INFINITY],
  },
};
