import { expect, test } from "vitest";
import { expandTemplate } from "./template";

const values = {
  args: { id: "a/b?c=d", n: 5, nested: { x: true }, list: [1] },
  key: "k1",
  intentId: "int_1",
  config: { URL: "https://api.example/v1" },
  secrets: new Map([["TOKEN", { value: "s3cret!", origins: null }]]),
};
const expand = (template: string) => expandTemplate(template, values, encodeURIComponent).text;

test("what a model wrote is encoded; only config is inserted raw", () => {
  expect(expand("{+config.URL}/x/{args.id}?k={key}&i={intentId}")).toBe(
    "https://api.example/v1/x/a%2Fb%3Fc%3Dd?k=k1&i=int_1",
  );
  expect(() => expand("{+args.id}")).toThrow(TypeError);
  expect(() => expand("{+secret.TOKEN}")).toThrow(TypeError);
});

test("numbers, nested values and absent ones have one spelling each", () => {
  expect(expand("{args.n}|{args.nested.x}|{args.nope}|{args.constructor}")).toBe("5|true||");
});

test("a setting or secret that is not there stops the attempt and names itself", () => {
  expect(() => expand("{config.NOPE}")).toThrow("INTERLOCK_CONFIG_NOPE is not set.");
  expect(() => expand("{secret.NOPE}")).toThrow("INTERLOCK_SECRET_NOPE is not set.");
  expect(expandTemplate("Bearer {secret.TOKEN}", values, (text) => text)).toEqual({
    text: "Bearer s3cret!",
    secretsUsed: ["TOKEN"],
  });
});
