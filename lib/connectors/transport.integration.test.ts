/** Sockets that lie: what really left, and where to. */
import { createServer, type Server as HttpServer } from "node:http";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { compileContract } from "@/lib/domain/contract/compile-contract";
import { ContractDefinition } from "@/lib/domain/contract/definition";
import { listen } from "@/server/http-server";
import type { ConnectorSettings, Execution } from "./connector";
import type { ResolvedAddress } from "./egress";
import { makeHttpConnector } from "./http";
import { executionOf } from "./testing/execution";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function tcpServer(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as { port: number }).port;
}

async function effectServer(): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const server: HttpServer = createServer((request, response) => {
    seen.push(request.headers.host ?? "");
    request.resume();
    request.on("end", () => response.writeHead(200, { connection: "close" }).end('{"id":"e1"}'));
  });
  const port = await listen(server, 0, "127.0.0.1");
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { port, seen };
}

function connect(url: string, more: Partial<ConnectorSettings> = {}) {
  const { origin } = new URL(url);
  const connector = makeHttpConnector({ config: {}, secrets: new Map(), egress: [origin], ...more });
  closers.push(() => connector.close());
  const execute = { connector: "http", request: { method: "POST", url }, effectId: "/id", timeout: "2s" };
  const tool = { tool: "t", title: "T", effect: "write_non_idempotent", args: { type: "object" } };
  const contract = compileContract(ContractDefinition.parse({ ...tool, execute }), 1);
  return async (execution: Partial<Execution> = {}) => {
    const asked = { args: { a: "x".repeat(10) }, signal: AbortSignal.timeout(2_000) };
    return (await connector.perform(executionOf(contract, { ...asked, ...execution }))).outcome;
  };
}

const NOT_SENT = { class: "not_sent", failure: { code: "downstream_unreachable" } };

describe("nothing was sent", () => {
  test("when the connection is refused or the name is not known", async () => {
    expect(await connect("http://127.0.0.1:1/")()).toMatchObject(NOT_SENT);
    const unknown = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    const resolve = () => Promise.reject(unknown);
    expect(await connect("https://gone.example/", { resolve })()).toMatchObject({
      ...NOT_SENT,
      failure: { message: expect.stringContaining("ENOTFOUND") },
    });
  });

  test("when the TLS handshake fails, breaks off or hangs until the deadline", async () => {
    const plain = await tcpServer((socket) => socket.write("not tls", () => socket.destroy()));
    expect(await connect(`https://127.0.0.1:${plain}/`)()).toMatchObject(NOT_SENT);
    const reset = await tcpServer((socket) => socket.once("data", () => socket.resetAndDestroy()));
    expect(await connect(`https://127.0.0.1:${reset}/`)()).toMatchObject(NOT_SENT);
    const deadline = new AbortController();
    const silent = await tcpServer((socket) => socket.once("data", () => deadline.abort()));
    expect(await connect(`https://127.0.0.1:${silent}/`)({ signal: deadline.signal })).toMatchObject(NOT_SENT);
  });

  test("when the process stood still while it connected: the deadline is looked at before the first byte", async () => {
    const received: Buffer[] = [];
    const port = await tcpServer((socket) => socket.on("data", (chunk) => received.push(chunk)));
    expect(await connect(`http://127.0.0.1:${port}/`)({ mayStillSend: () => false })).toMatchObject({
      class: "not_sent",
    });
    expect(received).toEqual([]);
  });
});

