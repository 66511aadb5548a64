// A second web process on the same database: what one does, the other must not be wrong about.
import { afterAll, beforeAll, expect, test } from "vitest";
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
