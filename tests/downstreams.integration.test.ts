// Downstreams that fail, hang and come back, with a real worker and the ledger; and what an intent says it waits for.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkerRuntime } from "@/workers/runtime";
import { alignDue } from "./support/align-due";
import { DoubtStage } from "./support/doubt-stage";

const PATIENT = { timeout: 30_000, interval: 50 };

type Resting = {
  tool: string;
  origin: string;
  title: string;
  reason: string;
  nextTryAt: string;
  workerCount: number;
  waitingCount: number;
};

let stage: DoubtStage;
let worker: WorkerRuntime;
beforeAll(async () => {
  stage = await DoubtStage.open({ worker: false });
  worker = stage.product.startWorker();
});
afterAll(() => stage.close());

/** Routes of the ledger that honour keys: trying again is safe, and no attempt ends in doubt. */
function publish(route: "/refunds" | "/bookings", more: Record<string, unknown> = {}): Promise<string> {
  const headers = { authorization: "Bearer {secret.LEDGER_TOKEN}" };
  const request = { method: "POST", url: `{+config.LEDGER_URL}${route}`, headers };
  const retries = { max: 50, base: "20ms", cap: "2s" };
  const execute = { request, retries, timeout: "200ms", idempotency: { window: "7d" }, ...more };
  return stage.publish({ probe: false, execute });
}

async function submitMany(tool: string, count: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => stage.submit(stage.order(tool), 0)));
  return answers.map(({ body }) => String(body["id"]));
}

async function resting(): Promise<Resting[]> {
  const { status, body } = await stage.asAdmin("GET", "/downstreams");
  expect(status).toBe(200);
  return body["items"] as Resting[];
}

const countOf = async (sql: string, ...values: unknown[]) =>
  Number((await stage.database.query(sql, values)).rows[0]?.count);
const SUCCEEDED = "select count(*) from intents where tool = $1 and state = 'succeeded'";
const EVENTS = "select count(*) from audit_events where type = $1 and subject = $2";

test("40 intents to a downstream that fails more than half of its calls and honours keys: all are done, nothing rests", async () => {
  // Long, so that a busy machine lets nothing time out: every failure here is one that the ledger answers with.
  const retries = { max: 50, base: "20ms", cap: "200ms" };
  const tool = await publish("/refunds", { timeout: "60s", retries });
  await stage.setFault("/refunds", "effect_then_reset", { rate: 0.3 });
  await stage.setFault("/refunds", "effect_then_500", { rate: 0.36, status: 503 });
  const ids = await submitMany(tool, 40);
  await expect.poll(() => countOf(SUCCEEDED, tool), PATIENT).toBe(40);
  await stage.clearFaults();
  for (const id of ids.slice(0, 5)) expect(await stage.effectsOf(id)).toHaveLength(1);
  expect(await countOf(EVENTS, "downstream.rested", tool)).toBe(0);
});

