import { expect, test } from "vitest";
import { ledgerEnvironment, webEnvironment, workerEnvironment } from "./child-environments";

const env = {
  PATH: "/bin",
  NODE_ENV: "test",
  INTERLOCK_KEY: "key",
  INTERLOCK_SECRET_STRIPE: "sk",
  INTERLOCK_SECRET_LEDGER_TOKEN: "stale",
  INTERLOCK_EGRESS: "https://api.example.com, http://127.0.0.1:4000",
} as const;
const runtime = { databaseUrl: "postgresql://db/interlock", ledger: { url: "http://127.0.0.1:4000", token: "t0ken" } };

test("secrets reach the worker and nobody else", () => {
  expect(workerEnvironment(env, runtime)).toMatchObject({
    INTERLOCK_SECRET_STRIPE: "sk",
    INTERLOCK_SECRET_LEDGER_TOKEN: "t0ken",
  });
  for (const other of [webEnvironment(env, runtime), ledgerEnvironment(env)]) {
    expect(Object.keys(other).filter((name) => name.startsWith("INTERLOCK_SECRET_"))).toEqual([]);
  }
});

test("the ledger, which stands for somebody else's system, knows nothing of ours", () => {
  expect(ledgerEnvironment({ ...env, DATABASE_URL: "x", REDIS_URL: "y" })).toEqual({ PATH: "/bin", NODE_ENV: "test" });
});

test("the demo's ledger is configured and may be called, beside what was allowed already", () => {
  expect(webEnvironment(env, runtime)).toMatchObject({
    NODE_ENV: "production",
    DATABASE_URL: "postgresql://db/interlock",
    INTERLOCK_CONFIG_LEDGER_URL: "http://127.0.0.1:4000",
    INTERLOCK_EGRESS: "https://api.example.com,http://127.0.0.1:4000",
  });
});

test("without the demo nothing is added to what may be called", () => {
  const web = webEnvironment(env, { ...runtime, ledger: null });
  expect(web["INTERLOCK_EGRESS"]).toBe(env.INTERLOCK_EGRESS);
  expect(web).not.toHaveProperty("INTERLOCK_CONFIG_LEDGER_URL");
});
