import { describe, expect, test } from "vitest";
import { checkContract } from "../contract/check-contract";
import { compileContract } from "../contract/compile-contract";
import type { JsonObject } from "../json";
import { differencesOf, type SaidValues } from "./compare-values";

const CONTRACT = contractOf({
  "/orderId": { role: "identity", as: "id" },
  "/amount": { role: "material", as: "money", currency: "/currency", unit: "major" },
  "/email": { role: "material", as: "email" },
});

function contractOf(fields: object) {
  const text = { type: "string" };
  const properties = { orderId: text, amount: { type: ["number", "string"] }, currency: text, email: text, note: text };
  const checked = checkContract({
    tool: "pay",
    title: "Pay",
    effect: "write_non_idempotent",
    args: { type: "object", required: ["orderId"], properties },
    fields,
    execute: { connector: "http", request: { method: "POST", url: "https://x.example" }, effectId: "/id" },
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return compileContract(checked.definition, 1);
}

const ARGS = { orderId: "o1", amount: "80.10", currency: "USD", email: "Ada@Example.com" };
const SAID: SaidValues = { amount: null, currency: null, target: null };

function compare(said: Partial<SaidValues>, args: JsonObject = ARGS, unit: "major" | "minor" = "major") {
  return differencesOf(CONTRACT, args, { ...SAID, ...said }, unit)?.map((one) =>
    one.what === "target" ? one.pointer : one.what,
  );
}

describe("an amount", () => {
  test.each([
    [{ amount: "80.1", currency: "USD" }, []],
    [{ amount: "80.11", currency: "USD" }, ["amount"]],
    [{ amount: "80.1", currency: "EUR" }, ["amount"]],
    [{ amount: "-80.1", currency: "USD" }, ["amount"]],
    [{ amount: "80.1" }, []],
    [{ amount: "8010" }, ["amount"]],
    [{}, []],
  ])("%j beside our 80.10 USD: %j", (said, expected) => expect(compare(said)).toEqual(expected));

  test("without a currency is read in the intent's own, in the units that the source tells", () => {
    expect(compare({ amount: "8010" }, ARGS, "minor")).toEqual([]);
    const yen = { orderId: "o1", amount: 1000, currency: "JPY" };
    expect(compare({ amount: "1000" }, yen, "minor")).toEqual([]);
    expect(compare({ amount: "10.5" }, yen)).toEqual(["amount"]);
    const dinar = { orderId: "o1", amount: "1.250", currency: "KWD" };
    expect(compare({ amount: "1250" }, dinar, "minor")).toEqual([]);
  });

  test("that the args do not have is compared with nothing", () => {
    expect(compare({ amount: "5", currency: "USD" }, { orderId: "o1" })).toEqual([]);
  });
});

describe("a target", () => {
  test.each([
    [{ "/orderId": " o1 " }, []],
    [{ "/orderId": "o2" }, ["/orderId"]],
    [{ "/email": "ada@EXAMPLE.com" }, []],
    [{ "/email": "bob@example.com", "/orderId": "o2" }, ["/email", "/orderId"]],
    [{ "/note": "what they noted, and nobody asked for" }, []],
  ])("%j: %j", (target, expected) => expect(compare({ target })).toEqual(expected));

  test("is compared as text where everything is text: 42 is 42", () => {
    expect(compare({ target: { "/orderId": "42" } }, { orderId: 42 })).toEqual([]);
  });
});

test("args that their contract no longer reads are compared with nothing, and that is told", () => {
  expect(compare({ amount: "5" }, { orderId: "o1", amount: "much", currency: "USD" })).toBeUndefined();
});