test("a route that hangs rests alone and says so; an operator lets it be tried, and everything runs", async () => {
  const [hanging, healthy] = [await publish("/refunds"), await publish("/bookings")];
  await stage.setFault("/refunds", "hang");
  const ids = await submitMany(hanging, 40);
  const mine = async () => (await resting()).find(({ tool }) => tool === hanging);
  await expect.poll(mine, PATIENT).toMatchObject({
    ...{ tool: hanging, origin: stage.product.ledgerUrl, title: `Test: ${hanging}`, workerCount: 1 },
    reason: "The downstream did not answer in time.",
  });
  expect((await stage.submit(stage.order(healthy))).body).toMatchObject({ state: "succeeded" });

  // Which of them is being tried or waits for its own retry changes: some wait for nothing but the downstream.
  const waitsOf = async (as: "asAgent" | "asOperator") => {
    const { body } = await stage.product[as]("GET", `/api/v1/intents?tool=${hanging}&state=cleared&limit=50`);
    const items = body["items"] as { waiting: Record<string, unknown> }[];
    return items.map(({ waiting }) => waiting).filter((waiting) => waiting["for"] === "downstream");
  };
  await expect.poll(() => waitsOf("asOperator"), PATIENT).not.toEqual([]);
  const [seen] = await waitsOf("asOperator");
  const { ledgerUrl: origin } = stage.product;
  expect((await mine())?.waitingCount).toBeGreaterThan(0);
  expect(seen).toMatchObject({ downstream: { origin, reason: "The downstream did not answer in time." } });
  await expect.poll(() => waitsOf("asAgent"), PATIENT).not.toEqual([]);
  for (const waiting of await waitsOf("asAgent"))
    expect(Object.keys(waiting).toSorted()).toEqual(["for", "since", "until"]);

  const viewer = await stage.addPerson("viewer");
  const tries = { origin, tool: hanging };
  expect((await viewer.call("POST", "/downstreams/try", tries)).status).toBe(403);
  expect(await stage.asAdmin("POST", "/downstreams/try", { origin: "https://elsewhere.example" })).toMatchObject({
    status: 404,
    body: { correctiveAction: expect.stringContaining("GET /api/v1/downstreams") },
  });
  await stage.clearFaults();
  const asked = await stage.asAdmin("POST", "/downstreams/try", tries);
  expect(asked.status).toBe(200);
  await expect.poll(() => countOf(SUCCEEDED, hanging), PATIENT).toBe(ids.length);
  await expect.poll(mine, PATIENT).toBeUndefined();
  expect(await countOf(EVENTS, "downstream.rested", hanging)).toBe(1);
  expect(await countOf(EVENTS, "downstream.try_asked", hanging)).toBe(1);
  await expect.poll(() => countOf(EVENTS, "downstream.answered", hanging), PATIENT).toBe(1);
});

test("try now is heard by the worker: the rest is over before its time", async () => {
  const tool = await publish("/refunds", { retries: { max: 50, base: "20ms", cap: "1h" } });
  await stage.setFault("/refunds", "hang");
  await submitMany(tool, 40);
  const leftMs = async () => {
    const found = (await resting()).find((one) => one.tool === tool);
    return found === undefined ? 0 : Date.parse(found.nextTryAt) - Date.now();
  };
  // Long rests come of themselves: each is twice as long as the one before.
  await expect.poll(leftMs, { timeout: 60_000, interval: 50 }).toBeGreaterThan(6_000);
  const [rest] = (await resting()).filter((one) => one.tool === tool);
  await stage.clearFaults();
  await stage.asAdmin("POST", "/downstreams/try", { origin: stage.product.ledgerUrl });
  await expect.poll(() => countOf(SUCCEEDED, tool), PATIENT).toBeGreaterThan(0);
  const tried = `select count(*) from attempts a join intents i on i.id = a.intent_id
    where i.tool = $1 and a.outcome = 'success' and a.started_at < $2`;
  expect(await countOf(tried, tool, rest?.nextTryAt)).toBeGreaterThan(0);
});

test("an answered probe ends the rest of its own tool", async () => {
  // Ignores keys: what times out is in doubt, and the downstream is asked about it on a route of its own.
  const request = { method: "POST", url: "{+config.LEDGER_URL}/charges" };
  const headers = { authorization: "Bearer {secret.LEDGER_TOKEN}" };
  const tool = await stage.publish({
    probe: { url: "{+config.LEDGER_URL}/charges?key={key}", headers },
    execute: { request: { ...request, headers }, timeout: "200ms", retries: { max: 3, base: "20ms", cap: "1h" } },
  });
  await stage.setFault("/charges", "hang");
  await stage.setFault("GET /charges", "hang");
  // One after the other: silence that has not lasted is none.
  for (let n = 0; n < 12; n += 1) await stage.submit(stage.order(tool));
  await expect.poll(async () => (await resting()).some((one) => one.tool === tool), PATIENT).toBe(true);
  await fetch(`${stage.product.ledgerUrl}/faults?route=${encodeURIComponent("GET /charges")}`, { method: "DELETE" });
  await stage.database.query(
    "update intents set probe_at = now() - interval '1 ms' where tool = $1 and probe_at is not null",
    [tool],
  );
  await alignDue((sql) => stage.database.query(sql));
  await expect.poll(() => countOf(EVENTS, "downstream.answered", tool), PATIENT).toBe(1);
  await stage.clearFaults();
});

