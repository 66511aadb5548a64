// How the web process stops, over a real socket: what an agent is told whose connection is still open.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { drain, listen, makeHttpServer } from "./http-server";

test("while it stops, what still comes is answered, and told to connect elsewhere for the next", async () => {
  const answers: ServerResponse[] = [];
  const server = makeHttpServer({
    api: new Hono(),
    pages: async () => undefined,
    direct: (_request, response) => {
      answers.push(response);
      server.emit("asked");
      return true;
    },
  });
  await listen(server, 0, "127.0.0.1");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const received = text(socket);
  const ask = async (path: string) => {
    const asked = once(server, "asked");
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await asked;
  };
  await ask("/before");
  const drained = drain(server);
  await ask("/meanwhile");
  for (const answer of answers) answer.end("done");
  await drained;
  const [first, second] = (await received).split("done");
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  expect(second).toMatch(/^HTTP\/1\.1 200 /);
  expect(second?.toLowerCase()).toContain("connection: close");
});
