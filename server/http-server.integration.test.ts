// How long a body may take to come, over real sockets; the clock is the test's.
import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listen, makeHttpServer } from "./http-server";

const BODY_MAX_MS = 30_000;
let server: Server;
let asked: Promise<IncomingMessage>;
let sockets: Socket[] = [];

beforeEach(async () => {
  let tell: (request: IncomingMessage) => void = () => undefined;
  asked = new Promise((resolve) => {
    tell = resolve;
  });
  server = makeHttpServer({
    api: new Hono(),
    pages: async () => undefined,
    direct: (request) => {
      request.on("error", () => undefined).resume();
      tell(request);
      return true;
    },
  });
  await listen(server, 0, "127.0.0.1");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

/** The head of a request, and the first half of its body. */
async function begin(method: string, path: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
  sockets.push(socket);
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nab`);
  await asked;
  return socket;
}

test.each([
  ["POST", "/api/v1/intents"],
  ["POST", "/api/v1/reconciliations/rec_1/stop"],
  ["GET", "/api/v1/intents"],
  ["PUT", "/a-page"],
])("a body of %s %s that does not come in half a minute is not waited for", async (method, path) => {
  const socket = await begin(method, path);
  vi.advanceTimersByTime(BODY_MAX_MS - 1);
  expect((await asked).destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  await once(socket, "close");
});

test.each(["/api/v1/reconciliations", "/api/v1/reconciliations?tool=pay"])(
  "a statement to %s may take longer, up to a quarter of an hour",
  async (path) => {
    await begin("POST", path);
    vi.advanceTimersByTime(2 * BODY_MAX_MS);
    expect((await asked).destroyed).toBe(false);
    expect(server.requestTimeout).toBe(900_000);
  },
);

test("a body that came is not cut off, however long the answer takes", async () => {
  const socket = await begin("POST", "/api/v1/intents");
  const request = await asked;
  const ended = once(request, "end");
  socket.write("cd");
  await ended;
  vi.advanceTimersByTime(2 * BODY_MAX_MS);
  expect(request.socket.destroyed).toBe(false);
});
