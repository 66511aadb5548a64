import { expect, test } from "vitest";
import { parseTemplate } from "./template";

test("a template is text and expressions, in their order", () => {
  expect(parseTemplate("{+config.URL}/p/{args.a.b-c_1}?k={key}&i={intentId}")).toEqual([
    { kind: "expression", raw: true, name: "config.URL" },
    { kind: "text", text: "/p/" },
    { kind: "expression", raw: false, name: "args.a.b-c_1" },
    { kind: "text", text: "?k=" },
    { kind: "expression", raw: false, name: "key" },
    { kind: "text", text: "&i=" },
    { kind: "expression", raw: false, name: "intentId" },
  ]);
  expect(parseTemplate("Bearer {secret.TOKEN}")).toHaveLength(2);
  expect(parseTemplate("")).toEqual([]);
});

test.each([
  ["{", "a { that"],
  ["a}b", "a } that"],
  ["{args.x", "a { that"],
  ["{{args.x}}", "a { that"],
  ["{}", "{}"],
  ["{args}", "{args}"],
  ["{args.}", "{args.}"],
  ["{args.a..b}", "{args.a..b}"],
  ["{ args.x }", "{ args.x }"],
  ["{arg.x}", "{arg.x}"],
  ["{Key}", "{Key}"],
  ["{config.}", "{config.}"],
  ["{config.A-B}", "{config.A-B}"],
  ["{+args.x}", "only config"],
  ["{+secret.X}", "only config"],
  ["{+key}", "only config"],
  ["{++config.X}", "{++config.X}"],
])("%s is refused, and the piece is named", (text, named) => {
  expect(() => parseTemplate(text)).toThrow(TypeError);
  expect(() => parseTemplate(text)).toThrow(named);
});
