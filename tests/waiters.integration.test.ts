// Everyone who waits on an intent, through any submission and any process, hears the same, and waiting costs little.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { POLL_INTERVAL_MS } from "@/lib/application/wait-for-end";
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { makeRuntime, type Runtime } from "@/server/runtime";
import { type Product, startProduct } from "./support/in-process";
import { startTestRedis } from "./support/redis";
import { withRedisClient } from "./support/redis-client";

const WAITERS = 1_000;
const NEVER_MS = 3_600_000;

describe.each(["postgres", "redis"] as const)("on %s", (backend) => {
  let product: Product;
  let second: Runtime;
  let redis: Awaited<ReturnType<typeof startTestRedis>> | null = null;

  beforeAll(async () => {
    if (backend === "redis") redis = await startTestRedis();
    product = await startProduct(redis === null ? {} : { redisUrl: redis.url });
    second = makeRuntime(loadSettings(product.env), makeLogger("second", "silent"));
  });
  afterAll(async () => {
    await second.close();
    await product.close();
    await redis?.stop();
  });

  const held = (name: string) => ({
    tool: "refund_payment",
    args: { paymentId: name, amount: 90 },
    run: name,
    step: "s",
  });
  const approve = async (id: unknown, argsDigest: unknown) =>
    product.asOperator("POST", `/api/v1/intents/${id}/decisions`, { verdict: "approve", argsDigest });
  const read = async (runtime: Runtime, id: unknown): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${product.agentKey}`, prefer: "wait=60" };
    return (await runtime.api.request(`/api/v1/intents/${id}`, { headers })).json() as never;
  };

  test("a thousand waiters in a process that neither took it nor performed it all get its end", async () => {
    const { body } = await product.submit(held("many"));
    const waiting = Promise.all(Array.from({ length: WAITERS }, () => read(second, body["id"])));
    // One subscription a process, however many wait: the product's own and the second one's.
    if (redis !== null) {
      const subscribers = await withRedisClient(redis.url, (client) => client.pubsub("NUMSUB", "interlock_settled"));
      expect(subscribers).toEqual(["interlock_settled", 2]);
    }
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    await approve(body["id"], body["argsDigest"]);
    const ends = new Set((await waiting).map(({ state, effectId }) => `${state} ${effectId}`));
    expect(ends.size).toBe(1);
    expect([...ends][0]).toMatch(/^succeeded \S+/);
    // One subscription a process and channel, however many wait.
    const { rows } = await database.query(
      "select count(*)::int as n from pg_stat_activity where application_name = 'interlock-listen' and datname = current_database()",
    );
    await database.end();
    expect(rows[0].n).toBeLessThanOrEqual(backend === "redis" ? 0 : 3);
  });

  test("who waits is told at once, not by the look that is only the safety net", async () => {
    const real = globalThis.setInterval;
    const interval = vi.spyOn(globalThis, "setInterval");
    interval.mockImplementation(((run: () => void, ms?: number) =>
      real(run, ms === POLL_INTERVAL_MS ? NEVER_MS : ms)) as never);
    try {
      // Who is not told is answered after a minute, which is longer than this test may take.
      const quick = (name: string) => ({ ...held(name), args: { paymentId: name, amount: 5 } });
      const asked = ["net-1", "net-2", "net-3"].map((name) => product.submit(quick(name), { prefer: "wait=60" }));
      for (const { body } of await Promise.all(asked)) expect(body["state"]).toBe("succeeded");
    } finally {
      interval.mockRestore();
    }
  });

  test("who waits through a later submission gets the same effect as the first, or the same no", async () => {
    const first = product.submit(held("told-no"), { prefer: "wait=60" });
    await expect
      .poll(async () => (await product.asAgent("GET", "/api/v1/intents?run=told-no")).body["items"])
      .toHaveLength(1);
    const later = Array.from({ length: 20 }, () => product.submit(held("told-no"), { prefer: "wait=60" }));
    const { body: list } = await product.asAgent("GET", "/api/v1/intents?run=told-no");
    const [{ id }] = list["items"] as [{ id: string }];
    await product.asOperator("POST", `/api/v1/intents/${id}/decisions`, { verdict: "deny", reason: "not this one" });
    const answers = (await Promise.all([first, ...later])).map(({ body }) =>
      JSON.stringify([body["state"], body["error"]]),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("denied");
  });
});
