import { describe, expect, test } from "vitest";
import { checkContract } from "./check-contract";

type Parts = { top?: object; execute?: object; request?: object };

function errorsOf({ top = {}, execute = {}, request = {} }: Parts): { pointer: string; message: string }[] {
  const checked = checkContract({
    tool: "t",
    title: "T",
    effect: "write_idempotent",
    args: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    execute: {
      connector: "http",
      request: { method: "POST", url: "https://x.example/{args.id}", ...request },
      effectId: "/id",
      ...execute,
    },
    ...top,
  });
  return checked.ok ? [] : checked.errors;
}

const probe = (more: object) => ({ execute: { probe: { url: "https://x.example", effectId: "/id", ...more } } });
const retries = (more: object) => ({ execute: { retries: more } });
const rule = (expiresIn: string) => ({ top: { policy: [{ then: "hold", expiresIn }] } });

describe("durations have bounds", () => {
  test.each<[string, Parts, Parts]>([
    ["/execute/timeout", { execute: { timeout: "10ms" } }, { execute: { timeout: "9ms" } }],
    ["/execute/timeout", { execute: { timeout: "15m" } }, { execute: { timeout: "16m" } }],
    ["/key/window", { top: { key: { window: "100ms" } } }, { top: { key: { window: "99ms" } } }],
    [
      "/execute/idempotency/window",
      { execute: { idempotency: { window: "1s" } } },
      { execute: { idempotency: { window: "999ms" } } },
    ],
    ["/execute/retries/base", retries({ base: "1h" }), retries({ base: "61m" })],
    ["/execute/retries/cap", retries({ cap: "1h" }), retries({ cap: "61m" })],
    ["/policy/0/expiresIn", rule("1s"), rule("999ms")],
    ["/undo", { top: { undo: "1h" } }, { top: { undo: "61m" } }],
    ["/execute/probe/absentAfter", probe({ absentAfter: "7d" }), probe({ absentAfter: "8d" })],
  ])("%s", (pointer, within, beyond) => {
    expect(errorsOf(within)).toEqual([]);
    expect(errorsOf(beyond)).toEqual([
      { pointer, message: expect.stringMatching(/^Expected at (least|most) \d+(ms|s|m|h|d)\.$/) },
    ]);
  });
});

describe("headers that are not the owner's to set", () => {
  const named = "Host Content-Length transfer-encoding Connection upgrade EXPECT keep-alive TE trailer idempotency-key";
  test.each(named.split(" "))("%s is refused in the request and in the probe", (name) => {
    const headers = { [name]: "x" };
    const message = expect.stringContaining(name);
    expect(errorsOf({ request: { headers } })).toEqual([{ pointer: `/execute/request/headers/${name}`, message }]);
    expect(errorsOf(probe({ headers }))).toEqual([{ pointer: `/execute/probe/headers/${name}`, message }]);
  });

  test("so is the declared one, in any case, and the default one beside it", () => {
    const execute = { idempotency: { header: "X-Request-Id", window: "1d" } };
    const pointers = (name: string) =>
      errorsOf({ execute, request: { headers: { [name]: "x" } } }).map((error) => error.pointer);
    expect(pointers("x-request-id")).toEqual(["/execute/request/headers/x-request-id"]);
    expect(pointers("Idempotency-Key")).toEqual(["/execute/request/headers/Idempotency-Key"]);
    expect(pointers("Authorization")).toEqual([]);
  });

  test("the key cannot travel in a header of the connection", () => {
    const errors = errorsOf({ execute: { idempotency: { header: "Host", window: "1d" } } });
    expect(errors).toMatchObject([{ pointer: "/execute/idempotency/header" }]);
  });
});

describe("templates are parsed where they stand", () => {
  test.each<[string, Parts]>([
    ["/execute/request/url", { request: { url: "https://x.example/{arg.id}" } }],
    ["/execute/request/headers/x-a", { request: { headers: { "x-a": "{+args.id}" } } }],
    ["/execute/request/body/a/0/b~1c", { request: { body: { a: [{ "b/c": "{args.id" }] } } }],
    ["/execute/request/body", { request: { body: "{nothing}" } }],
    ["/execute/probe/url", probe({ url: "https://x.example/}" })],
    ["/execute/probe/headers/x-a", probe({ headers: { "x-a": "{secret}" } })],
    ["/execute/request/url", { request: { url: "https://x.example/{args.idd}" } }],
    ["/execute/request/body/a", { request: { body: { a: "{args.id.deeper}" } } }],
    ["/execute/probe/url", probe({ url: "https://x.example/{args.nope}" })],
  ])("%s", (pointer, parts) => {
    expect(errorsOf(parts)).toEqual([{ pointer, message: expect.stringMatching(/^The template .*\.$/) }]);
  });
});

test("$async is refused wherever it stands in the schema", () => {
  const args = { type: "object", properties: { a: { type: "object", $async: true } } };
  expect(errorsOf({ top: { args }, request: { url: "https://x.example" } })).toEqual([
    { pointer: "/args/properties/a/$async", message: expect.stringContaining("$async") },
  ]);
});

test("execute.partial.when is compiled when it is published", () => {
  expect(errorsOf({ execute: { partial: { when: "status == 202" } } })).toEqual([]);
  for (const when of ["status ==", "args.id == 1", "status"]) {
    expect(errorsOf({ execute: { partial: { when } } })).toMatchObject([{ pointer: "/execute/partial/when" }]);
  }
});
