// What a process remembers or counts by itself, and two of them could get wrong: asked of two webs and three workers.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallAs, callAs } from "../support/call-as";
import type { Answer } from "../support/in-process";
import { ledgerContract } from "../support/ledger-contract";
import { loadTestRun } from "../support/test-run";
import { type Machines, openMachines, WORKERS } from "./suite/machines";
import type { Site } from "./suite/site";

const PATIENT = { timeout: 120_000, interval: 50 };
const MANY = 40;

let machines: Machines;
let site: Site;
beforeAll(async () => {
  machines = await openMachines(14_010);
  site = machines.site;
});
afterAll(() => machines.close());

const { agentKey, operatorToken, operator } = loadTestRun().demo.credentials;
const web = (n: number, bearer: string | null = agentKey): CallAs => callAs(site.webs[n % 2]?.url() ?? "", bearer);
const asAdmin = (n: number) => web(n, operatorToken);

let made = 0;
/** A tool of its own, published through the first web. */
async function publish(more: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const tool = `pay_promised_${made}`;
  expect((await asAdmin(0)("PUT", `/contracts/${tool}`, ledgerContract(tool, more))).status).toBe(201);
  return tool;
}
const call = (tool: string, orderId: string, amount: unknown = 5) => ({
  tool,
  args: { orderId, amount },
  run: orderId,
  step: "s",
});
const submit = (n: number, tool: string, orderId: string, seconds = 0, bearer = agentKey): Promise<Answer> =>
  web(n, bearer)("POST", "/intents", call(tool, orderId), seconds === 0 ? {} : { prefer: `wait=${seconds}` });
const each = <T>(count: number, work: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)));
const succeeded = async (tool: string) =>
  (await site.query("select id from intents where tool = $1 and state = 'succeeded'", [tool])).length;
const effectsOf = async (tool: string) => (await site.effects()).filter(({ route }) => route.endsWith(`/${tool}`));

test("a key submitted through both webs at once is one intent with one effect and one answer, whoever performs it", async () => {
  const tool = await publish();
  const answers = await each(MANY, (turn) => submit(turn, tool, "the same", 60));
  expect(new Set(answers.map(({ body }) => `${body["id"]} ${body["state"]} ${body["effectId"]}`)).size).toBe(1);
  expect(await effectsOf(tool)).toHaveLength(1);
});

test.each(["denied", "approved", "withdrawn"] as const)(
  "who waits on one web is told when the intent is %s through the other",
  async (how) => {
    const tool = await publish({ policy: [{ then: "hold" }] });
    const { body } = await submit(0, tool, how);
    const waiting = [0, 1].map((n) => submit(n, tool, how, 60));
    const count = async () => (await asAdmin(0)("GET", `/intents/${body["id"]}`)).body["submissionCount"];
    await expect.poll(count, PATIENT).toBe(3);
    const { argsDigest } = body;
    const decide = (verdict: Record<string, unknown>) =>
      asAdmin(1)("POST", `/intents/${body["id"]}/decisions`, { ...verdict, argsDigest });
    const done = {
      denied: () => decide({ verdict: "deny", reason: "no" }),
      approved: () => decide({ verdict: "approve" }),
      withdrawn: () => web(1)("POST", `/intents/${body["id"]}/withdraw`, {}),
    };
    expect((await done[how]()).status).toBe(200);
    const state = how === "approved" ? "succeeded" : how;
    expect((await Promise.all(waiting)).map((answer) => answer.body["state"])).toEqual([state, state]);
  },
);

test("a key that is revoked through one web is refused by both from then on", async () => {
  const tool = await publish();
  const { body: agent } = await asAdmin(0)("POST", "/agents", { name: "short-lived" });
  const key = String(agent["key"]);
  const [{ id }] = agent["keys"] as [{ id: string }];
  const ask = (from: number) => each(4, async (turn) => (await submit(turn, tool, `${from + turn}`, 0, key)).status);
  expect(await ask(0)).toEqual([202, 202, 202, 202]);
  expect((await asAdmin(0)("DELETE", `/agents/${agent["id"]}/keys/${id}`)).status).toBe(204);
  expect(await ask(4)).toEqual([401, 401, 401, 401]);
});

test("a contract published through one web is what both use for the next submission, and what the workers do", async () => {
  const tool = await publish();
  expect((await submit(1, tool, "before")).body["contractVersion"]).toBe(1);
  const elsewhere = { ...(ledgerContract("pay_elsewhere")["execute"] as Record<string, unknown>) };
  const changed = ledgerContract(tool, { execute: elsewhere });
  expect(await asAdmin(0)("PUT", `/contracts/${tool}`, changed)).toMatchObject({ body: { version: 2 } });
  const answers = await each(MANY, (turn) => submit(turn + 1, tool, `after ${turn}`, 60));
  expect(new Set(answers.map(({ body }) => `${body["contractVersion"]} ${body["state"]}`))).toEqual(
    new Set(["2 succeeded"]),
  );
  expect(await effectsOf("pay_elsewhere")).toHaveLength(MANY);
});

