import { describe, expect, test } from "vitest";
import { checkContract } from "./check-contract";

const URL = "{+config.LEDGER_URL}/refunds{?from,to,cursor}";
const LIST = { url: URL, items: "/data", effectId: "/id", next: { cursor: "/nextCursor" } };

function errors(list: object | undefined, more: object = {}, execute: object = {}): string[] {
  const checked = checkContract({
    tool: "refund",
    title: "Refund",
    effect: "write_non_idempotent",
    args: { type: "object", additionalProperties: false, properties: { paymentId: { type: "string" } } },
    execute: {
      connector: "http",
      request: { method: "POST", url: "https://x.example" },
      effectId: "/id",
      ...(list === undefined ? {} : { list }),
      ...execute,
    },
    ...more,
  });
  return checked.ok ? [] : checked.errors.map(({ pointer }) => pointer);
}

describe("execute.list", () => {
  test.each<[string, object]>([
    ["by cursor", {}],
    ["by the address of the next page", { url: "https://x.example/{?from,to}", next: { url: "/links/next" } }],
    ["by number, with Unix times", { url: "https://x.example/?a={fromUnix}&b={toUnix}&p={page}", next: { page: 1 } }],
    ["of one page", { url: "https://x.example/{?from,to}", next: undefined }],
    [
      "with everything",
      { key: "/key", amount: "/a", currency: "USD", unit: "minor", at: "/t", target: { "/p": "/paymentId" } },
    ],
  ])("may go on %s", (_, more) => {
    expect(errors({ ...LIST, ...more })).toEqual([]);
  });

  test.each<[string, object, string]>([
    ["an address that names an argument", { url: `${URL}&p={args.paymentId}` }, "/execute/list/url"],
    ["an address that names the key", { url: `${URL}&k={key}` }, "/execute/list/url"],
    ["an address without the time", { url: "https://x.example/{?cursor}" }, "/execute/list/url"],
    ["a cursor that goes nowhere", { url: "https://x.example/{?from,to}" }, "/execute/list/url"],
    ["a cursor that comes from nowhere", { next: undefined }, "/execute/list/url"],
    ["a header of the client's", { headers: { host: "x" } }, "/execute/list/headers/host"],
    ["a header that names an intent", { headers: { "x-id": "{intentId}" } }, "/execute/list/headers/x-id"],
    ["a target that is no argument", { target: { "/p": "/nothing" } }, "/execute/list/target/~1p"],
    ["a target of every element", { target: { "/p/*": "/paymentId" } }, "/execute/list/target/~1p~1*"],
    ["an effect id of every element", { effectId: "/ids/*" }, "/execute/list/effectId"],
    ["a currency that is none", { amount: "/a", currency: "XXX" }, "/execute/list/currency"],
    ["a currency without an amount", { currency: "USD" }, "/execute/list/currency"],
    ["two ways to go on", { next: { cursor: "/a", url: "/b" } }, "/execute/list/next"],
    ["a member that means nothing", { limit: 5 }, "/execute/list"],
  ])("must not have %s", (_, more, pointer) => {
    expect(errors({ ...LIST, ...more })[0]).toContain(pointer);
  });

  test("is nothing for a read", () => {
    expect(errors(LIST, { effect: "read" })).toEqual(["/execute/list"]);
  });
});

describe("reconcile", () => {
  const probe = { probe: { url: "https://x.example/{key}", effectId: "/id" } };
  test.each<[object | false, object | undefined, object, string[]]>([
    [{ every: "1h" }, LIST, {}, []],
    [{ every: "1h" }, undefined, probe, []],
    [{ by: "probe" }, LIST, probe, []],
    [false, LIST, {}, []],
    [{ every: "1h" }, undefined, {}, ["/reconcile"]],
    [{ by: "probe" }, LIST, {}, ["/reconcile/by"]],
    [{ by: "list" }, undefined, probe, ["/reconcile/by"]],
    [{ every: "1s" }, LIST, {}, ["/reconcile"]],
  ])("%j with %j and %j", (reconcile, list, execute, expected) => {
    const found = errors(list, { reconcile }, execute);
    expect(found.map((pointer) => pointer.replace("/every", ""))).toEqual(expected);
  });
});
