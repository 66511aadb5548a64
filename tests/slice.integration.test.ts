import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct } from "./support/in-process";
import { startTestRedis, type TestRedis } from "./support/redis";

const refund = (paymentId: string, amount: unknown, more: Record<string, unknown> = {}) => ({
  tool: "refund_payment",
  args: { paymentId, amount, currency: "USD", ...more },
  run: `run-${paymentId}`,
  step: "refund",
});
const wait = { prefer: "wait=10" };

describe.each(["postgres", "redis"] as const)("one intent, one effect, with wake-ups on %s", (backend) => {
  let product: Product;
  let redis: TestRedis | undefined;

  beforeAll(async () => {
    redis = backend === "redis" ? await startTestRedis() : undefined;
    product = await startProduct(redis === undefined ? {} : { redisUrl: redis.url });
  });
  afterAll(async () => {
    await product.close();
    await redis?.stop();
  });

  test("a cleared intent is executed once and the waiting agent gets its effect id", async () => {
    const answer = await product.submit(refund("pay-1", 20), wait);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ state: "succeeded", submission: { disposition: "created" } });
    const effects = await product.effects();
    expect(effects.filter((effect) => effect.id === answer.body["effectId"])).toHaveLength(1);
    expect(answer.headers.get("preference-applied")).toBe("wait=10");
  });

  test("the same submission sent twice gives one effect and the same answer", async () => {
    const first = await product.submit(refund("pay-2", 20), wait);
    const again = await product.submit(refund("pay-2", "$20.00", { note: "reworded by the model" }), wait);
    expect(again.status).toBe(200);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body["effectId"]).toBe(first.body["effectId"]);
    expect(again.body).toMatchObject({ id: first.body["id"], submission: { disposition: "replayed" } });
    expect((await product.effects()).filter((effect) => effect.body["paymentId"] === "pay-2")).toHaveLength(1);
  });

  test("fifty parallel submissions of one action give one effect and one answer", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => product.submit(refund("pay-3", 30), wait)));
    expect(new Set(answers.map(({ body }) => body["effectId"])).size).toBe(1);
    expect(
      answers.filter(({ body }) => (body["submission"] as { disposition: string }).disposition === "created"),
    ).toHaveLength(1);
    expect((await product.effects()).filter((effect) => effect.body["paymentId"] === "pay-3")).toHaveLength(1);
  });

  test("a held intent runs only after an approval that names its digest", async () => {
    const held = await product.submit(refund("pay-4", 80));
    expect(held.status).toBe(202);
    expect(held.headers.get("location")).toBe(`/api/v1/intents/${held.body["id"]}`);
    expect(held.body).toMatchObject({
      state: "held",
      hold: { reasons: ["approval"], approvalsNeeded: 1, approvalsGiven: 0 },
    });
    const path = `/api/v1/intents/${held.body["id"]}`;
    // An agent must not learn the thresholds; an operator must see the rule.
    expect(held.body["hold"]).toMatchObject({ rule: null });
    expect((await product.asOperator("GET", path)).body["hold"]).toMatchObject({
      rule: expect.stringContaining("hold"),
    });

    const stale = await product.asOperator("POST", `${path}/decisions`, {
      verdict: "approve",
      argsDigest: "0".repeat(64),
    });
    expect(stale).toMatchObject({ status: 412, body: { code: "args_changed" } });
    const byAgent = await product.asAgent("POST", `${path}/decisions`, {
      verdict: "approve",
      argsDigest: held.body["argsDigest"],
    });
    expect(byAgent.status).toBe(403);

    await product.asOperator("POST", `${path}/decisions`, { verdict: "approve", argsDigest: held.body["argsDigest"] });
    const response = await product.submit(refund("pay-4", 80), wait);
    expect(response).toMatchObject({ status: 200, body: { state: "succeeded" } });
    expect((await product.effects()).filter((effect) => effect.body["paymentId"] === "pay-4")).toHaveLength(1);
  });

  test("a denial goes back to the agent and is replayed", async () => {
    const held = await product.submit(refund("pay-5", 90));
    const path = `/api/v1/intents/${held.body["id"]}/decisions`;
    expect((await product.asOperator("POST", path, { verdict: "deny" })).status).toBe(400);
    await product.asOperator("POST", path, { verdict: "deny", reason: "not this customer" });
    const again = await product.submit(refund("pay-5", 90), wait);
    expect(again).toMatchObject({
      status: 200,
      body: { state: "denied", error: { code: "denied", message: "not this customer" } },
    });
  });

  test("a drifted amount on a held intent is shown to the operator, not merged and not split", async () => {
    const held = await product.submit(refund("pay-6", 80));
    const drifted = await product.submit(refund("pay-6", 100));
    expect(drifted).toMatchObject({
      status: 202,
      body: {
        id: held.body["id"],
        state: "held",
        drift: true,
        submission: { disposition: "drifted" },
        args: { amount: 80 },
      },
    });
    expect(drifted.body["hold"]).toMatchObject({ reasons: ["approval", "drift"] });
    expect(drifted.body["differences"]).toMatchObject([{ pointer: "/amount", role: "material" }]);
  });

  test("the history of an intent is whole: every submission, decision and attempt is an event", async () => {
    const { body } = await product.submit(refund("pay-7", 10), wait);
    await product.submit(refund("pay-7", 10), wait);
    const events = await product.asOperator("GET", `/api/v1/intents/${body["id"]}/events`);
    const types = (events.body["items"] as { type: string }[]).map((event) => event.type);
    expect(types).toEqual([
      "submission.recorded",
      "intent.opened",
      "intent.claim",
      "intent.settle",
      "submission.recorded",
    ]);
    const attempts = await product.asOperator("GET", `/api/v1/intents/${body["id"]}/attempts`);
    expect(attempts.body["items"]).toMatchObject([{ fence: 1, outcome: "success" }]);
    expect((await product.asAgent("GET", `/api/v1/intents/${body["id"]}/events`)).status).toBe(403);
  });

  test("a read is recorded and performed each time, never folded", async () => {
    const look = { tool: "lookup_payment", args: { paymentId: "pay-1" }, run: "r", step: "s" };
    const [first, second] = [await product.submit(look, wait), await product.submit(look, wait)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body["id"]).not.toBe(first.body["id"]);
    expect(second.body).toMatchObject({ state: "succeeded", effectId: null, result: { id: "pay-1" } });
  });

  test("nothing an agent can read holds the key, the fingerprint or a secret", async () => {
    const { body } = await product.submit(refund("pay-8", 10), wait);
    const read = await product.asAgent("GET", `/api/v1/intents/${body["id"]}`);
    const effect = (await product.effects()).find(({ id }) => id === body["effectId"]);
    expect(effect?.key).toMatch(/^[0-9a-f]{64}$/);
    for (const text of [JSON.stringify(body), JSON.stringify(read.body)]) {
      expect(text).not.toContain(effect?.key);
      expect(text).not.toContain("ledger-token-for-tests");
    }
  });
});
