/** A tool with one field of every kind that can be pinned, and grants on it, made the way they are really made. */
import { ContractDefinition } from "../../contract/definition";
import type { JsonObject } from "../../json";
import { compileFields, normaliseArgs } from "../../normalise/normalise-args";
import { type AskedGrant, checkGrant } from "../check-grant";
import type { Where } from "../compile-pin";
import type { Grant, GrantAsk } from "../grant";

export const AT = Date.UTC(2026, 0, 10);
const DAY_MS = 86_400_000;

const any = {};
export const TOOL = {
  tool: "pay",
  title: "Pay",
  effect: "write_non_idempotent",
  args: {
    type: "object",
    properties: {
      customerId: any,
      amount: any,
      currency: any,
      fee: any,
      quantity: any,
      rate: any,
      day: any,
      moment: any,
      kind: any,
      flag: any,
      tags: any,
      limit: any,
      meta: { type: "object", properties: { level: any, team: { type: "object", properties: { name: any } } } },
      items: { type: "array", items: { type: "object", properties: { sku: any, price: any } } },
      lines: { type: "array", items: { type: "object", properties: { amount: any, currency: any } } },
      part: { type: "object", properties: { id: any, rest: any } },
    },
  },
  fields: {
    "/customerId": { role: "identity", as: "id" },
    "/amount": { role: "material", as: "money", currency: "/currency", unit: "major" },
    "/fee": { role: "material", as: "money", code: "USD", unit: "minor" },
    "/quantity": { role: "material", as: "integer" },
    "/rate": { role: "material", as: "decimal" },
    "/day": { role: "material", as: "date" },
    "/moment": { role: "material", as: "instant" },
    "/kind": { role: "material", as: "enum", values: ["duplicate", "requested"], aliases: { dupe: "duplicate" } },
    "/flag": { role: "material", as: "boolean" },
    "/tags": { role: "material", as: "set", of: "code" },
    "/items/*/sku": { role: "material", as: "code" },
    "/items/*/price": { role: "material", as: "money", code: "USD" },
    "/lines/*/amount": { role: "material", as: "money", currency: "/lines/*/currency" },
    "/part/id": { role: "material", as: "id" },
  },
  execute: { connector: "http", request: { method: "POST", url: "https://a.example" }, effectId: "/id" },
};

export function sampleContract(more: Record<string, unknown> = {}): ContractDefinition {
  return ContractDefinition.parse({ ...TOOL, ...more });
}

export function check(asked: Partial<AskedGrant> & { where: Where }, definition = sampleContract()) {
  return checkGrant(definition, { expiresAt: AT + DAY_MS, sumMax: null, sum: null, ...asked }, AT);
}

export function sampleGrant(
  where: Where,
  {
    sumMax = null,
    sum = null,
    ...more
  }: Partial<Omit<Grant, "sumMax">> & Partial<Pick<AskedGrant, "sumMax" | "sum">> = {},
): Grant {
  const checked = check({ where, sumMax, sum });
  if (!checked.ok) throw new TypeError(JSON.stringify(checked.errors));
  return {
    id: "grt_1",
    tool: "pay",
    namespace: "default",
    agentId: null,
    expiresAt: AT + DAY_MS,
    usesMax: null,
    usesCount: 0,
    sums: {},
    ...checked.terms,
    ...more,
  };
}

/** `definition`: the contract that is active when it is asked for. */
export function sampleAsk(args: JsonObject, more: Partial<GrantAsk> = {}, definition = sampleContract()): GrantAsk {
  const read = normaliseArgs(compileFields(definition.fields), args);
  if (!read.ok) throw new TypeError(JSON.stringify(read.errors));
  return { agentId: "agt_1", namespace: "default", tool: "pay", fields: read.fields, args, at: AT, ...more };
}
