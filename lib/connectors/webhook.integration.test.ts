import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "@/server/http-server";
import { makeCallbackSender } from "./webhook";

let server: Server;
let port: number;
let calls = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    calls += 1;
    response.end();
  });
  port = await listen(server, 0, "127.0.0.1");
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

async function sendTo(host: string, addresses: string[], listed = [`http://${host}:${port}`]) {
  const callbacks = { origins: listed, privateOrigins: [] };
  const resolve = async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const sender = makeCallbackSender({ callbacks, now: Date.now, resolve });
  const message = { url: `http://${host}:${port}/`, secrets: [Buffer.alloc(32)], id: "cbk_1", body: "{}" };
  const before = calls;
  const result = await sender.send(message);
  await sender.close();
  return { result, heard: calls - before };
}

test.each([["127.0.0.1"], ["10.0.0.7"], ["169.254.169.254"], ["::1"], ["::ffff:127.0.0.1"]])(
  "a listed name that leads to %s gets nothing: agents do not reach into our network",
  async (address) => {
    const { result, heard } = await sendTo("hooks.example", [address]);
    expect(result).toEqual({ ok: false, error: "EGRESS_REFUSED" });
    expect(heard).toBe(0);
  },
);

test("an address or localhost that is itself listed is meant", async () => {
  expect(await sendTo("127.0.0.1", [])).toEqual({ result: { ok: true }, heard: 1 });
  expect(await sendTo("localhost", ["127.0.0.1"])).toEqual({ result: { ok: true }, heard: 1 });
});

test("what is not listed gets nothing, wherever it leads", async () => {
  const { result, heard } = await sendTo("127.0.0.1", [], ["http://127.0.0.1:1"]);
  expect(result).toEqual({ ok: false, error: "its origin is not in INTERLOCK_CALLBACKS" });
  expect(heard).toBe(0);
});
