import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { pinnableFields, refusesGrants } from "./pinnable-fields";

const definition = {
  effect: "write_non_idempotent",
  args: {
    type: "object",
    properties: {
      paymentId: { type: "string", description: "Which payment" },
      amount: { type: ["number", "string"] },
      currency: { type: "string" },
      reason: { type: "string" },
      count: { type: "integer" },
      urgent: { type: "boolean" },
      channel: { enum: ["web", "shop"] },
      items: { type: "array", items: { properties: { sku: { description: "Stock number" } } } },
      more: { type: "object" },
    },
  },
  fields: {
    "/paymentId": { role: "identity", as: "id" },
    "/amount": { role: "material", as: "money", currency: "/currency", unit: "major" },
    "/reason": { role: "material", as: "enum", values: ["duplicate", "requested"] },
    "/items/*/sku": { role: "material", as: "id" },
    "/note": { role: "incidental" },
  },
};
const fields = pinnableFields(definition);
const at = (pointer: string) => fields.find((field) => field.pointer === pointer);

test("every argument that the contract names is there, those that name the action first", () => {
  expect(fields[0]).toMatchObject({ pointer: "/paymentId", role: "identity", description: "Which payment" });
  expect(fields.at(-1)).toMatchObject({ pointer: "/note", role: "incidental" });
  expect(at("/items/*/sku")).toMatchObject({ as: "id", description: "Stock number" });
});

test("the currency of an amount can be pinned, although no rule names it", () => {
  expect(at("/amount")).toMatchObject({ as: "money", currencyAt: "/currency", isOrdered: true, isSummable: true });
  expect(fields.filter(({ pointer }) => pointer === "/currency")).toMatchObject([{ as: "code", isOrdered: false }]);
});

test("what no rule names is compared as json, and written by what the schema says it is", () => {
  expect(at("/count")).toMatchObject({ as: "json", value: { kind: "number", isJson: true }, isOrdered: true });
  expect(at("/count")?.isSummable).toBe(false);
  expect(at("/urgent")?.value).toEqual({ kind: "boolean" });
  expect(at("/channel")?.value).toEqual({ kind: "choice", values: ["web", "shop"] });
  expect(at("/more")?.value).toEqual({ kind: "json" });
});

test("what contains parts with rules of their own is not offered as a whole", () => {
  expect(at("/items")).toBeUndefined();
});

test("choices are the contract's own", () => {
  expect(at("/reason")?.value).toEqual({ kind: "choice", values: ["duplicate", "requested"] });
});

test("people approve an irreversible tool themselves, unless its contract says otherwise", () => {
  expect(refusesGrants({ effect: "irreversible", allowAutoClear: false })).toBe(true);
  expect(refusesGrants({ effect: "irreversible", allowAutoClear: true })).toBe(false);
  expect(refusesGrants(definition)).toBe(false);
});

test("a definition that is not as expected gives no fields, and no error", () => {
  expect(pinnableFields({ fields: [], args: null })).toEqual([]);
});

test.each(["refund_payment", "charge_card", "book_meeting", "send_email"])(
  "%s, as it is shipped, has something to pin",
  (tool) => {
    const read = parse(readFileSync(`contracts/${tool}.yaml`, "utf8")) as Record<string, unknown>;
    expect(pinnableFields(read).length).toBeGreaterThan(2);
  },
);
