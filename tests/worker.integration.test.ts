// The worker with a downstream of the test's own: odd answers, none at all, a pause and a stop in a backlog.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkerRuntime } from "@/workers/runtime";
import { DoubtStage } from "./support/doubt-stage";

let stage: DoubtStage;
let server: Server;
let origin: string;
let worker: WorkerRuntime;
/** Nobody listens there. */
const DEAD = "http://127.0.0.1:1";

type Answer = { status: number; body: unknown } | "reset";
let answers: (turn: number) => Answer;
let requests = 0;
let answerAfterMs = 0;

const done = (id: string): Answer => ({ status: 200, body: { id } });

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    if (request.url === "/never") return;
    request.on("end", () => setTimeout(() => answer(request, response), answerAfterMs));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = { INTERLOCK_CONFIG_OWN: origin, INTERLOCK_CONFIG_DEAD: DEAD };
  const env = { INTERLOCK_EGRESS: `${origin},${DEAD}`, ...config, INTERLOCK_CALLBACKS: origin };
  stage = await DoubtStage.open({ worker: false, env: { ...env, INTERLOCK_WORKER_CONCURRENCY: "4" } });
  worker = stage.product.startWorker();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await stage.close();
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  requests += 1;
  const said = answers(requests);
  if (said === "reset") request.socket.destroy();
  else response.writeHead(said.status, { "content-type": "application/json" }).end(JSON.stringify(said.body));
}

/** What the downstream says from now on, to its first request and those after it. */
function downstream(next: (turn: number) => Answer): void {
  answers = next;
  requests = 0;
}

const publish = (more: Record<string, unknown> = {}, origin = "OWN") => {
  const request = { method: "POST", url: `{+config.${origin}}/do` };
  return stage.publish({ probe: false, execute: { timeout: "5s", request, ...more } });
};
const countOf = async (sql: string, ...values: unknown[]) =>
  Number((await stage.database.query(sql, values)).rows[0]?.count);
const ATTEMPTS_OF = "select count(*) from attempts a join intents i on i.id = a.intent_id where i.tool = $1";
const IN_STATE = "select count(*) from intents where tool = $1 and state = $2";

test("an effect id that is longer than an index takes is an effect that happened", async () => {
  const long = Array.from({ length: 6_000 }, (_, n) => n.toString(36)).join("");
  downstream(() => done(long));
  const { body } = await stage.submit(stage.order(await publish()));
  expect(body).toMatchObject({ state: "succeeded", effectId: long });
});

test("a 200 without an effect id is a doubt, not a success, and is not sent again", async () => {
  downstream(() => ({ status: 200, body: {} }));
  const { body } = await stage.submit(stage.order(await publish()));
  expect(body).toMatchObject({ state: "in_doubt", effectId: null });
  expect(requests).toBe(1);
});

test("L5: a refusal after an attempt of which nobody knows the end is a doubt, not a failure", async () => {
  downstream((turn) => (turn === 1 ? "reset" : { status: 402, body: {} }));
  const retries = { max: 3, base: "50ms", cap: "50ms" };
  const { body } = await stage.submit(stage.order(await publish({ retries, idempotency: { window: "24h" } })));
  expect(body).toMatchObject({ state: "in_doubt" });
  expect(requests).toBe(2);
});

test("a downstream that is dead burns no attempts and ends nothing, and others go on", async () => {
  const retries = { max: 10, base: "50ms", cap: "30s" };
  const dead = await publish({ retries }, "DEAD");
  for (let n = 0; n < 60; n += 1) await stage.submit(stage.order(dead), 0);
  downstream((turn) => done(`fx_${turn}`));
  const fine = await publish();
  for (let n = 0; n < 20; n += 1)
    expect((await stage.submit(stage.order(fine))).body).toMatchObject({ state: "succeeded" });
  // Its third rest: two tries ended each of the others.
  const rested = "select count(*) from resting_downstreams where tool = $1 and next_try_at - since > interval '6 s'";
  await expect.poll(() => countOf(rested, dead), { timeout: 20_000 }).toBe(1);
  const sinceThen = `${ATTEMPTS_OF} and a.started_at > (select min(since) from resting_downstreams where tool = $1)`;
  expect(await countOf(sinceThen, dead)).toBeLessThanOrEqual(8);
  expect(await countOf(IN_STATE, dead, "cleared")).toBe(60);
});

test("a pause in the middle of a backlog: what is under way ends, nothing more is sent, and the resume goes on", async () => {
  downstream((turn) => done(`fx_${turn}`));
  answerAfterMs = 150;
  const [tool, other] = [await publish(), await publish()];
  const ids: string[] = [];
  for (let n = 0; n < 40; n += 1) ids.push(String((await stage.submit(stage.order(tool), 0)).body["id"]));
  await expect.poll(() => requests).toBeGreaterThan(4);
  expect((await stage.asAdmin("POST", `/tools/${tool}/pause`, { reason: "look first" })).status).toBe(200);
  await expect.poll(() => countOf(IN_STATE, tool, "executing")).toBe(0);
  const before = [await countOf(ATTEMPTS_OF, tool), await countOf(IN_STATE, tool, "cleared")];
  expect(before[1]).toBeGreaterThan(0);
  expect((await stage.submit(stage.order(other))).body).toMatchObject({ state: "succeeded" });
  expect([await countOf(ATTEMPTS_OF, tool), await countOf(IN_STATE, tool, "cleared")]).toEqual(before);
  await stage.asAdmin("POST", `/tools/${tool}/resume`, {});
  for (const id of ids) await stage.reaches(id, { state: "succeeded" });
  expect(requests).toBe(41);
});

test("X3: a worker that is told to stop claims nothing more, whatever else it still waits for", async () => {
  downstream((turn) => done(`fx_${turn}`));
  answerAfterMs = 100;
  await worker.stop();
  const tool = await publish();
  for (let n = 0; n < 80; n += 1)
    await stage.submit(stage.order(tool, n < 4 ? { callbackUrl: `${origin}/never` } : {}), 0);
  worker = stage.product.startWorker();
  const tried = "select count(*) from callbacks where attempt_count > 0";
  await expect.poll(() => countOf(tried), { timeout: 20_000 }).toBeGreaterThan(0);
  const claims = "select count(*) from audit_events where type = 'intent.claim'";
  const stopped = worker.stop();
  // One claim may be on its way when the stop arrives, for no more than the free slots.
  const claimedAtMost = (await countOf(claims)) + 4;
  await stopped;
  expect(await countOf(claims)).toBeLessThanOrEqual(claimedAtMost);
  expect(await countOf(IN_STATE, tool, "cleared")).toBeGreaterThan(0);
});
