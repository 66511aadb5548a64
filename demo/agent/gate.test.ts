import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { makeGate } from "./gate";

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const ASK = { tool: "refund_payment", args: { paymentId: "p" }, run: "r", step: "1", reason: "because" };
const INTENT = {
  id: "int_1",
  tool: "refund_payment",
  state: "held",
  argsDigest: "d1",
  hold: { reasons: ["approval"] },
};
const closers: (() => void)[] = [];

async function stage(answer: (res: ServerResponse, seen: Seen) => void) {
  const seen: Seen[] = [];
  const server = createServer(async (req, res) => {
    let body = "";
    for await (const chunk of req) body += chunk;
    const entry = { method: req.method ?? "", url: req.url ?? "", headers: req.headers, body };
    seen.push(entry);
    answer(res, entry);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const stop = new AbortController();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { seen, stop, gate: makeGate({ url, agentKey: "ak", operatorToken: "ot", signal: stop.signal }) };
}

function reply(res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  res.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

describe("what the agent puts on the wire", { timeout: 30_000 }, () => {
  test("a submission with its key, its wait and the body of the design", async () => {
    const { gate, seen } = await stage((res) => reply(res, 202, INTENT));
    expect(await gate.ask(ASK)).toEqual({ kind: "intent", intent: INTENT });
    expect(seen[0]).toMatchObject({
      method: "POST",
      url: "/api/v1/intents",
      headers: { authorization: "Bearer ak", prefer: "wait=5", "content-type": "application/json" },
    });
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual(ASK);
  });

  test("an agent that hangs up has asked in full, and does not wait for the answer", async () => {
    const { gate, seen } = await stage(() => undefined);
    await gate.askAndHangUp(ASK);
    await expect.poll(() => seen, { timeout: 10_000 }).toHaveLength(1);
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual(ASK);
  });

  test("an approval as the operator, with the digest", async () => {
    const { gate, seen } = await stage((res) => reply(res, 200, INTENT));
    expect(await gate.approve(INTENT)).toBeNull();
    expect(seen[0]).toMatchObject({ url: "/api/v1/intents/int_1/decisions", headers: { authorization: "Bearer ot" } });
    expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({ verdict: "approve", argsDigest: "d1" });
  });
});

describe("what the agent makes of the answer", { timeout: 30_000 }, () => {
  test("a problem is a clear no, with its sentence", async () => {
    const { gate } = await stage((res) => reply(res, 404, { code: "unknown_tool", detail: "No such tool." }));
    expect(await gate.ask(ASK)).toEqual({
      kind: "problem",
      status: 404,
      code: "unknown_tool",
      message: "No such tool.",
    });
  });

  test("429 and 503 are trouble, with the time to wait", async () => {
    const { gate } = await stage((res) => reply(res, 503, { code: "store_unavailable" }, { "retry-after": "2" }));
    expect(await gate.ask(ASK)).toMatchObject({ kind: "trouble", retryAfterMs: 2_000 });
  });

  test("a broken connection and an answer that is not JSON are trouble", async () => {
    const broken = await stage((res) => res.destroy());
    expect(await broken.gate.ask(ASK)).toMatchObject({ kind: "trouble" });
    const garbled = await stage((res) => res.end("<html>"));
    expect(await garbled.gate.ask(ASK)).toMatchObject({ kind: "trouble" });
  });

  test("being stopped is not trouble: it ends the call", async () => {
    const { gate, stop, seen } = await stage(() => undefined);
    const asking = gate.ask(ASK);
    await expect.poll(() => seen, { timeout: 10_000 }).toHaveLength(1);
    stop.abort();
    await expect(asking).rejects.toThrow();
  });
});