describe("L5: it may have been done", () => {
  test.each<[string, (socket: Socket) => void]>([
    ["the connection is reset once the request was read", (socket) => socket.resetAndDestroy()],
    ["it is closed without an answer", (socket) => socket.end()],
    ["the answer breaks off inside its headers", (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Le")],
    [
      "the answer breaks off inside its body",
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"id":"e1"}'),
    ],
    ["the answer is no HTTP", (socket) => socket.end("hello\r\n\r\n")],
  ])("%s", async (_, answer) => {
    const port = await tcpServer((socket) => socket.once("data", () => answer(socket)));
    expect(await connect(`http://127.0.0.1:${port}/`)()).toMatchObject({
      class: "unknown",
      failure: { code: "connection_lost" },
    });
  });

  test.each<[string, string]>([
    ["nothing comes back", ""],
    ["an answer begins and does not end", 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"id":"e1",'],
  ])("%s until the deadline", async (_, begun) => {
    const deadline = new AbortController();
    const port = await tcpServer((socket) =>
      socket.once("data", () => {
        socket.write(begun || "H");
        setImmediate(() => deadline.abort());
      }),
    );
    expect(await connect(`http://127.0.0.1:${port}/`)({ signal: deadline.signal })).toMatchObject({
      class: "unknown",
      failure: { code: "downstream_timeout" },
    });
  });
});

describe("egress is decided by where a name leads, when it is connected to", () => {
  const answers = (...rounds: string[][]) => {
    const left = [...rounds];
    const asked: string[] = [];
    const resolve = async (hostname: string): Promise<ResolvedAddress[]> => {
      asked.push(hostname);
      const round = left.length > 1 ? left.shift() : left[0];
      return (round ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    };
    return { resolve, asked };
  };
  const REFUSED = { class: "configuration", counted: false };

  test.each([
    "127.0.0.1",
    "10.0.0.8",
    "192.168.0.1",
    "169.254.169.254",
    "::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "0.0.0.0",
  ])("a listed name that leads to %s is not called", async (address) => {
    const { port, seen } = await effectServer();
    const { resolve } = answers([address]);
    expect(await connect(`http://pay.example:${port}/`, { resolve })()).toMatchObject({
      ...REFUSED,
      failure: { message: expect.stringContaining(`pay.example resolves to ${address}`) },
    });
    expect(seen).toEqual([]);
  });

  test("an origin that is marked private is, but not even that one leads to a metadata service", async () => {
    const { port, seen } = await effectServer();
    const egressPrivate = [`http://pay.example:${port}`];
    const url = `http://pay.example:${port}/`;
    expect(await connect(url, { ...answers(["127.0.0.1"]), egressPrivate })()).toMatchObject({ class: "success" });
    expect(seen).toEqual([`pay.example:${port}`]);
    for (const address of ["169.254.169.254", "fe80::1", "fd00:ec2::254", "0.0.0.0"]) {
      expect(await connect(url, { ...answers([address]), egressPrivate })()).toMatchObject(REFUSED);
    }
    // Another port is another origin.
    const other = await effectServer();
    const otherUrl = `http://pay.example:${other.port}/`;
    expect(await connect(otherUrl, { ...answers(["127.0.0.1"]), egressPrivate })()).toMatchObject(REFUSED);
    expect(other.seen).toEqual([]);
  });

  test("the mark is advised only where it would help", async () => {
    const url = "http://pay.example:9/";
    const advised = { failure: { message: expect.stringContaining('"private:"') } };
    const bare = { failure: { message: expect.not.stringContaining("private:") } };
    expect(await connect(url, answers(["10.0.0.8"]))()).toMatchObject(advised);
    expect(await connect(url, answers(["169.254.169.254"]))()).toMatchObject(bare);
    const egressPrivate = ["http://pay.example:9"];
    expect(await connect(url, { ...answers(["169.254.169.254"]), egressPrivate })()).toMatchObject(bare);
    expect(await connect("http://localhost:9/", answers(["10.0.0.8"]))()).toMatchObject(bare);
  });

  test("localhost leads to this machine and nowhere else; an address that is listed is meant", async () => {
    const { port, seen } = await effectServer();
    const url = `http://localhost:${port}/`;
    expect(await connect(url, answers(["127.0.0.1"]))()).toMatchObject({ class: "success" });
    expect(await connect(url, answers(["10.0.0.1"]))()).toMatchObject(REFUSED);
    expect(await connect(`http://127.0.0.1:${port}/`, answers([]))()).toMatchObject({ class: "success" });
    expect(seen).toHaveLength(2);
  });

  test("rebinding: the address that was checked is the one that is connected to, each time anew", async () => {
    const { port, seen } = await effectServer();
    const egressPrivate = [`http://pay.example:${port}`];
    const { resolve, asked } = answers(["127.0.0.1"], ["169.254.169.254"]);
    const perform = connect(`http://pay.example:${port}/`, { resolve, egressPrivate });
    expect(await perform()).toMatchObject({ class: "success" });
    expect(await perform()).toMatchObject(REFUSED);
    // One lookup for each connection: there is no second one that could answer otherwise.
    expect(asked).toEqual(["pay.example", "pay.example"]);
    expect(seen).toHaveLength(1);
  });

  test("where a name has allowed and refused addresses, only the allowed ones are tried", async () => {
    const { port, seen } = await effectServer();
    const egressPrivate = [`http://pay.example:${port}`];
    const { resolve } = answers(["169.254.169.254", "127.0.0.1"]);
    const perform = connect(`http://pay.example:${port}/`, { resolve, egressPrivate });
    expect(await perform()).toMatchObject({ class: "success" });
    expect(seen).toHaveLength(1);
  });
});