test("a pause through one web stops all workers, and a resume through the other lets them go on", async () => {
  const [paused, other] = [await publish(), await publish()];
  expect((await asAdmin(0)("POST", `/tools/${paused}/pause`, { reason: "Wait." })).status).toBe(200);
  const answers = await each(MANY, (turn) => submit(turn, paused, `${turn}`));
  expect(new Set(answers.map(({ body }) => body["state"]))).toEqual(new Set(["held"]));
  // Every worker takes something else meanwhile, so each had its turn at what is paused.
  const workers = async () => {
    await each(MANY, (turn) => submit(turn, other, `${made++}`, 60));
    const sql = "select distinct a.worker from attempts a join intents i on i.id = a.intent_id where i.tool = $1";
    return (await site.query(sql, [other])).length;
  };
  await expect.poll(workers, PATIENT).toBe(WORKERS);
  expect(await effectsOf(paused)).toEqual([]);
  expect((await asAdmin(1)("POST", `/tools/${paused}/resume`, {})).status).toBe(200);
  await expect.poll(() => succeeded(paused), PATIENT).toBe(MANY);
  expect(await effectsOf(paused)).toHaveLength(MANY);
});

test("a limit is used up and not exceeded by submissions spread over both webs", async () => {
  const limits = [{ per: "tool", count: true, max: 10, window: "24h", over: "refuse" }];
  const tool = await publish({ limits });
  const answers = await each(MANY, (turn) => submit(turn, tool, `${turn}`));
  expect(answers.filter(({ body }) => body["state"] === "refused")).toHaveLength(MANY - 10);
  await expect.poll(() => succeeded(tool), PATIENT).toBe(10);
});

test("try now, asked of one web, reaches every worker that rests a downstream that both webs tell of", async () => {
  const { execute } = ledgerContract("x") as { execute: Record<string, unknown> };
  const url = "{+config.LEDGER_URL}/refunds";
  const tool = await publish({
    execute: {
      ...execute,
      request: { method: "POST", url, headers: { authorization: "Bearer {secret.LEDGER_TOKEN}" } },
      timeout: "200ms",
      retries: { max: 50, base: "20ms", cap: "2s" },
      idempotency: { window: "7d", header: "Idempotency-Key" },
    },
  });
  await site.setFault({ route: "/refunds", kind: "hang" });
  await each(MANY, (turn) => submit(turn, tool, `tried ${turn}`));
  const resting = async (n: number) => {
    const items = (await asAdmin(n)("GET", "/downstreams")).body["items"] as { tool: string; origin: string }[];
    return items.find((one) => one.tool === tool);
  };
  for (const n of [0, 1]) await expect.poll(() => resting(n), PATIENT).toMatchObject({ origin: site.ledgerUrl });
  // Nothing answers yet, so a rest cannot be over by itself.
  expect((await asAdmin(1)("POST", "/downstreams/try", { origin: site.ledgerUrl, tool })).status).toBe(200);
  const sql = "select worker from resting_downstreams where tool = $1 and try_asked_at is not null";
  await expect.poll(() => site.query(sql, [tool]), PATIENT).toEqual([]);
  await site.clearFaults();
  await expect.poll(() => succeeded(tool), PATIENT).toBe(MANY);
});

test("a live screen on one web hears what happens through the other", async () => {
  const tool = await publish();
  const headers = { authorization: `Bearer ${operatorToken}` };
  const ended = new AbortController();
  const stream = await fetch(`${site.webs[0]?.url()}/api/v1/stream`, { headers, signal: ended.signal });
  let heard = "";
  const reading = (async () => {
    for await (const chunk of stream.body ?? []) heard += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  const ids: string[] = [];
  // The first look of the feed only finds out where the log stands: something happens until it is heard of.
  const isHeard = async () => {
    const { body } = await submit(1, tool, `${made++}`);
    ids.push(String(body["id"]));
    return ids.some((id) => heard.includes(id));
  };
  await expect.poll(isHeard, PATIENT).toBe(true);
  ended.abort();
  await reading;
});

test("ten guesses at a password through both webs are all there are", async () => {
  const guess = async (n: number, password: string) => {
    const origin = site.webs[n % 2]?.url() ?? "";
    return (await web(n, null)("POST", "/session", { email: operator.email, password }, { origin })).status;
  };
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) statuses.push(await guess(turn, `wrong ${turn}`));
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  for (const n of [0, 1]) expect(await guess(n, operator.password)).toBe(429);
});
