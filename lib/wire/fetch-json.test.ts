import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import * as z from "zod";
import { fetchJson, ProblemError } from "./fetch-json";

const schema = async () => z.object({ name: z.string() });
let server: Server | null = null;

async function answerWith(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
}

async function failureOf(asked: Promise<unknown>): Promise<ProblemError> {
  const error: unknown = await asked.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProblemError)) throw new Error(`not a problem: ${String(error)}`);
  return error;
}

afterEach(async () => {
  const running = server;
  server = null;
  running?.closeAllConnections();
  await new Promise((resolve) => (running === null ? resolve(null) : running.close(resolve)));
});

test("an answer that fits its schema is the answer", async () => {
  const url = await answerWith((_request, response) => response.end('{"name":"Ada","more":1}'));
  expect(await fetchJson(schema, url)).toEqual({ name: "Ada" });
});

test("what is written already goes out as it is written, with its own headers", async () => {
  const url = await answerWith(async (request, response) => {
    const sent = await new Response(request as unknown as ReadableStream).text();
    response.end(JSON.stringify({ name: `${request.headers["idempotency-key"]} ${sent}` }));
  });
  const send = { method: "POST", text: '{"n":9007199254740993}', headers: { "idempotency-key": "k" } } as const;
  expect(await fetchJson(schema, url, send)).toEqual({ name: 'k {"n":9007199254740993}' });
});

test("a problem keeps its code, its words and how long to wait", async () => {
  const url = await answerWith((_request, response) => {
    response.writeHead(429, { "content-type": "application/problem+json", "retry-after": "90" });
    const problem = { type: "about:blank", title: "Too fast", status: 429, code: "too_many_requests" };
    response.end(JSON.stringify({ ...problem, retriable: true, correctiveAction: "Wait." }));
  });
  const { message, problem, retryAfterMs } = await failureOf(fetchJson(schema, url));
  expect({ message, code: problem.code, retryAfterMs }).toEqual({
    message: "Too fast.",
    code: "too_many_requests",
    retryAfterMs: 90_000,
  });
});

test("a page of whoever stands in between is a problem that may be tried again", async () => {
  const url = await answerWith((_request, response) => response.writeHead(502).end("<h1>Bad gateway</h1>"));
  const { problem } = await failureOf(fetchJson(schema, url));
  expect(problem).toMatchObject({ code: "unexpected_answer", status: 502, retriable: true });
  expect(problem.correctiveAction).toMatch(/^Try again/);
});

test("an answer of another shape is refused, not passed on", async () => {
  const url = await answerWith((_request, response) => response.end('{"title":"Ada"}'));
  const { problem } = await failureOf(fetchJson(schema, url));
  expect(problem).toMatchObject({ code: "unexpected_answer", retriable: false });
  expect(problem.correctiveAction).toMatch(/^Reload the page/);
});

test("no answer at all is a problem that says so", async () => {
  const url = await answerWith((request) => request.socket.destroy());
  expect((await failureOf(fetchJson(schema, url))).problem).toMatchObject({ code: "unreachable", retriable: true });
});

test("a mutation says that it is JSON even when it carries nothing", async () => {
  const url = await answerWith((request, response) => {
    response.end(JSON.stringify({ name: `${request.method} ${request.headers["content-type"]}` }));
  });
  expect(await fetchJson(schema, url, { method: "DELETE" })).toEqual({ name: "DELETE application/json" });
});
