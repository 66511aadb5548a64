// A second web process on the same database: what one does, the other must not be wrong about.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { makeRuntime, type Runtime } from "@/server/runtime";
import { type Product, startProduct } from "./support/in-process";

let product: Product;
let second: Runtime;
const start = () => makeRuntime(loadSettings(product.env), makeLogger("second", "silent"));

beforeAll(async () => {
  product = await startProduct();
  second = start();
});
afterAll(async () => {
  await second.close();
  await product.close();
});

const ask = (runtime: Runtime, body: unknown, path = "/api/v1/intents", bearer = product.agentKey) =>
  runtime.api.request(path, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, prefer: "wait=10" },
    body: JSON.stringify(body),
  });
const refund = (paymentId: string, amount: number) => ({
  tool: "refund_payment",
  args: { paymentId, amount },
  run: paymentId,
  step: "s",
});

test("L1: a hundred submissions of one action through both processes give one intent, one effect, one answer", async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, n) =>
      n % 2 === 0
        ? (await product.submit(refund("both", 5), { prefer: "wait=10" })).body
        : (await ask(second, refund("both", 5))).json(),
    ),
  );
  expect(new Set(answers.map((body: Record<string, unknown>) => `${body["id"]} ${body["effectId"]}`)).size).toBe(1);
  expect((await product.effects()).filter(({ body }) => body["paymentId"] === "both")).toHaveLength(1);
});

test("a publish in one process counts in the other for its very next submission, also where the old version says no", async () => {
  const contract = (type: string) => ({
    tool: "count_things",
    title: "Count things",
    effect: "write_idempotent",
    args: { type: "object", properties: { n: { type } }, required: ["n"] },
    execute: {
      connector: "http",
      request: {
        method: "POST",
        url: "{+config.LEDGER_URL}/corpus/x",
        headers: { authorization: "Bearer {secret.LEDGER_TOKEN}" },
      },
      effectId: "/id",
    },
  });
  const submit = (n: unknown, step: string) => ask(second, { tool: "count_things", args: { n }, run: "r", step });
  await product.asOperator("PUT", "/api/v1/contracts/count_things", contract("integer"));
  expect((await submit("five", "1")).status).toBe(422);
  await product.asOperator("PUT", "/api/v1/contracts/count_things", contract("string"));
  expect(await (await submit("five", "2")).json()).toMatchObject({ contractVersion: 2 });
});

test("thirty decisions at once on a process that has read no contract yet all get through: none waits for a second connection", async () => {
  const held = await Promise.all(Array.from({ length: 30 }, (_, n) => product.submit(refund(`cold-${n}`, 90))));
  const cold = start();
  const decided = await Promise.all(
    held.map(({ body }) =>
      ask(
        cold,
        { verdict: "approve", argsDigest: body["argsDigest"] },
        `/api/v1/intents/${body["id"]}/decisions`,
        product.operatorToken,
      ),
    ),
  );
  expect(decided.map(({ status }) => status)).toEqual(held.map(() => 200));
  await cold.close();
});

describe("what an admin changes through one process counts at once in another that remembers the agent", () => {
  const contract = {
    tool: "trusted_only",
    title: "Only for the trusted",
    effect: "write_non_idempotent",
    args: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
    policy: [
      { when: 'agent.labels.tier == "trusted"', then: "clear" },
      { then: "refuse", reason: "Not trusted." },
    ],
    execute: { connector: "http", request: { method: "POST", url: "{+config.LEDGER_URL}/corpus/x" }, effectId: "/id" },
  };
  let asked = 0;
  const submitAs = async (key: string, tool = "trusted_only", more: Record<string, unknown> = {}) => {
    asked += 1;
    const response = await second.api.request("/api/v1/intents", {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ tool, args: { n: asked }, run: `admin-${asked}`, step: "s", ...more }),
    });
    const { state, code } = (await response.json()) as { state?: string; code?: string };
    return `${response.status} ${state ?? code}`;
  };
  const admin = (method: string, path: string, body?: unknown) =>
    product.asOperator(method, `/api/v1/agents/${path}`, body);
  async function addAgent(more: Record<string, unknown>): Promise<{ id: string; key: string; keys: { id: string }[] }> {
    asked += 1;
    const { body } = await product.asOperator("POST", "/api/v1/agents", { name: `cached ${asked}`, ...more });
    return body as { id: string; key: string; keys: { id: string }[] };
  }

  beforeAll(async () => {
    const { status } = await product.asOperator("PUT", "/api/v1/contracts/trusted_only", contract);
    expect(status).toBe(201);
  });

  test("a revoked key", async () => {
    const { id, key, keys } = await addAgent({ labels: { tier: "trusted" } });
    expect(await submitAs(key)).toBe("202 cleared");
    expect((await admin("DELETE", `${id}/keys/${keys[0]?.id}`)).status).toBe(204);
    expect(await submitAs(key)).toBe("401 unauthenticated");
    expect(await submitAs(key, "trusted_only", { args: {} })).toBe("401 unauthenticated");
    expect(await submitAs(key, "no_such_tool")).toBe("401 unauthenticated");
  });

  test("a key that is revoked while many submissions are on their way: none that is sent afterwards is taken", async () => {
    const { id, key, keys } = await addAgent({ labels: { tier: "trusted" } });
    await submitAs(key);
    const before = Array.from({ length: 100 }, () => submitAs(key));
    await admin("DELETE", `${id}/keys/${keys[0]?.id}`);
    const after = Array.from({ length: 100 }, () => submitAs(key));
    for (const answer of await Promise.all(before)) expect(["202 cleared", "401 unauthenticated"]).toContain(answer);
    for (const answer of await Promise.all(after)) expect(answer).toBe("401 unauthenticated");
  });

  test("a disabled agent", async () => {
    const { id, key } = await addAgent({ labels: { tier: "trusted" } });
    expect(await submitAs(key)).toBe("202 cleared");
    await admin("DELETE", id);
    expect(await submitAs(key)).toBe("401 unauthenticated");
  });

  test("a label that policy asks for, taken away and given back", async () => {
    const { id, key } = await addAgent({ labels: { tier: "trusted" } });
    expect(await submitAs(key)).toBe("202 cleared");
    await admin("PATCH", id, { labels: { tier: "new" } });
    expect(await submitAs(key)).toBe("201 refused");
    await admin("PATCH", id, { labels: { tier: "trusted" } });
    expect(await submitAs(key)).toBe("202 cleared");
  });

  test("a tool that is forbidden and allowed again, and leave to repeat", async () => {
    const { id, key } = await addAgent({ labels: { tier: "trusted" } });
    expect(await submitAs(key)).toBe("202 cleared");
    await admin("PATCH", id, { tools: ["lookup_payment"], mayRepeat: false });
    expect(await submitAs(key)).toBe("403 tool_not_allowed");
    await admin("PATCH", id, { tools: [] });
    expect(await submitAs(key)).toBe("202 cleared");
    expect(await submitAs(key, "trusted_only", { occurrence: 2 })).toBe("403 forbidden");
    await admin("PATCH", id, { mayRepeat: true });
    expect(await submitAs(key, "trusted_only", { occurrence: 2 })).toBe("202 cleared");
  });
});
