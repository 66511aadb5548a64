/** T3: connections to a downstream are kept and counted, also while requests on them are given up. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { readAnswer } from "./read-answer";
import { makeTransport, type Transport } from "./transport";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Longer than any pause of a test. */
const KEPT_MS = 600_000;

type Waiting = { response: ServerResponse; socket: Socket };

/** A downstream that answers when it is told to. */
async function downstream() {
  const sockets = new Set<Socket>();
  const waiting: Waiting[] = [];
  let openMax = 0;
  let openCount = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    waiting.push({ response, socket: request.socket });
  });
  server.keepAliveTimeout = KEPT_MS;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    openCount += 1;
    openMax = Math.max(openMax, openCount);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      openCount -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as { port: number };
  return { origin: `http://127.0.0.1:${port}`, sockets, waiting, openMax: () => openMax };
}

function transportTo(origin: string, connectionsMax: number): Transport {
  const transport = makeTransport({ origins: [origin], privateOrigins: [] }, { connectionsMax });
  closers.push(() => transport.close());
  return transport;
}

async function post(transport: Transport, origin: string, signal = new AbortController().signal): Promise<number> {
  const built = { method: "POST", url: new URL(origin), headers: {}, body: "{}" };
  const sent = await transport.send(built, { signal, timeoutMs: 60_000, mayStillSend: () => true });
  return (await readAnswer(sent)).status;
}

test("requests one after the other share one connection", async () => {
  const { origin, sockets, waiting } = await downstream();
  const transport = transportTo(origin, 10);
  for (let turn = 0; turn < 5; turn += 1) {
    const answer = post(transport, origin);
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.response.end("{}");
    expect(await answer).toBe(200);
    await setImmediate(); // the client hands the connection back
  }
  expect(sockets.size).toBe(1);
});

test("there are never more connections to an origin than its bound, and who waits for one is served", async () => {
  const { origin, waiting, openMax } = await downstream();
  const transport = transportTo(origin, 3);
  const answers = Array.from({ length: 10 }, () => post(transport, origin));
  for (let left = answers.length; left > 0; left -= 1) {
    await expect.poll(() => waiting.length).toBe(Math.min(3, left));
    waiting.shift()?.response.end("{}");
  }
  expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
  expect(openMax()).toBe(3);
});

test("a connection that was reset leaves its place to another", async () => {
  const { origin, waiting, sockets } = await downstream();
  const transport = transportTo(origin, 1);
  const deadline = new AbortController();
  const given = post(transport, origin, deadline.signal);
  await expect.poll(() => waiting.length).toBe(1);
  deadline.abort();
  await expect(given).rejects.toMatchObject({ sent: true });
  const next = post(transport, origin);
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.response.end("{}");
  expect(await next).toBe(200);
  expect(sockets.size).toBe(2);
});
