import { describe, expect, test } from "vitest";
import { ConfigurationError, UnsendableError } from "./refusals";
import { expandAddress, expandText, type TemplateValues } from "./template";

const makeValues = (args: TemplateValues["args"] = {}): TemplateValues => ({
  args: { id: "a/b?c=d", n: 5, nested: { x: true }, list: ["r&d", "b", null], empty: [], none: null, ...args },
  key: "k1",
  intentId: "int_1",
  config: { URL: "https://api.example/v1" },
  secrets: new Map([["TOKEN", { value: "s3cret!", origins: null }]]),
  secretsUsed: new Set(),
});
const expand = (template: string, args?: TemplateValues["args"]) => expandAddress(template, makeValues(args));

test("what a model wrote is encoded; only config is inserted raw", () => {
  expect(expand("{+config.URL}/x/{args.id}?k={key}&i={intentId}")).toBe(
    "https://api.example/v1/x/a%2Fb%3Fc%3Dd?k=k1&i=int_1",
  );
  expect(expand("{args.s}", { s: "!'()*~-._é" })).toBe("%21%27%28%29%2A~-._%C3%A9");
  expect(() => expand("{+args.id}")).toThrow(TypeError);
  expect(() => expand("{+secret.TOKEN}")).toThrow(TypeError);
});

describe("addresses expand as RFC 6570 says", () => {
  test.each([
    ["/x{/args.n,args.nested.x}", "/x/5/true"],
    ["/x{/args.list}", "/x/r%26d,b"],
    ["/x{/args.list*}", "/x/r%26d/b"],
    ["/x{/args.none}", "/x"],
    ["/x{?args.n,key}", "/x?n=5&key=k1"],
    ["/x?a=1{&args.n,args.nope}", "/x?a=1&n=5"],
    ["/x{?args.list}", "/x?list=r%26d,b"],
    ["/x{?args.list*}", "/x?list=r%26d&list=b"],
    ["/x{?args.nested}", "/x?nested=x,true"],
    ["/x{?args.nested*}", "/x?x=true"],
    ["/x{?args.empty,args.none,args.nope,args.constructor}", "/x"],
    ["/x{?args.text}", "/x?text="],
    ["/x/{args.n,args.nested.x}", "/x/5,true"],
  ])("%s", (template, expected) => expect(expand(template, { text: "" })).toBe(expected));
});

test.each([
  ["/c/{args.nope}"],
  ["/c/{args.text}"],
  ["/c/{args.none}/refund"],
  ["/c{/args.text}"],
  ["/c/{args.dots}"],
  ["/c{/args.path*}"],
  ["/c/{args.half}"],
])("L7: %s is refused where it would lead elsewhere", (template) => {
  const args = { text: "", dots: "..", path: ["a", ".."], half: "\ud800" };
  expect(() => expand(template, args)).toThrow(UnsendableError);
});

test("in a query nothing can lead elsewhere: what is empty is empty, and dots are dots", () => {
  expect(expand("/c?q={args.nope}{&args.dots}", { dots: ".." })).toBe("/c?q=&dots=..");
});

test("a text has one spelling for each value, and nothing is encoded", () => {
  const text = "{args.n}|{args.nested.x}|{args.nope}|{args.constructor}|{args.nested}|{args.id}";
  expect(expandText(text, makeValues())).toBe('5|true|||{"x":true}|a/b?c=d');
});

test("a setting or secret that is not there stops the attempt and names itself", () => {
  for (const [template, name] of [
    ["{config.NOPE}", "INTERLOCK_CONFIG_NOPE is not set on the worker."],
    ["{config.constructor}", "INTERLOCK_CONFIG_constructor is not set on the worker."],
    ["{secret.NOPE}", "INTERLOCK_SECRET_NOPE is not set on the worker."],
  ] as const) {
    expect(() => expandText(template, makeValues())).toThrow(ConfigurationError);
    expect(() => expand(template)).toThrow(name);
  }
  const values = makeValues();
  expect(expandText("Bearer {secret.TOKEN}", values)).toBe("Bearer s3cret!");
  expect([...values.secretsUsed]).toEqual(["TOKEN"]);
});
