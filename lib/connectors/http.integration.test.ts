import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CompiledContract, compileContract } from "@/lib/domain/contract/compile-contract";
import { ContractDefinition } from "@/lib/domain/contract/definition";
import type { JsonObject } from "@/lib/domain/json";
import type { Connector } from "./connector";
import { makeHttpConnector } from "./http";
import { startDownstream, type TestDownstream } from "./testing/downstream";
import { executionOf } from "./testing/execution";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let downstream: TestDownstream;
let connector: Connector;
let handler: Handler;
let seen: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];

beforeAll(async () => {
  downstream = await startDownstream((request, body, response) => {
    seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
    handler(request, response);
  });
  const { origin } = downstream;
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
  await downstream.close();
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
  return connector.perform(executionOf(contract, { args, signal: AbortSignal.timeout(2_000) }));
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
  expect(await perform({ url: "http://127.0.0.1:1/x" })).toMatchObject({
    outcome: { class: "not_sent" },
    reached: { origin: "http://127.0.0.1:1", status: null },
  });
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

test("what was sent and answered is kept for those who look into it, without what is secret", async () => {
  handler = answerJson('{"error":"no funds for token 123456"}', 402);
  const { exchange } = await perform(
    { headers: { authorization: "Bearer {secret.TOKEN}", "x-tenant": "{args.tenant}" } },
    { tenant: "acme", note: "see 123456" },
  );
  expect(exchange).toMatchObject({
    request: {
      method: "POST",
      headers: { authorization: "***", "x-tenant": "acme" },
      body: { text: '{"tenant":"acme","note":"see ***"}', isCut: false },
    },
    response: { status: 402, body: { text: '{"error":"no funds for token ***"}', isCut: false } },
  });
});

test("an answer too large or too deep proves nothing, unless its effect id was read before the cut", async () => {
  handler = answerJson(`{"x":"${"y".repeat(10_000_000)}","id":"e1"}`);
  expect(await perform({})).toMatchObject({ outcome: { class: "unknown", failure: { code: "no_effect_id" } } });
  handler = answerJson(`{"id":"e1","x":"${"y".repeat(10_000_000)}"}`);
  expect(await perform({})).toMatchObject({
    outcome: { class: "success", effectId: "e1", result: { truncated: true } },
    exchange: { response: { truncated: true } },
  });
  handler = answerJson(`{"x":${"[".repeat(100_000)}${"]".repeat(100_000)},"id":"e1"}`);
  expect((await perform({})).outcome.class).toBe("unknown");
});

test("redirects are not followed, neither to a listed host nor to another", async () => {
  for (const location of [
    `${downstream.origin}/elsewhere`,
    "http://127.0.0.1:1/x",
    "http://169.254.169.254/latest/meta-data",
  ]) {
    for (const status of [301, 302, 303, 307, 308]) {
      handler = (_request, response) => void response.writeHead(status, { location }).end();
      expect((await perform({})).outcome.class).toBe(status < 304 ? "unknown" : "definitive");
    }
  }
  expect(new Set(seen.map(({ url }) => url))).toEqual(new Set(["/x"]));
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

test("a form carries nested fields, and the key where the contract wants it", async () => {
  const args = { amount: 80, who: { name: "a b" }, items: ["x"], key: "model" };
  await perform({ encoding: "form" }, args, { idempotency: { body: "/key", window: "1h" } });
  expect(seen).toMatchObject([
    {
      body: "amount=80&who%5Bname%5D=a+b&items%5B0%5D=x&key=the-key",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
  ]);
  expect(seen[0]?.headers).not.toHaveProperty("idempotency-key");
});

test("L4: the key in a body replaces whatever a mapping put there; with a header declared it goes both ways", async () => {
  const idempotency = { header: "X-Request-Id", body: "/meta/requestId", window: "1h" };
  await perform({ body: { n: "{args.n}", meta: { requestId: "{args.k}" } } }, { n: 1, k: "model" }, { idempotency });
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ n: 1, meta: { requestId: "the-key" } });
  expect(seen[0]?.headers["x-request-id"]).toBe("the-key");
});

test("addresses expand lists and queries", async () => {
  await perform(
    { url: "{+config.URL}/p{/args.path*}{?args.tags*,args.nope}" },
    { path: ["a", "b/c"], tags: ["x", "y&"] },
  );
  expect(seen[0]?.url).toBe("/p/a/b%2Fc?tags=x&tags=y%26");
});

test.each<[number, string, Record<string, string>, Record<string, unknown>, object]>([
  [204, "", {}, {}, { class: "unknown", failure: { code: "no_effect_id" } }],
  [200, "{}", {}, {}, { class: "unknown", failure: { code: "no_effect_id" } }],
  [200, "<html>", {}, {}, { class: "unknown" }],
  [207, '{"id":"e1"}', {}, {}, { class: "partial", effectId: "e1" }],
  [409, "{}", {}, {}, { class: "definitive" }],
  [409, "{}", {}, { idempotency: { window: "1h" } }, { class: "unknown" }],
  [401, '{"message":"who?"}', {}, {}, { class: "configuration", counted: true }],
  [403, "{}", {}, {}, { class: "configuration", counted: true }],
  [429, "{}", {}, {}, { class: "not_sent" }],
  [429, "{}", { "retry-after": "7" }, {}, { class: "not_sent", retryAfterMs: 7_000 }],
  [503, "{}", {}, {}, { class: "unknown" }],
  [503, "{}", { "retry-after": "99999" }, {}, { class: "not_sent", retryAfterMs: 3_600_000 }],
  [503, "{}", { "retry-after": "nonsense" }, {}, { class: "unknown" }],
  [
    503,
    "{}",
    { date: "Mon, 16 Nov 2026 13:00:00 GMT", "retry-after": "Mon, 16 Nov 2026 13:00:30 GMT" },
    {},
    { class: "not_sent", retryAfterMs: 30_000 },
  ],
  [200, '{"ok":false}', {}, { outcomes: [{ when: "body.ok == false", is: "definitive" }] }, { class: "definitive" }],
  [
    500,
    '{"id":"e1"}',
    { "x-state": "done" },
    { outcomes: [{ when: 'headers["x-state"] == "done"', is: "success" }] },
    { class: "success", effectId: "e1" },
  ],
])("%i %s %o under %o", async (status, text, headers, more, expected) => {
  handler = (_request, response) => void response.writeHead(status, headers).end(text);
  expect((await perform({}, {}, more)).outcome).toMatchObject(expected);
});

test("a secret is seen nowhere: not in the address, the failure or the result, however it is spelled", async () => {
  const echoed = (text: string) => [text, Buffer.from(`u:${text}`).toString("base64"), encodeURIComponent(text)];
  handler = (_request, response) =>
    void response.writeHead(422).end(JSON.stringify({ detail: echoed("123456").join() }));
  const performed = await perform({ url: "{+config.URL}/x?t={secret.TOKEN}" });
  expect(performed.outcome.class).toBe("definitive");
  expect(performed.outcome).toMatchObject({
    failure: { message: expect.stringMatching(/said: \*\*\*,dTo\*\*\*Y=,\*\*\*$/) },
  });
  for (const spelled of echoed("123456")) expect(JSON.stringify(performed)).not.toContain(spelled);
  expect(seen[0]?.url).toBe("/x?t=123456");
});

test("an effect id comes from a header, a text or the caller, with secrets masked", async () => {
  const answered = (status: number, headers: Record<string, string>, text = "") => {
    handler = (_request, response) => void response.writeHead(status, headers).end(text);
  };
  const outcomeWith = async (effectId: unknown) => (await perform({}, {}, { effectId })).outcome;
  answered(201, { location: "/v1/tickets/T-9" });
  expect(await outcomeWith({ header: "Location", match: "/tickets/(.+)" })).toMatchObject({ effectId: "T-9" });
  answered(200, { "content-type": "text/plain" }, "created note_12\n");
  expect(await outcomeWith({ text: "note_[0-9]+" })).toMatchObject({ class: "success", effectId: "note_12" });
  answered(204, {});
  expect(await outcomeWith({ value: "{key}" })).toMatchObject({ class: "success", result: null });
  answered(201, { location: "/tickets/123456" });
  expect(await outcomeWith({ header: "location" })).toMatchObject({ effectId: "/tickets/***" });
  answered(201, {});
  expect(await outcomeWith({ header: "location" })).toMatchObject({ class: "unknown" });
});
