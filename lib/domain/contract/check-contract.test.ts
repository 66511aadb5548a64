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

describe("execute.outcomes", () => {
  const outcomes = (when: string, is = "definitive") => ({ execute: { outcomes: [{ when, is }] } });
  test("conditions over status, body and headers are compiled when they are published", () => {
    expect(errorsOf(outcomes('status == 200 && body.ok == false && headers["x-a"] == "1"'))).toEqual([]);
    for (const when of ["status ==", "args.id == 1", "status", "true", "1 == 1"]) {
      expect(errorsOf(outcomes(when))).toMatchObject([{ pointer: "/execute/outcomes/0/when" }]);
    }
    expect(errorsOf(outcomes("status == 200", "failed"))).toMatchObject([{ pointer: "/execute/outcomes/0/is" }]);
  });
});

describe("bodies and the key in them", () => {
  const keyed = (body: string, request: object = {}) => ({ execute: { idempotency: { body, window: "1h" } }, request });
  test.each<[string, Parts]>([
    ["/execute/request/body", { request: { method: "GET", body: {} } }],
    ["/execute/request/encoding", { request: { method: "DELETE", encoding: "form" } }],
    ["/execute/request/encoding", { request: { encoding: "xml" } }],
    ["/execute/request/body", { request: { encoding: "form", body: "{args.id}" } }],
    ["/execute/idempotency/body", keyed("/id")],
    ["/execute/idempotency/body", keyed("/items/0/key")],
    ["/execute/idempotency/body", keyed("/items/*/key")],
    ["/execute/idempotency/body", keyed("/ref", { body: { ref: "{args.id}" } })],
    ["/execute/idempotency/body", keyed("/ref/key", { body: { ref: "{args.id}" } })],
    ["/execute/idempotency/body", keyed("/ref", { method: "DELETE" })],
  ])("%s", (pointer, parts) => expect(errorsOf(parts)).toMatchObject([{ pointer }]));

  test("a place of its own is fine, beside args or inside a mapping", () => {
    expect(errorsOf(keyed("/requestId"))).toEqual([]);
    expect(errorsOf(keyed("/meta/requestId", { body: { meta: { a: 1 }, id: "{args.id}" } }))).toEqual([]);
  });
});

test("an address knows path and query expressions; a header does not", () => {
  expect(errorsOf({ request: { url: "https://x.example{/args.id}{?args.id*}" } })).toEqual([]);
  expect(errorsOf({ request: { url: "https://x.example{?args.idd}" } })).toMatchObject([
    { pointer: "/execute/request/url" },
  ]);
  expect(errorsOf({ request: { headers: { "x-a": "{?args.id}" } } })).toMatchObject([
    { pointer: "/execute/request/headers/x-a" },
  ]);
});

describe("connectors", () => {
  const executed = (execute: object) => errorsOf({ top: { execute } });
  const mcp = { connector: "mcp", server: { url: "https://x.example/mcp" }, tool: "open", effectId: "/id" };
  const server = (more: object) => ({ ...mcp, server: { ...mcp.server, ...more } });

  test("one that does not exist is named, with those that do", () => {
    for (const execute of [{ connector: "soap" }, {}]) {
      expect(executed(execute)).toEqual([
        { pointer: "/execute/connector", message: "Expected one of the connectors http, mcp or module." },
      ]);
    }
  });

  test("a module needs a name and no effectId: it says itself what it did", () => {
    expect(executed({ connector: "module", module: "refund-1" })).toEqual([]);
    for (const module of ["../x", "a/b", "Refund", "x.mjs", ""]) {
      expect(executed({ connector: "module", module })).toMatchObject([{ pointer: "/execute/module" }]);
    }
    expect(executed({ connector: "module", module: "x", effectId: "/id" })).toMatchObject([
      { pointer: "/execute/effectId" },
    ]);
  });

  test.each<[string, object]>([
    ["/execute/effectId", { ...mcp, effectId: undefined }],
    ["/execute/tool", { ...mcp, tool: "open ticket" }],
    ["/execute/protocol", { ...mcp, protocol: "2024-11-05" }],
    ["/execute/server/url", server({ url: "https://x.example/{nope}" })],
    ["/execute/server/headers/Mcp-Session-Id", server({ headers: { "Mcp-Session-Id": "x" } })],
    ["/execute/server/headers/host", server({ headers: { host: "x" } })],
    ["/execute/arguments/a", { ...mcp, arguments: { a: "{args.nope}" } }],
    ["/execute/idempotency/header", { ...mcp, idempotency: { header: "X", window: "1h" } }],
  ])("mcp: %s is refused where it means nothing", (pointer, execute) => {
    expect(executed(execute)).toMatchObject([{ pointer }]);
  });

  test("mcp: a plain contract passes", () => expect(executed(mcp)).toEqual([]));
});
