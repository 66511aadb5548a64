import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { notificationSecret } from "@/lib/domain/webhook-signature";
import { type Product, startProduct } from "./support/in-process";
import { setHold, setPause } from "./support/turn-clock";

type Received = { headers: IncomingHttpHeaders; body: string; url: string };

/** Somebody's alarm: keeps what it was sent and answers as the test says. */
async function startReceiver() {
  const received: Received[] = [];
  let answer = { status: 204, headers: {} as Record<string, string> };
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), url: request.url ?? "" });
    response.writeHead(answer.status, { connection: "close", ...answer.headers }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/alarm`,
    received,
    answerWith: (status: number, headers: Record<string, string> = {}) => {
      answer = { status, headers };
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const PATIENT = { timeout: 15_000 };
let made = 0;
async function hold(product: Product): Promise<string> {
  made += 1;
  const args = { paymentId: `pay-${made}`, amount: 80, note: "hunter2" };
  const answer = await product.submit({
    tool: "refund_payment",
    args,
    run: `run-${made}`,
    step: "s",
    reason: "hunter2",
  });
  expect(answer.body).toMatchObject({ state: "held" });
  return String(answer.body["id"]);
}
async function rowsOf(database: pg.Client, sql: string, id: string): Promise<Record<string, unknown>[]> {
  return (await database.query(sql, [id])).rows;
}
const messagesOf = (database: pg.Client, id: string) =>
  rowsOf(database, "select * from notifications where intent_id = $1 order by id", id);
const escalationsOf = (database: pg.Client, id: string) =>
  rowsOf(database, "select data from audit_events where intent_id = $1 and type = 'intent.escalated'", id);

describe("with somebody to tell", () => {
  let product: Product;
  let database: pg.Client;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  beforeAll(async () => {
    receiver = await startReceiver();
    product = await startProduct({ env: { INTERLOCK_NOTIFY: receiver.url, INTERLOCK_URL: "https://gate.example" } });
    database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
  });
  beforeEach(() => receiver.answerWith(204));
  afterEach(async () => {
    await database.query("delete from pauses");
  });
  afterAll(async () => {
    await database.end();
    await product.close();
    await receiver.close();
  });
  const receivedFor = (id: string) => receiver.received.filter(({ body }) => body.includes(id));
  const delivered = (id: string) =>
    expect
      .poll(() => messagesOf(database, id), PATIENT)
      .toMatchObject([{ delivered_at: expect.any(Date), due_at: null }]);
  /** The sweeper has looked for holds since: one that nears its end was told of. */
  const sweeperHasTurned = async () => {
    made += 1;
    const args = { to: "a@example.org", about: made, subject: "s", body: "b" };
    const probe = String((await product.submit({ tool: "send_email", args, run: `run-${made}` })).body["id"]);
    await setHold(database, probe, { since: -100, expires: 10 });
    await expect.poll(() => escalationsOf(database, probe), PATIENT).toHaveLength(1);
  };

  test("a hold that nears its end is told of once: event, row and message", async () => {
    const id = await hold(product);
    await setHold(database, id, { since: -100, expires: 10 });
    await delivered(id);
    await sweeperHasTurned();
    await sweeperHasTurned();
    expect(await escalationsOf(database, id)).toHaveLength(1);
    expect(receivedFor(id)).toHaveLength(1);
    const shown = await product.asOperator("GET", `/api/v1/intents/${id}`);
    expect(shown.body).toMatchObject({ state: "held", hold: { reasons: ["approval"] } });
  });

  test("the message is signed, names the intent, and says nothing that a model wrote", async () => {
    const id = await hold(product);
    await setHold(database, id, { since: -100, expires: 10 });
    await delivered(id);
    const [message] = receivedFor(id);
    const { "webhook-id": webhookId, "webhook-timestamp": at, "webhook-signature": signature } = message?.headers ?? {};
    const secret = notificationSecret(String(product.env["INTERLOCK_KEY"]));
    const expected = createHmac("sha256", secret).update(`${webhookId}.${at}.${message?.body}`).digest("base64");
    expect(signature).toBe(`v1,${expected}`);
    expect(webhookId).toBe((await messagesOf(database, id))[0]?.["id"]);
    expect(message?.url).toBe("/alarm");
    const { type, data } = JSON.parse(message?.body ?? "{}") as { type: string; data: Record<string, unknown> };
    expect(type).toBe("intent.escalated");
    expect(data).toMatchObject({ intentId: id, tool: "refund_payment", reasons: ["approval"], approvalsNeeded: 1 });
    expect(data["url"]).toBe(`https://gate.example/intents/${id}`);
    expect(message?.body).not.toContain("hunter2");
    expect(message?.body).not.toContain("pay-");
  });

  test("a hold with time left, and one that is over, are not told of", async () => {
    const [early, late] = [await hold(product), await hold(product)];
    await setHold(database, early, { since: -100, expires: 61 });
    await setHold(database, late, { since: -100, expires: -1 });
    await sweeperHasTurned();
    await expect
      .poll(async () => (await product.asOperator("GET", `/api/v1/intents/${late}`)).body["state"], PATIENT)
      .toBe("expired");
    for (const id of [early, late]) expect(await messagesOf(database, id)).toEqual([]);
  });

  test("a paused hold is told of when its clock runs again, and then by the time it really has left", async () => {
    const id = await hold(product);
    const answer = await product.asOperator("POST", "/api/v1/tools/refund_payment/pause", { reason: "r" });
    const pauseId = (answer.body["pause"] as { id: string }).id;
    await setHold(database, id, { since: -100, expires: -5 });
    await setPause(database, pauseId, { from: -20 });
    await sweeperHasTurned();
    expect(await messagesOf(database, id)).toEqual([]);
    await product.asOperator("POST", "/api/v1/tools/refund_payment/resume", {});
    await expect.poll(() => escalationsOf(database, id), PATIENT).toHaveLength(1);
    const [told] = await escalationsOf(database, id);
    const shown = await product.asOperator("GET", `/api/v1/intents/${id}`);
    const { expiresAt } = shown.body["hold"] as { expiresAt: string };
    expect(told?.["data"]).toMatchObject({ expiresAt });
  });

  test("a receiver that fails is tried again under the same id, and redirects are not followed", async () => {
    const id = await hold(product);
    receiver.answerWith(500);
    await setHold(database, id, { since: -100, expires: 10 });
    const waitsAfter = (count: number, error: string) =>
      expect
        .poll(async () => (await messagesOf(database, id))[0], PATIENT)
        .toMatchObject({ attempt_count: count, last_error: error, delivered_at: null, due_at: expect.any(Date) });
    await waitsAfter(1, "HTTP 500");
    receiver.answerWith(307, { location: "/elsewhere" });
    await makeDue(id);
    await waitsAfter(2, "HTTP 307");
    receiver.answerWith(200);
    await makeDue(id);
    await delivered(id);
    const sent = receivedFor(id);
    expect(sent.map(({ url }) => url)).toEqual(["/alarm", "/alarm", "/alarm"]);
    expect(new Set(sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  test("after the last attempt a message is given up, and says why", async () => {
    const id = await hold(product);
    receiver.answerWith(503);
    await setHold(database, id, { since: -100, expires: 10 });
    await expect.poll(async () => (await messagesOf(database, id))[0]?.["last_error"], PATIENT).toBe("HTTP 503");
    await database.query(
      "update notifications set attempt_count = 11, due_at = now() - interval '1 ms' where intent_id = $1",
      [id],
    );
    await expect
      .poll(async () => (await messagesOf(database, id))[0], PATIENT)
      .toMatchObject({ attempt_count: 12, due_at: null, delivered_at: null, last_error: "HTTP 503" });
  });

  async function makeDue(id: string): Promise<void> {
    await database.query("update notifications set due_at = now() - interval '1 ms' where intent_id = $1", [id]);
  }
});

test("with nobody to tell, the event and the message are on record all the same", async () => {
  const product = await startProduct();
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  try {
    const id = await hold(product);
    await setHold(database, id, { since: -100, expires: 10 });
    await expect.poll(() => escalationsOf(database, id), PATIENT).toHaveLength(1);
    const message = { kind: "intent.escalated", due_at: null, delivered_at: null, attempt_count: 0 };
    expect(await messagesOf(database, id)).toMatchObject([message]);
  } finally {
    await database.end();
    await product.close();
  }
});
