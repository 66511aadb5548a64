/** A small MCP server that speaks either era of the protocol, and lies on request. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { compileContract } from "@/lib/domain/contract/compile-contract";
import { ContractDefinition } from "@/lib/domain/contract/definition";
import type { JsonObject } from "@/lib/domain/json";
import { listen } from "@/server/http-server";
import type { Connector, Execution } from "./connector";
import { makeMcpConnector } from "./mcp";
import { startDownstream, type TestDownstream } from "./testing/downstream";
import { executionOf } from "./testing/execution";

type Message = { id?: string; method: string; params: JsonObject };
type Handler = (message: Message, response: ServerResponse, request: IncomingMessage) => void;
type Seen = { method: string; headers: IncomingMessage["headers"]; params: JsonObject };

let downstream: TestDownstream;
let connector: Connector;
let era: "modern" | "legacy";
let call: Handler;
let seen: Seen[] = [];
let sessions: string[] = [];

const json = (response: ServerResponse, body: unknown, status = 200, headers = {}) =>
  void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const result =
  (value: unknown): Handler =>
  (message, response) =>
    json(response, { jsonrpc: "2.0", id: message.id, result: value });
const error =
  (code: number, status = 200): Handler =>
  (message, response) =>
    json(response, { jsonrpc: "2.0", id: message.id, error: { code, message: "mcp-secret is wrong" } }, status);

function serve(message: Message, response: ServerResponse, request: IncomingMessage): unknown {
  if (era === "modern") {
    if (message.method === "server/discover")
      return result({ supportedVersions: ["2026-07-28"] })(message, response, request);
    if (message.method === "tools/call") return call(message, response, request);
    return error(-32601, 404)(message, response, request);
  }
  if (message.method === "initialize") {
    sessions = [`session-${seen.length}`];
    const value = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: {} };
    return json(response, { jsonrpc: "2.0", id: message.id, result: value }, 200, { "mcp-session-id": sessions[0] });
  }
  const session = String(request.headers["mcp-session-id"]);
  if (!sessions.includes(session)) return json(response, { error: "no session" }, sessions.length > 0 ? 404 : 400);
  if (message.method === "notifications/initialized") return void response.writeHead(202).end();
  return call(message, response, request);
}

beforeAll(async () => {
  downstream = await startDownstream((request, body, response) => {
    const message = JSON.parse(body) as Message;
    seen.push({ method: message.method, headers: request.headers, params: message.params });
    serve(message, response, request);
  });
});
afterAll(() => downstream.close());
beforeEach(async () => {
  await connector?.close();
  era = "modern";
  seen = [];
  sessions = [];
  call = result({ content: [], structuredContent: { ticket: { id: "T-1" } } });
  connector = makeMcpConnector({
    config: { MCP: `${downstream.origin}/mcp` },
    secrets: new Map([["TOKEN", { value: "mcp-secret", origins: null }]]),
    egress: [downstream.origin, "http://127.0.0.1:1"],
  });
  return () => connector.close();
});

function contractOf(more: object = {}, effect = "write_non_idempotent") {
  const serverPart = { url: "{+config.MCP}", headers: { authorization: "Bearer {secret.TOKEN}" } };
  const execute = { connector: "mcp", server: serverPart, tool: "open_ticket", effectId: "/ticket/id", ...more };
  const tool = { tool: "t", title: "T", effect, args: { type: "object" } };
  return compileContract(ContractDefinition.parse({ ...tool, execute }), 1);
}

function perform(more: object = {}, execution: Partial<Execution> = {}) {
  return connector.perform(executionOf(contractOf(more), { args: { a: 1 }, ...execution }));
}
const outcomeOf = async (...given: Parameters<typeof perform>) => (await perform(...given)).outcome;
const methods = () => seen.map(({ method }) => method);

test("L4: one attempt is one tools/call with the key in _meta; how the server speaks is asked once", async () => {
  expect(await outcomeOf()).toMatchObject({ class: "success", effectId: "T-1", result: { ticket: { id: "T-1" } } });
  await perform({ arguments: { title: "for {args.a}", n: "{args.a}" } });
  expect(methods()).toEqual(["server/discover", "tools/call", "tools/call"]);
  expect(seen[1]).toMatchObject({
    params: {
      name: "open_ticket",
      arguments: { a: 1 },
      _meta: {
        "interlock/idempotencyKey": "the-key",
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
    headers: {
      authorization: "Bearer mcp-secret",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "open_ticket",
    },
  });
  expect(seen[2]?.params).toMatchObject({ arguments: { title: "for 1", n: 1 } });
});

test("of more sessions than are kept, the newest are known and the oldest is opened anew", async () => {
  const server = { url: "{+config.MCP}", headers: { "x-caller": "{args.caller}" } };
  const discoveries = () => methods().filter((method) => method === "server/discover").length;
  const ask = (caller: number) => perform({ server }, { args: { caller: String(caller) } });
  for (let caller = 0; caller <= 1_000; caller++) await ask(caller);
  expect(discoveries()).toBe(1_001);
  await ask(1_000);
  await ask(1);
  expect(discoveries()).toBe(1_001);
  await ask(0);
  expect(discoveries()).toBe(1_002);
});

test("a server of the earlier era is given a session, which later attempts use", async () => {
  era = "legacy";
  expect(await outcomeOf()).toMatchObject({ class: "success", effectId: "T-1" });
  expect(await outcomeOf()).toMatchObject({ class: "success" });
  expect(methods()).toEqual(["server/discover", "initialize", "notifications/initialized", "tools/call", "tools/call"]);
  expect(seen[3]).toMatchObject({
    params: { _meta: { "interlock/idempotencyKey": "the-key" } },
    headers: { "mcp-session-id": "session-2", "mcp-protocol-version": "2025-11-25" },
  });
  expect(seen[3]?.headers).not.toHaveProperty("mcp-method");
});

test("a session that the server forgot is not_sent, and the next attempt opens another", async () => {
  era = "legacy";
  await perform({ protocol: "2025-11-25" });
  sessions = ["somebody else's"];
  expect(await outcomeOf({ protocol: "2025-11-25" })).toMatchObject({ class: "not_sent" });
  expect(await outcomeOf({ protocol: "2025-11-25" })).toMatchObject({ class: "success" });
  expect(methods()).not.toContain("server/discover");
});

test("an error of the tool under a session is unknown whatever its status, and the session is kept", async () => {
  era = "legacy";
  for (const [code, status] of [
    [-32603, 400],
    [-32002, 404],
  ] as const) {
    call = error(code, status);
    expect(await outcomeOf({ protocol: "2025-11-25" })).toMatchObject({ class: "unknown" });
  }
  expect(methods().filter((method) => method === "initialize")).toHaveLength(1);
});

test("L5: what answers this very call took it: unknown, also with a code that may be a lost session's or without any", async () => {
  const nameless: Handler = (message, response) =>
    json(response, { jsonrpc: "2.0", id: message.id, error: { message: "The output is not valid." } }, 400);
  // -32000 and -32001 are also what a gateway says of a server that closed or did not answer in time.
  for (const said of [nameless, error(-32000, 400), error(-32001, 404)]) {
    for (const spoken of ["modern", "legacy"] as const) {
      era = spoken;
      call = said;
      expect(await outcomeOf(spoken === "legacy" ? { protocol: "2025-11-25" } : {})).toMatchObject({
        class: "unknown",
      });
    }
  }
  // It may have been the session after all: the next call opens another.
  expect(methods().filter((method) => method === "initialize")).toHaveLength(3);
});

test("a read whose session the server forgot is asked again, whichever way it says so", async () => {
  era = "legacy";
  call = error(-32001, 404);
  const read = contractOf({ protocol: "2025-11-25" }, "read");
  const { outcome } = await connector.perform(executionOf(read, { args: { a: 1 } }));
  expect(outcome).toMatchObject({ class: "not_sent" });
});

test("who is told with 200 that it speaks wrong does not know what ran, and asks anew how to speak", async () => {
  call = error(-32022);
  expect(await outcomeOf()).toMatchObject({ class: "unknown" });
  era = "legacy";
  call = result({ content: [], structuredContent: { ticket: { id: "T-1" } } });
  expect(await outcomeOf()).toMatchObject({ class: "success" });
});

test("an answer in an event stream is read past notifications; a stream that ends without it is unknown", async () => {
  const stream =
    (events: (message: Message) => string): Handler =>
    (message, response) =>
      void response.writeHead(200, { "content-type": "text/event-stream" }).end(events(message));
  const note = `event: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\r\n\r\n`;
  call = stream(({ id }) => {
    const answer = { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: '{"ticket":{"id":"T-2"}}' }] } };
    return `: hello\n${note}id: 1\ndata: ${JSON.stringify(answer).replace(",", ",\ndata: ")}\n\n`;
  });
  expect(await outcomeOf()).toMatchObject({ class: "success", effectId: "T-2" });
  call = stream(() => note);
  expect(await outcomeOf()).toMatchObject({ class: "unknown", failure: { code: "mcp_no_answer" } });
  call = stream(() => `${note}: ${"x".repeat(2_000_000)}`);
  expect(await outcomeOf()).toMatchObject({ class: "unknown" });
});

describe("what the server says", () => {
  test.each<[string, Handler, object]>([
    ["no such method", error(-32601, 404), { class: "unknown" }],
    ["invalid params", error(-32602), { class: "unknown", failure: { message: expect.stringContaining("***") } }],
    ["an invalid request", error(-32600, 400), { class: "unknown" }],
    ["an internal error", error(-32603), { class: "unknown" }],
    ["an error of its own", error(-32000, 500), { class: "unknown" }],
    ["a version it does not speak", error(-32022, 400), { class: "not_sent" }],
    ["a tool that failed", result({ isError: true, content: [{ type: "text", text: "no" }] }), { class: "unknown" }],
    ["a tool that wants more", result({ resultType: "input_required", inputRequests: {} }), { class: "unknown" }],
    ["a result without an effect id", result({ structuredContent: {} }), { class: "unknown" }],
    ["a text that is no JSON", result({ content: [{ type: "text", text: "done" }] }), { class: "unknown" }],
    ["part of it", result({ structuredContent: { ticket: { id: 5 }, partial: true } }), { class: "partial" }],
    ["who are you", (_message, response) => json(response, {}, 401), { class: "configuration", counted: true }],
    ["too fast", (_message, response) => json(response, {}, 429, { "retry-after": "3" }), { retryAfterMs: 3_000 }],
    ["nothing", (_message, response) => void response.writeHead(202).end(), { class: "unknown" }],
    ["somebody else's answer", (_message, response) => json(response, { id: "x", result: {} }), { class: "unknown" }],
    ["a reset", (_message, response) => void response.socket?.resetAndDestroy(), { class: "unknown" }],
  ])("%s", async (_, handler, expected) => {
    call = handler;
    expect(await outcomeOf()).toMatchObject(expected);
  });

  test.each<[string, Handler, string]>([
    ["invalid params", error(-32602), "definitive"],
    ["no such method", error(-32601, 404), "definitive"],
    ["a tool that failed", result({ isError: true, content: [{ type: "text", text: "no" }] }), "definitive"],
    ["an internal error", error(-32603), "unknown"],
  ])("to a read: %s", async (_, handler, expected) => {
    call = handler;
    const { outcome } = await connector.perform(executionOf(contractOf({}, "read"), { args: { a: 1 } }));
    expect(outcome.class).toBe(expected);
  });

  test("a contract may judge otherwise, over the whole message", async () => {
    call = result({ isError: true, structuredContent: { code: "busy" } });
    const outcomes = [{ when: 'has(body.result) && body.result.structuredContent.code == "busy"', is: "not_sent" }];
    expect(await outcomeOf({ outcomes })).toMatchObject({ class: "not_sent" });
  });
});

test("an effect id comes from a text of the result, or from the caller", async () => {
  call = result({ content: [{ type: "text", text: "Opened ticket T-31." }] });
  expect(await outcomeOf({ effectId: { text: "T-[0-9]+" } })).toMatchObject({ class: "success", effectId: "T-31" });
  expect(await outcomeOf({ effectId: { value: "ticket {args.a}" } })).toMatchObject({ effectId: "ticket 1" });
});

test("what goes wrong before the call is not_sent: nobody there, a reset, a server that is away", async () => {
  const away = { server: { url: "http://127.0.0.1:1/mcp" } };
  expect(await outcomeOf(away)).toMatchObject({ class: "not_sent" });
  expect(await outcomeOf({ server: { url: "http://10.1.2.3/mcp" } })).toMatchObject({ class: "configuration" });
  era = "legacy";
  const broken = (status: number) => (_request: IncomingMessage, response: ServerResponse) =>
    void (status === 0 ? response.socket?.resetAndDestroy() : response.writeHead(status).end());
  for (const [status, expected] of [
    [0, "not_sent"],
    [503, "not_sent"],
    [401, "configuration"],
  ] as const) {
    const lying = createServer(broken(status));
    const port = await listen(lying, 0, "127.0.0.1");
    const own = makeMcpConnector({ config: {}, secrets: new Map(), egress: [`http://127.0.0.1:${port}`] });
    const contract = contractOf({ server: { url: `http://127.0.0.1:${port}/` } });
    const { outcome } = await own.perform(executionOf(contract));
    expect(outcome.class).toBe(expected);
    await own.close();
    lying.closeAllConnections();
    await new Promise((resolve) => lying.close(resolve));
  }
});

test("a call that is not answered until the deadline is unknown", async () => {
  const deadline = new AbortController();
  call = () => void setImmediate(() => deadline.abort());
  expect(await outcomeOf({}, { signal: deadline.signal })).toMatchObject({
    class: "unknown",
    failure: { code: "downstream_timeout" },
  });
});
