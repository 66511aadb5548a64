/** Our own settings are wrong: the intent is held and says so; once they are right, a person lets it run. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { loadSecrets, type Secret } from "@/lib/config/secrets";
import { startWorkerRuntime } from "@/workers/runtime";
import { type Product, startProduct } from "./support/in-process";

const PATIENT = { timeout: 20_000 };

let product: Product;
beforeAll(async () => {
  product = await startProduct({ worker: false });
});
afterAll(() => product.close());

function startWorkerWith(env: Record<string, string>, secrets: Map<string, Secret>) {
  return startWorkerRuntime(loadSettings({ ...product.env, ...env }), secrets, makeLogger("test", "silent"));
}

async function submit(run: string): Promise<string> {
  const args = { paymentId: `pay_${run}`, amount: 20 };
  const { status, body } = await product.submit({ tool: "refund_payment", run, step: "1", args });
  expect(status).toBe(202);
  return String(body["id"]);
}

const NOT_SET_UP = "This tool is not set up completely. Its operators have been told; asking again is harmless.";

const read = async (id: string) => (await product.asOperator("GET", `/api/v1/intents/${id}`)).body;
const attemptsOf = async (id: string) => {
  const { body } = await product.asOperator("GET", `/api/v1/intents/${id}/attempts`);
  return body["items"] as { outcome: string; failure: { message: string }; exchange: unknown }[];
};

test.each<[string, Record<string, string>, string]>([
  ["a secret that is not set", {}, "INTERLOCK_SECRET_LEDGER_TOKEN is not set on the worker."],
  [
    "a setting that is not set",
    { INTERLOCK_CONFIG_LEDGER_URL: "" },
    "INTERLOCK_CONFIG_LEDGER_URL is not set on the worker.",
  ],
  ["an origin that is not listed", { INTERLOCK_EGRESS: "" }, "is not in INTERLOCK_EGRESS."],
])(
  "%s holds the intent, names what is missing and sends nothing; after it is there an approval runs it",
  async (_, env, message) => {
    const before = (await product.effects()).length;
    const secrets =
      "INTERLOCK_EGRESS" in env ? new Map([["LEDGER_TOKEN", { value: "a-token", origins: null }]]) : new Map();
    const misconfigured = startWorkerWith(env, secrets);
    const id = await submit(`c${before}-${message.length}`);
    await expect.poll(() => read(id), PATIENT).toMatchObject({ state: "held", hold: { reasons: ["configuration"] } });
    expect(await attemptsOf(id)).toMatchObject([
      { outcome: "configuration", failure: { message: expect.stringContaining(message) } },
    ]);
    expect(await read(id)).toMatchObject({ hold: { detail: expect.stringContaining(message) } });
    const { body: told } = await product.asAgent("GET", `/api/v1/intents/${id}`);
    expect(told).toMatchObject({ hold: { detail: NOT_SET_UP } });
    expect(JSON.stringify(told)).not.toContain("INTERLOCK_");
    await misconfigured.stop();
    expect(await product.effects()).toHaveLength(before);

    const worker = startWorkerWith({}, loadSecrets(product.env));
    const { argsDigest } = await read(id);
    const decided = await product.asOperator("POST", `/api/v1/intents/${id}/decisions`, {
      verdict: "approve",
      argsDigest,
    });
    expect(decided.status).toBe(200);
    await expect.poll(() => read(id), PATIENT).toMatchObject({ state: "succeeded" });
    expect(await product.effects()).toHaveLength(before + 1);
    await worker.stop();
  },
);

test("a downstream that turns our credentials away holds the intent, and says so without its own words", async () => {
  const worker = startWorkerWith({}, loadSecrets({ ...product.env, INTERLOCK_SECRET_LEDGER_TOKEN: "not-the-token" }));
  const id = await submit("turned-away");
  await expect
    .poll(() => read(id), PATIENT)
    .toMatchObject({
      state: "held",
      hold: { reasons: ["configuration"], detail: "The downstream refused our credentials (401)." },
    });
  await worker.stop();
});
