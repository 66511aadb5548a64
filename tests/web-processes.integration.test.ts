// Two web processes behind one port: what one process promises, both keep.
import { once } from "node:events";
import { Agent, type ClientRequest, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "./support/in-process";
import { ledgerContract } from "./support/ledger-contract";
import { startWebCluster, type WebCluster } from "./support/web-cluster";

const CONNECTIONS = 8;

let product: Product;
let web: WebCluster;
beforeAll(async () => {
  product = await startProduct();
  web = await startWebCluster(2, product.env);
  const held = ledgerContract("pay_held", { policy: [{ then: "hold" }] });
  for (const contract of [ledgerContract("pay"), held])
    expect((await product.asOperator("PUT", `/api/v1/contracts/${contract["tool"]}`, contract)).status).toBe(201);
});
afterAll(async () => {
  await web.end("SIGTERM");
  await product.close();
});

const call = (tool: string, orderId: string) => ({ tool, args: { orderId, amount: 5 }, run: orderId, step: "s" });
/** Every call opens a connection, so they go to the two processes in turn. */
const submit = (tool: string, orderId: string, wait = 0) =>
  web.as(product.agentKey)("POST", "/intents", call(tool, orderId), wait === 0 ? {} : { prefer: `wait=${wait}` });

test("connections go to the processes in turn, and both serve", async () => {
  expect(web.pids()).toHaveLength(2);
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, (_, turn) => submit("pay", `turn ${turn}`)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  expect(web.logged().map((line) => [line["msg"], line["process"]])).toEqual(
    expect.arrayContaining([
      ["Web takes connections", 1],
      ["Web takes connections", 2],
    ]),
  );
});

test("who waits is told when the worker settles, whichever process they wait in and whichever was told to approve", async () => {
  const { body } = await submit("pay_held", "waited for");
  const waiting = Array.from({ length: CONNECTIONS }, () => submit("pay_held", "waited for", 60));
  const submissions = async () =>
    (await product.asOperator("GET", `/api/v1/intents/${body["id"]}`)).body["submissionCount"];
  await expect.poll(submissions).toBe(1 + CONNECTIONS);
  const decision = { verdict: "approve", argsDigest: body["argsDigest"] };
  const decided = await web.as(product.operatorToken)("POST", `/intents/${body["id"]}/decisions`, decision);
  expect(decided).toMatchObject({ status: 200 });
  const answers = await Promise.all(waiting);
  expect(answers.map((answer) => answer.body["state"])).toEqual(answers.map(() => "succeeded"));
});

test("a scrape tells of all processes, whichever it reaches", async () => {
  const submitted = async () => {
    const headers = { authorization: `Bearer ${product.operatorToken}` };
    const told = await (await fetch(`${web.url}/api/metrics`, { headers })).text();
    const counts = [...told.matchAll(/^interlock_submissions_total\{[^}]*\} (\d+)$/gm)].map(([, count]) =>
      Number(count),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const before = await submitted();
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, turn) => submit("pay", `counted ${turn}`)));
  for (let turn = 0; turn < CONNECTIONS; turn += 1) expect(await submitted()).toBe(before + CONNECTIONS);
});

test("guesses at a password are counted together", async () => {
  const guess = (password: string) =>
    web.as(null)("POST", "/session", { email: product.operator.email, password }, { origin: web.url });
  const statuses = [];
  for (let turn = 1; turn <= 12; turn += 1) statuses.push((await guess(`wrong ${turn}`)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  // Both processes would refuse the right one, too.
  for (const _ of [1, 2]) expect((await guess(product.operator.password)).status).toBe(429);
});

test("a key that is revoked through one process is good in neither", async () => {
  const asAdmin = web.as(product.operatorToken);
  const { body: agent } = await asAdmin("POST", "/agents", { name: "short-lived" });
  const key = String(agent["key"]);
  const [{ id }] = agent["keys"] as [{ id: string }];
  const ask = async (turn: number) => (await web.as(key)("POST", "/intents", call("pay", `revoked ${turn}`))).status;
  // Both processes remember the key then.
  expect(await Promise.all([1, 2, 3, 4].map(ask))).toEqual([202, 202, 202, 202]);
  expect((await asAdmin("DELETE", `/agents/${agent["id"]}/keys/${id}`)).status).toBeLessThan(300);
  expect(await Promise.all([5, 6, 7, 8].map(ask))).toEqual([401, 401, 401, 401]);
});

test("a caller that closes its half of the connection after the request still gets the answer", async () => {
  const { port } = new URL(web.url);
  const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
  socket.end(`GET /api/health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

test("a stop lets every process answer what is under way, and ends them all", async () => {
  const other = await startWebCluster(2, product.env);
  const agent = new Agent({ keepAlive: true });
  try {
    const waiting = Array.from({ length: CONNECTIONS }, (_, turn) => begin(agent, other.url, `stopped ${turn}`));
    const opened = async () =>
      ((await product.asOperator("GET", "/api/v1/intents?tool=pay_held&state=held")).body["items"] as unknown[]).length;
    await expect.poll(opened).toBe(CONNECTIONS);
    const pids = other.pids();
    const ended = other.end("SIGTERM");
    for (const one of waiting) expect(await one).toBe(202);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(pids.filter(isAlive)).toEqual([]);
  } finally {
    agent.destroy();
  }
});

/** The status of the answer. */
async function begin(agent: Agent, url: string, orderId: string): Promise<number> {
  const asked: ClientRequest = request(`${url}/api/v1/intents`, {
    method: "POST",
    agent,
    headers: { authorization: `Bearer ${product.agentKey}`, prefer: "wait=60", "content-type": "application/json" },
  });
  asked.end(JSON.stringify(call("pay_held", orderId)));
  const [response] = await once(asked, "response");
  response.resume();
  return response.statusCode;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