test("what a worker rested is gone with it, and what a dead one left behind does not count for long", async () => {
  const tool = await publish("/refunds");
  await stage.setFault("/refunds", "hang");
  await submitMany(tool, 40);
  await expect.poll(async () => (await resting()).some((one) => one.tool === tool), PATIENT).toBe(true);
  await worker.stop();
  expect(await resting()).toEqual([]);
  await stage.database.query(
    `insert into resting_downstreams (worker, tool, origin, reason, since, next_try_at, seen_at)
     select 'dead', name, 'https://a.example', 'x', now(), now(), now() - interval '59 seconds' from unnest($1::text[]) name`,
    [[tool, "no_intent_waits"]],
  );
  // Nothing tries a downstream that no intent waits for.
  const cleared = await countOf("select count(*) from intents where tool = $1 and state = 'cleared'", tool);
  expect((await resting()).map(({ tool: name, waitingCount }) => [name, waitingCount]).toSorted()).toEqual(
    [
      [tool, cleared],
      ["no_intent_waits", 0],
    ].toSorted(),
  );
  await stage.database.query("update resting_downstreams set seen_at = now() - interval '61 seconds'");
  expect(await resting()).toEqual([]);
  await stage.clearFaults();
});

test("what is due and not taken waits for a slot; what was approved for its undo; what is paused for the resume", async () => {
  const plain = await stage.publish({ probe: false });
  const slot = await stage.submit(stage.order(plain), 0);
  const createdAt = slot.body["createdAt"];
  expect(slot.body).toMatchObject({ state: "cleared", waiting: { for: "slot", since: createdAt, until: null } });

  const held = await stage.publish({ probe: false, policy: [{ then: "hold" }], undo: "30s" });
  const asked = await stage.submit(stage.order(held), 0);
  expect(asked.body["waiting"]).toBeUndefined();
  const { id, argsDigest } = asked.body as { id: string; argsDigest: string };
  const approved = await stage.asAdmin("POST", `/intents/${id}/decisions`, { verdict: "approve", argsDigest });
  const { undoUntil, waiting } = approved.body as { undoUntil: string; waiting: { since: string } };
  expect(approved.body).toMatchObject({ state: "cleared", waiting: { for: "undo", until: undoUntil } });
  expect(Date.parse(undoUntil) - Date.parse(waiting.since)).toBe(30_000);

  await stage.asAdmin("POST", `/tools/${held}/pause`, { reason: "look first" });
  const paused = await stage.intent(id);
  expect(paused).toMatchObject({ state: "held", waiting: { for: "pause", until: null } });
  const { since } = paused["waiting"] as { since: string };
  const inbox = await stage.asAdmin("GET", `/inbox?tool=${held}`);
  expect(inbox.body).toMatchObject({ items: [{ id, waiting: { reasons: ["paused"], since, until: null } }] });
  await stage.asAdmin("POST", `/tools/${held}/resume`, {});
});

test("what a limit holds says so, and what was tried in vain says when it is tried again", async () => {
  const limits = [{ per: "tool", count: true, max: 1, window: "1h", over: "hold" }];
  const limited = await stage.publish({ probe: false, limits });
  await stage.submit(stage.order(limited), 0);
  const over = await stage.submit(stage.order(limited), 0);
  expect(over.body).toMatchObject({ state: "held", waiting: { for: "limit", until: null } });

  worker = stage.product.startWorker();
  const tool = await publish("/bookings", { retries: { max: 5, base: "1h", cap: "1h" } });
  await stage.setFault("/bookings", "effect_then_500", { times: 1 });
  const { body } = await stage.submit(stage.order(tool), 0);
  const id = String(body["id"]);
  await stage.reaches(id, { state: "cleared", waiting: { for: "retry" } });
  const { rows } = await stage.database.query("select due_at, last_ended_at from intents where id = $1", [id]);
  const [row] = rows as { due_at: Date; last_ended_at: Date }[];
  const { waiting } = (await stage.product.asAgent("GET", `/api/v1/intents/${id}`)).body;
  expect(waiting).toEqual({ for: "retry", since: row?.last_ended_at.toISOString(), until: row?.due_at.toISOString() });
});
