// What live screens hear. The log is the feed: whatever is recorded is told, whoever recorded it.
import { once } from "node:events";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDatabase } from "@/lib/store/database";
import { callAs } from "../support/call-as";
import { type Product, startProduct } from "../support/in-process";

let product: Product;
const open: ClientRequest[] = [];
beforeAll(async () => {
  product = await startProduct({ worker: false });
});
afterEach(() => {
  for (const one of open.splice(0)) one.destroy();
});
afterAll(() => product.close());

type Message = { event: string; data: { topics?: string[]; intentIds?: string[] | null } };

/** Listens until the test is over, on a connection of its own. */
async function listen(bearer = product.operatorToken) {
  const headers = { authorization: `Bearer ${bearer}` };
  const request = get(`${product.url}/api/v1/stream`, { headers, agent: false });
  open.push(request);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const heard: Message[] = [];
  let text = "";
  response.setEncoding("utf8").on("data", (chunk: string) => {
    const messages = (text + chunk).split("\n\n");
    text = messages.pop() ?? "";
    heard.push(...messages.flatMap(parseMessage));
  });
  response.on("error", () => undefined); // the test is over
  return { response, heard };
}

function parseMessage(message: string): Message[] {
  const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(message) ?? [];
  return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) as Message["data"] }];
}

/** The first look of the feed only finds out where the log stands: something is changed until it is heard of. */
async function ready(heard: Message[]): Promise<void> {
  await expect
    .poll(async () => {
      await product.submit(refund(80), { prefer: "wait=0" });
      return heard.some(({ event }) => event === "change");
    })
    .toBe(true);
}

let count = 0;
function refund(amount: number) {
  count += 1;
  return { tool: "refund_payment", args: { paymentId: `pay_${count}`, amount }, run: `r${count}`, step: "s" };
}

const toldOf = (heard: Message[], id: unknown) =>
  heard.some(({ event, data }) => event === "change" && data.intentIds?.includes(String(id)));

test("everybody who listens hears of a new intent, and of each change of it", async () => {
  const [first, second] = [await listen(), await listen()];
  expect(first.response.headers["content-type"]).toContain("text/event-stream");
  await ready(first.heard);
  const { body } = await product.submit(refund(80), { prefer: "wait=0" });
  for (const { heard } of [first, second]) await expect.poll(() => toldOf(heard, body["id"])).toBe(true);
  first.heard.length = 0;
  await product.asOperator("POST", `/api/v1/intents/${body["id"]}/decisions`, { verdict: "deny", reason: "No." });
  await expect.poll(() => toldOf(first.heard, body["id"])).toBe(true);
  expect(first.heard.flatMap(({ data }) => data.topics ?? [])).toContain("intents");
});

test("a change that commits late, behind others, is still told", async () => {
  const { heard } = await listen();
  await ready(heard);
  const db = openDatabase({ url: product.databaseUrl, connectionsMax: 1, name: "late" });
  let commit: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const late = db.transaction(async (tx) => {
    await tx.$executeRawUnsafe(
      "insert into journal (id, at, type, actor_kind, actor_id, intent_id) values ('evt_0', now(), 'intent.late', 'system', 'test', 'int_late')",
    );
    await held;
  });
  const { body } = await product.submit(refund(80), { prefer: "wait=0" });
  await expect.poll(() => toldOf(heard, body["id"])).toBe(true);
  expect(toldOf(heard, "int_late")).toBe(false);
  commit();
  await late;
  await expect.poll(() => toldOf(heard, "int_late")).toBe(true);
  await db.close();
});

test("nothing is told twice", async () => {
  const { heard } = await listen();
  await ready(heard);
  const { body } = await product.submit(refund(80), { prefer: "wait=0" });
  await expect.poll(() => toldOf(heard, body["id"])).toBe(true);
  const { body: next } = await product.submit(refund(80), { prefer: "wait=0" });
  await expect.poll(() => toldOf(heard, next["id"])).toBe(true);
  expect(heard.filter(({ data }) => data.intentIds?.includes(String(body["id"])))).toHaveLength(1);
});

test("what is not about an intent is told by its topic", async () => {
  const { heard } = await listen();
  await ready(heard);
  await product.asOperator("POST", "/api/v1/tools/refund_payment/pause", { reason: "A look." });
  await expect
    .poll(() => heard.flatMap(({ data }) => data.topics ?? []))
    .toEqual(expect.arrayContaining(["pauses", "intents"]));
  await product.asOperator("POST", "/api/v1/tools/refund_payment/resume", {});
});

test("agents and strangers hear nothing", async () => {
  expect((await callAs(product.url, product.agentKey)("GET", "/stream")).status).toBe(403);
  expect((await callAs(product.url, null)("GET", "/stream")).status).toBe(401);
});
