import { describe, expect, test } from "vitest";
import { compileAnswerCondition, compileCondition } from "./condition";
import { conditionInput } from "./testing/condition-input";

const numbers = Array.from({ length: 60_000 }, (_, index) => index);
const words = Array.from({ length: 30_000 }, (_, index) => `w${index}`);
const items = Array.from({ length: 15_000 }, (_, index) => ({ sku: `S${index}`, qty: 1 }));
const text = "a".repeat(250_000);
const large = { numbers, words, items, text, deep: [[numbers], [numbers]], amount: 40 };

function judge(condition: string, args: Record<string, unknown> = large) {
  return compileCondition(condition)(conditionInput(args));
}

describe("a condition that costs too much is an error, whatever it would have said", () => {
  test.each([
    ["a loop in a loop", "args.numbers.all(x, args.numbers.all(y, x + y >= 0.0))"],
    [
      "a loop in a loop in a loop",
      "args.numbers.exists(x, args.numbers.exists(y, args.numbers.exists(z, x + y + z < 0.0)))",
    ],
    ["loops that fail at every turn", 'args.numbers.exists(x, args.numbers.exists(y, x < "a"))'],
    ["failures that || forgives", 'args.numbers.exists(x, x < "a" || args.numbers.exists(y, y < "a" || x.b || y.b))'],
    ["a loop beside something true", "args.numbers.exists(x, args.numbers.exists(y, x < 0.0)) || true"],
    ["a loop beside something false", "!(args.numbers.exists(x, args.numbers.exists(y, x < 0.0)) && false)"],
    ["lists of lists", "args.numbers.map(x, args.numbers.map(y, y)).size() > 0"],
    ["a filter of filters", "args.numbers.filter(x, args.numbers.filter(y, y > x).size() > 0).size() > 0"],
    ["exists_one", "args.numbers.exists_one(x, args.numbers.exists_one(y, x == y))"],
    ["membership in a loop", "args.numbers.all(x, x in args.numbers)"],
    ["equality in a loop", "args.numbers.all(x, args.deep == [[args.numbers]] || true)"],
    ["joining a list to itself", `${Array(200).fill("args.numbers").join(" + ")} == []`],
    ["splitting a text in a loop", 'args.words.all(w, args.text.split("").size() > 5)'],
    ["a pattern in a loop", 'args.words.all(w, args.text.matches("(a+)+$"))'],
    ["one loop after another", `${Array(60).fill("args.numbers.all(x, x >= 0.0)").join(" && ")}`],
    ["keys of a map", "args.items.all(i, i.all(k, args.items.all(j, j.all(l, k == l || true))))"],
  ])("%s", (_name, condition) => {
    expect(judge(condition)).toEqual({ kind: "error", message: "The condition takes too long for these args." });
  });
});

describe("what a contract needs is within the budget, also for the largest body", () => {
  test.each([
    ["args.items.all(i, i.qty <= 10.0 && i.sku.startsWith('S'))", "match"],
    ["args.numbers.exists(x, x > 59998.0)", "match"],
    ["size(args.numbers) > 1000 && size(args.items) > 1000", "match"],
    ["'w29999' in args.words", "match"],
    ["args.items.filter(i, i.qty > 1.0).size() == 0", "match"],
    ["args.items.map(i, i.sku).exists(s, s == 'S1')", "match"],
    ["args.text.matches('^(a+)+$')", "match"],
    ["args.text.matches('^(a|aa)+!$')", "no_match"],
    ["args.text.contains('b')", "no_match"],
  ])("%s", (condition, kind) => expect(judge(condition)).toEqual({ kind }));

  test("a spent budget is whole again for the next args", () => {
    const condition = compileCondition("args.list.all(x, args.list.all(y, x <= y || true))");
    const ask = (list: number[]) =>
      condition({
        args: { list },
        agent: { id: "", name: "", labels: {} },
        run: "",
        step: "",
        intent: { keyScope: "run", submissionCount: 1n },
        now: new Date(0),
      });
    expect(ask(numbers).kind).toBe("error");
    for (let turn = 0; turn < 3; turn += 1) expect(ask([1, 2, 3]).kind).toBe("match");
  });

  test("what the downstream answered is bounded the same way", () => {
    const condition = compileAnswerCondition("body.list.all(x, body.list.all(y, x <= y || true))");
    expect(condition({ status: 200, body: { list: numbers } }).kind).toBe("error");
    expect(condition({ status: 200, body: { list: [1] } }).kind).toBe("match");
  });
});

describe("patterns are the owner's, and run in linear time", () => {
  test.each([
    ["a pattern from args", "args.text.matches(args.words[0])"],
    ["a pattern that is put together", "args.text.matches('a' + 'b')"],
    ["a pattern that is none", "args.text.matches('(')"],
    ["a look-ahead", "args.text.matches('(?=a)')"],
    ["the inner name", "args.text.matches_in_linear_time(args.text)"],
  ])("%s is refused", (_name, condition) => expect(() => compileCondition(condition)).toThrow());

  test("an ordinary one finds its place anywhere", () => {
    expect(judge("args.text.matches('b+')", { text: "aabb" }).kind).toBe("match");
    expect(judge("args.text.matches('^b+')", { text: "aabb" }).kind).toBe("no_match");
  });
});

describe("programs are bounded when they are published", () => {
  test.each([
    ["size", Array(400).fill("args.a == 1").join(" || ")],
    ["nesting", `${"(".repeat(60)}true${")".repeat(60)}`],
    ["a list", `args.a in [${Array(300).fill("1").join(", ")}]`],
  ])("%s", (_name, condition) => expect(() => compileCondition(condition)).toThrow(/[Ee]xceeded/));
});

test.each([
  ["an absent argument", "args.missing > 1"],
  ["an absent label", 'agent.labels.missing == "x"'],
  ["types that do not fit", 'args.amount > "x"'],
  ["a conversion that fails", 'int("x") > 1'],
  ["a division by zero", "1 / 0 == 1"],
  ["neither true nor false", "args.amount"],
  ["an index beyond the list", "args.list[5] == 1"],
])("L8: %s is an error, never no match", (_name, condition) => {
  expect(judge(condition, { amount: 40, list: [1] }).kind).toBe("error");
});
