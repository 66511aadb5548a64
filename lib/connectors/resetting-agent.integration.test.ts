/** A request that was given up must not travel on (L1): seen from the downstream's end of the connection. */
import { createServer, type Server, type Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ANSWER_BYTES_MAX, readAnswer } from "./read-answer";
import { CERTIFICATE, CERTIFICATE_KEY } from "./testing/certificate";
import { makeTransport, type SendOptions, type Transport } from "./transport";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0).toReversed()) await close();
});

/** What the downstream saw of the first connection: the bytes it read, and how it ended. Others carry no request. */
type Seen = { bytes: number; endings: string[]; sockets: Socket[] };

async function downstream(protocol: string, onRequest: (socket: Duplex, raw: Socket) => void) {
  const seen: Seen = { bytes: 0, endings: [], sockets: [] };
  const server: Server = createServer((raw) => {
    raw.on("error", () => undefined);
    if (seen.sockets.push(raw) > 1) return;
    raw.on("error", (error: NodeJS.ErrnoException) => seen.endings.push(error.code ?? error.name));
    raw.on("end", () => seen.endings.push("closed"));
    raw.on("data", (chunk) => {
      seen.bytes += chunk.length;
    });
    const socket = protocol === "http" ? raw : decrypted(raw);
    socket.once("data", () => onRequest(socket, raw));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    for (const socket of seen.sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as { port: number };
  return { seen, origin: `${protocol}://127.0.0.1:${port}` };
}

/** Beside the socket, not instead of it: how TLS ends says nothing about how the connection below did. */
function decrypted(raw: Socket): Duplex {
  const [wire, inner] = duplexPair();
  raw.pipe(wire).pipe(raw);
  const socket = new TLSSocket(inner, { isServer: true, cert: CERTIFICATE, key: CERTIFICATE_KEY });
  for (const each of [wire, inner, socket]) each.on("error", () => undefined);
  return socket;
}

function transportTo(origin: string): Transport {
  const transport = makeTransport({ origins: [origin], privateOrigins: [] });
  closers.push(() => transport.close());
  return transport;
}

function post(transport: Transport, origin: string, options: Partial<SendOptions> & { body?: string } = {}) {
  const { body = "{}", ...more } = options;
  const built = { method: "POST", url: new URL(origin), headers: {}, body };
  const signal = new AbortController().signal;
  return transport.send(built, { signal, timeoutMs: 60_000, mayStillSend: () => true, ...more });
}

const answer = (socket: Duplex) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"id":"e1"}');
const silent = () => undefined;

describe.each(["http", "https"])("over %s", (protocol) => {
  beforeEach(() => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  });

  test("an abort resets the connection", async () => {
    const deadline = new AbortController();
    const { seen, origin } = await downstream(protocol, () => deadline.abort());
    await expect(post(transportTo(origin), origin, { signal: deadline.signal })).rejects.toMatchObject({ sent: true });
    await expect.poll(() => seen.endings).toEqual(["ECONNRESET"]);
  });

  test("so it does on a connection that has answered before", async () => {
    const deadline = new AbortController();
    const { seen, origin } = await downstream(protocol, (socket) => {
      socket.once("data", () => deadline.abort());
      answer(socket);
    });
    const transport = transportTo(origin);
    await readAnswer(await post(transport, origin));
    await setImmediate(); // the client hands the connection back
    await expect(post(transport, origin, { signal: deadline.signal })).rejects.toMatchObject({ sent: true });
    await expect.poll(() => seen.endings).toEqual(["ECONNRESET"]);
  });

  test("a downstream that stopped reading never gets the rest of an aborted request", async () => {
    const deadline = new AbortController();
    const body = "x".repeat(16 * 1_048_576);
    const { seen, origin } = await downstream(protocol, (_, raw) => {
      raw.pause();
      deadline.abort();
    });
    await expect(post(transportTo(origin), origin, { signal: deadline.signal, body })).rejects.toMatchObject({
      sent: true,
    });
    for (const socket of seen.sockets) socket.resume();
    await expect.poll(() => seen.endings).toEqual(["ECONNRESET"]);
    expect(seen.bytes).toBeLessThan(body.length);
  });

  test("the client's own time-out resets it", async () => {
    const { seen, origin } = await downstream(protocol, silent);
    await expect(post(transportTo(origin), origin, { timeoutMs: 50 })).rejects.toMatchObject({ sent: true });
    await expect.poll(() => seen.endings).toEqual(["ECONNRESET"]);
  });

  test("closing the transport resets what is in flight", async () => {
    const transport: { current?: Transport } = {};
    const { seen, origin } = await downstream(protocol, () => void transport.current?.close());
    transport.current = transportTo(origin);
    await expect(post(transport.current, origin)).rejects.toMatchObject({ sent: true });
    await expect.poll(() => seen.endings).toEqual(["ECONNRESET"]);
  });

  test("an answer that is cut off because it is too long resets it", async () => {
    const { seen, origin } = await downstream(protocol, (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${4 * ANSWER_BYTES_MAX}\r\n\r\n`);
      socket.write("x".repeat(2 * ANSWER_BYTES_MAX));
    });
    expect(await readAnswer(await post(transportTo(origin), origin))).toMatchObject({ truncated: true });
    await expect.poll(() => seen.endings).toEqual(["ECONNRESET"]);
  });

  test("a connection at rest is closed as usual", async () => {
    const { seen, origin } = await downstream(protocol, answer);
    const transport = transportTo(origin);
    await readAnswer(await post(transport, origin));
    await transport.close();
    await expect.poll(() => seen.endings).toEqual(["closed"]);
  });
});
