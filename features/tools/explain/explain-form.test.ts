import { expect, test } from "vitest";
import { type ExplainForm, placeOf, toAsked } from "./explain-form";

const FORM: ExplainForm = {
  args: '{"amount": 80}',
  run: "",
  step: "",
  session: "",
  occurrence: "",
  callerKey: "",
  namespace: "",
  agent: "",
};

test("what is left out is not sent, and args go out as they are written", () => {
  const args = '{ "amount": 9007199254740993, "a": 1.0 }';
  expect(toAsked("refund_payment", { ...FORM, args })).toEqual({
    asked: { text: `{"tool":"refund_payment","args":${args}}`, headers: {} },
  });
});

test("context, namespace, agent and the caller's key go where submit wants them", () => {
  const form = {
    ...FORM,
    run: " r ",
    step: "s",
    session: "x",
    occurrence: "2",
    callerKey: "k 1",
    namespace: "n",
    agent: "agt_1",
  };
  const told = toAsked("t", form);
  if (!("asked" in told)) throw new Error("not asked");
  expect(told.asked.headers).toEqual({ "idempotency-key": "k 1" });
  expect(JSON.parse(told.asked.text)).toEqual({
    tool: "t",
    args: { amount: 80 },
    run: "r",
    step: "s",
    session: "x",
    namespace: "n",
    agent: "agt_1",
    occurrence: 2,
  });
});

test.each<[Partial<ExplainForm>, string, RegExp]>([
  [{ args: "{" }, "args", /^This is not JSON\. ./],
  [{ args: "[1]" }, "args", /Expected an object/],
  [{ args: "null" }, "args", /Expected an object/],
  [{ args: "" }, "args", /^This is not JSON/],
  [{ occurrence: "0" }, "occurrence", /whole number/],
  [{ occurrence: "two" }, "occurrence", /whole number/],
  [{ callerKey: "schlüssel" }, "callerKey", /printable ASCII/],
])("%j is told at %s before anything is sent", (more, field, words) => {
  const told = toAsked("t", { ...FORM, ...more });
  expect("errors" in told && told.errors).toEqual({ [field]: expect.stringMatching(words) });
});

test.each([
  ["/args/amount", "args"],
  ["/args", "args"],
  ["/run", "run"],
  ["/agent", "agent"],
  ["/tool", null],
  ["", null],
])("words about %j belong to %s", (pointer, place) => {
  expect(placeOf(pointer)).toBe(place);
});
