import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CompiledContract, compileContract } from "@/lib/domain/contract/compile-contract";
import { ContractDefinition } from "@/lib/domain/contract/definition";
import type { JsonObject } from "@/lib/domain/json";
import { listen } from "@/server/http-server";
import type { Connector } from "./connector";
import { makeHttpConnector } from "./http";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let origin: string;
let connector: Connector;
let handler: Handler;
let seen: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      handler(request, response);
    });
  });
  origin = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
  connector = makeHttpConnector({
    config: { URL: origin, ELSEWHERE: "http://127.0.0.2:9" },
    secrets: new Map([
      ["TOKEN", { value: "123456", origins: null }],
      ["BOUND", { value: "bound-secret", origins: ["https://other.example"] }],
    ]),
    egress: [origin, "http://127.0.0.1:1"],
  });
});
afterAll(async () => {
  await connector.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  seen = [];
  handler = answerJson('{"id":"e1"}');
});

const answerJson =
  (text: string, status = 200): Handler =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  };

function contractWith(request: Record<string, unknown>, more: Record<string, unknown> = {}): CompiledContract {
  const asked = { method: "POST", url: "{+config.URL}/x", ...request };
  const execute = { connector: "http", timeout: "2s", effectId: "/id", ...more, request: asked };
  const tool = { tool: "t", title: "T", effect: "write_non_idempotent", args: { type: "object" } };
  return compileContract(ContractDefinition.parse({ ...tool, execute }), 1);
}

function send(contract: CompiledContract, args: JsonObject = {}) {
  return connector.perform({ contract, intentId: "int_1", key: "the-key", args, signal: AbortSignal.timeout(2_000) });
}

function perform(request: Record<string, unknown>, args: JsonObject = {}, more: Record<string, unknown> = {}) {
  return send(contractWith(request, more), args);
}

test("args go out as JSON with the key, and the effect id comes back", async () => {
  expect(await perform({}, { a: 1 })).toMatchObject({ outcome: { class: "success", effectId: "e1" } });
  expect(seen).toMatchObject([
    { method: "POST", url: "/x", body: '{"a":1}', headers: { "idempotency-key": "the-key" } },
  ]);
});

test("L4: no header of the contract can take the key's place", async () => {
  await perform({ headers: { "Idempotency-Key": "{args.k}" } }, { k: "model" });
  await perform(
    { headers: { "x-KEY": "{args.k}" } },
    { k: "model" },
    { idempotency: { header: "X-Key", window: "1h" } },
  );
  expect(seen.map(({ headers }) => [headers["idempotency-key"], headers["x-key"]])).toEqual([
    ["the-key", undefined],
    [undefined, "the-key"],
  ]);
});

test("a body mapping keeps the types of what it names, also deep inside", async () => {
  await perform(
    { body: { n: "{args.p.amount}", text: "for {args.p.amount}", gone: "{args.nope}" } },
    { p: { amount: 80 } },
  );
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ n: 80, text: "for 80", gone: null });
});

test("L7: what a model writes cannot leave its path segment", async () => {
  await perform({ url: "{+config.URL}/p/{args.id}/refund" }, { id: "a/../b?x#y" });
  expect(seen[0]?.url).toBe("/p/a%2F..%2Fb%3Fx%23y/refund");
  for (const id of ["..", "."]) {
    expect(await perform({ url: "{+config.URL}/p/{args.id}/refund" }, { id })).toMatchObject({
      outcome: { class: "definitive" },
    });
  }
  expect(seen).toHaveLength(1);
});

test("what no header can carry is refused before anything is sent", async () => {
  for (const note of ["a\r\nx: y", "😀"]) {
    const { outcome } = await perform({ headers: { "x-note": "{args.note}" } }, { note });
    expect(outcome).toMatchObject({ class: "definitive", failure: { code: "unsendable" } });
  }
  expect(seen).toHaveLength(0);
});

test("an origin that is not listed, a secret bound elsewhere and a missing setting hold the intent; nothing is sent", async () => {
  const headers = (value: string) => ({ headers: { authorization: value } });
  for (const request of [{ url: "{+config.ELSEWHERE}/x" }, headers("{secret.BOUND}"), headers("{secret.NOPE}")]) {
    expect(await perform(request)).toMatchObject({
      outcome: { class: "configuration", counted: false },
      exchange: null,
    });
  }
  expect(seen).toHaveLength(0);
});

test("a refused connection is not_sent; a connection that breaks after the request is unknown", async () => {
  expect(await perform({ url: "http://127.0.0.1:1/x" })).toMatchObject({ outcome: { class: "not_sent" } });
  handler = (request) => request.socket.destroy();
  expect(await perform({})).toMatchObject({ outcome: { class: "unknown", failure: { code: "connection_lost" } } });
});

test("an answer that never ends is unknown when the deadline comes", async () => {
  handler = () => undefined;
  expect(await perform({})).toMatchObject({ outcome: { class: "unknown", failure: { code: "downstream_timeout" } } });
});

test("a success is kept whatever its text holds: NUL, half characters, digits beyond a double, a secret's digits", async () => {
  handler = answerJson('{"id":9007199254740993,"memo":"a\\u0000b\\ud800","amount":123456,"echo":"token 123456"}');
  expect(await perform({ headers: { authorization: "Bearer {secret.TOKEN}" } })).toMatchObject({
    outcome: {
      class: "success",
      effectId: "9007199254740993",
      result: { memo: "a\ufffdb\ufffd", amount: 123456, echo: "token ***" },
    },
  });
});

test("an answer too large or too deep proves nothing, and redirects are not followed", async () => {
  handler = answerJson(`{"id":"e1","x":"${"y".repeat(2_000_000)}"}`);
  expect((await perform({})).outcome.class).toBe("unknown");
  handler = answerJson(`{"id":"e1","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  expect((await perform({})).outcome.class).toBe("unknown");
  handler = (_request, response) => void response.writeHead(302, { location: `${origin}/elsewhere` }).end();
  expect((await perform({})).outcome.class).toBe("definitive");
  expect(seen.map(({ url }) => url)).toEqual(["/x", "/x", "/x"]);
});

test("a hundred attempts at once are a hundred requests: none waits inside the client until it is too late", async () => {
  const waiting: ServerResponse[] = [];
  handler = (_request, response) => {
    waiting.push(response);
    if (waiting.length === 100) for (const one of waiting) answerJson('{"id":"e"}')(_request, one);
  };
  const contract = contractWith({});
  const performed = await Promise.all(Array.from({ length: 100 }, () => send(contract)));
  expect(performed.every(({ outcome }) => outcome.class === "success")).toBe(true);
});

test("a handshake that fails is not_sent", async () => {
  const plain = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("not tls", () => socket.destroy());
  });
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  const { port } = plain.address() as { port: number };
  const tls = makeHttpConnector({
    config: { URL: `https://127.0.0.1:${port}` },
    secrets: new Map(),
    egress: [`https://127.0.0.1:${port}`],
  });
  const before = connector;
  connector = tls;
  expect(await perform({})).toMatchObject({ outcome: { class: "not_sent" } });
  connector = before;
  await tls.close();
  await new Promise((resolve) => plain.close(resolve));
});
