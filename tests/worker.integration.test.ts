// The worker with a downstream of the test's own: an answer that is hard to keep, and a stop in the middle of a backlog.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkerRuntime } from "@/workers/runtime";
import { DoubtStage } from "./support/doubt-stage";

let stage: DoubtStage;
let server: Server;
let origin: string;
let worker: WorkerRuntime;
let effectId: () => string = () => "fx";
let answerAfterMs = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    if (request.url === "/never") return;
    const answer = () =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ id: effectId() }));
    request.on("end", () => setTimeout(answer, answerAfterMs));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { INTERLOCK_EGRESS: origin, INTERLOCK_CONFIG_OWN: origin, INTERLOCK_CALLBACKS: origin };
  stage = await DoubtStage.open({ worker: false, env: { ...env, INTERLOCK_WORKER_CONCURRENCY: "4" } });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await stage.close();
});

const publish = (timeout: string) =>
  stage.publish({ probe: false, execute: { timeout, request: { method: "POST", url: "{+config.OWN}/do" } } });

test("an effect id that is longer than an index takes is an effect that happened, and is found by it", async () => {
  const long = Array.from({ length: 6_000 }, (_, n) => n.toString(36)).join("");
  effectId = () => long;
  worker = stage.product.startWorker();
  const { body } = await stage.submit(stage.order(await publish("5s")));
  expect(body).toMatchObject({ state: "succeeded", effectId: long });
});

test("X3: a worker that is told to stop claims nothing more, whatever else it still waits for", async () => {
  effectId = () => `fx_${Math.random()}`;
  answerAfterMs = 100;
  await worker.stop();
  const tool = await publish("5s");
  for (let n = 0; n < 80; n += 1)
    await stage.submit(stage.order(tool, n < 4 ? { callbackUrl: `${origin}/never` } : {}), 0);
  worker = stage.product.startWorker();
  const countOf = async (sql: string) => Number((await stage.database.query(sql)).rows[0]?.count);
  const tried = "select count(*) from callbacks where attempt_count > 0";
  await expect.poll(() => countOf(tried), { timeout: 20_000 }).toBeGreaterThan(0);
  const claims = "select count(*) from audit_events where type = 'intent.claim'";
  const stopped = worker.stop();
  // One claim may be on its way when the stop arrives, for no more than the free slots.
  const claimedAtMost = (await countOf(claims)) + 4;
  await stopped;
  expect(await countOf(claims)).toBeLessThanOrEqual(claimedAtMost);
  expect(await countOf(`select count(*) from intents where tool = '${tool}' and state = 'cleared'`)).toBeGreaterThan(0);
});
