import { expect, test } from "vitest";
import { parseTemplate, shortName } from "./template";

const one = (name: string, operator = "", explode = false) => ({
  kind: "expression",
  operator,
  names: [{ name, explode }],
});

test("a template is text and expressions, in their order", () => {
  expect(parseTemplate("{+config.URL}/p/{args.a.b-c_1}?k={key}&i={intentId}")).toEqual([
    one("config.URL", "+"),
    { kind: "text", text: "/p/" },
    one("args.a.b-c_1"),
    { kind: "text", text: "?k=" },
    one("key"),
    { kind: "text", text: "&i=" },
    one("intentId"),
  ]);
  expect(parseTemplate("Bearer {secret.TOKEN}")).toHaveLength(2);
  expect(parseTemplate("")).toEqual([]);
});

test("an address also knows path and query expressions, several names and explode", () => {
  expect(parseTemplate("{/args.a}{?args.b,key}{&args.c*}", "address")).toEqual([
    one("args.a", "/"),
    {
      kind: "expression",
      operator: "?",
      names: [
        { name: "args.b", explode: false },
        { name: "key", explode: false },
      ],
    },
    one("args.c", "&", true),
  ]);
  expect(shortName("args.customer.id")).toBe("id");
  expect(shortName("key")).toBe("key");
});

test.each(["{/args.a}", "{?args.a}", "{&args.a}", "{args.a,args.b}", "{args.a*}"])(
  "%s says nothing outside an address",
  (text) => {
    expect(() => parseTemplate(text)).toThrow("only an address");
    expect(parseTemplate(text, "address")).toHaveLength(1);
  },
);

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
  ["{#args.x}", "{#args.x}"],
  ["{.args.x}", "{.args.x}"],
  ["{;args.x}", "{;args.x}"],
  ["{args.x:3}", "{args.x:3}"],
  ["{?args.x,}", "{?args.x,}"],
  ["{+config.X,args.y}", "only config"],
])("%s is refused, and the piece is named", (text, named) => {
  for (const use of ["text", "address"] as const) {
    expect(() => parseTemplate(text, use)).toThrow(TypeError);
    expect(() => parseTemplate(text, use)).toThrow(named);
  }
});
