/** What duplicates are duplicates of: intents that a real worker performed, and intents that wait for a person. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { startLedger } from "@/demo/ledger/server";
import type { BodyPlan, Target } from "../load/job";
import { runJob } from "../load-job";
import { type Product, type Site, WORKER } from "./site";

/** Many more than connections, so that duplicates in one batch are of different intents. */
export const PREPARED_COUNT = 2_000;
const CONNECTIONS = 32;
const WAIT_SECONDS = 10;

export const ENDED: BodyPlan = { prefix: "ended", distinctCount: PREPARED_COUNT, verdict: "cleared", reworded: false };
export const HELD: BodyPlan = { prefix: "held", distinctCount: PREPARED_COUNT, verdict: "held", reworded: false };
const WARM_UP: BodyPlan = { prefix: "warm-up", distinctCount: null, verdict: "cleared", reworded: false };

type Expected = Pick<Extract<Target, { kind: "http" }>, "waitSeconds" | "expect">;
const CREATED: Expected = { expect: { status: 202, text: '"disposition":"created"' } };

export async function prepare(site: Site): Promise<void> {
  const token = randomBytes(16).toString("hex");
  const ledger = await startLedger({ dataDir: join(site.dir, "ledger"), token });
  try {
    const worker = await site.start("worker", WORKER, {
      ...site.env,
      INTERLOCK_EGRESS: ledger.url,
      INTERLOCK_CONFIG_LEDGER_URL: ledger.url,
      INTERLOCK_SECRET_LEDGER_TOKEN: token,
    });
    const succeeded = { waitSeconds: WAIT_SECONDS, expect: { status: 201, text: '"state":"succeeded"' } };
    await Promise.race([worker.died, submitAll(site, site, ENDED, succeeded)]);
    await worker.stop();
  } finally {
    await ledger.close();
  }
  await submitAll(site, site, HELD, { expect: { status: 202, text: '"state":"held"' } });
  // A database that has been running for a while has statistics.
  await site.sql.query("vacuum analyze");
}

/** Both products that are compared have run every path that is measured. */
export async function warmUpStored(site: Site): Promise<void> {
  for (const product of [site, site.stored]) {
    if (product !== null) await submitAll(site, product, WARM_UP, CREATED);
  }
  await site.sql.query("vacuum analyze");
}

async function submitAll({ load }: Site, product: Product, body: BodyPlan, expected: Expected): Promise<void> {
  const { web, agentKey } = product;
  const target = { kind: "http", url: `${web.url}/api/v1/intents`, bearer: agentKey, body, ...expected } as const;
  const { errors } = await runJob(load, {
    target,
    connections: CONNECTIONS,
    warmUpMs: 0,
    until: { requestCount: PREPARED_COUNT },
  });
  if (errors.length > 0) throw new Error(`The preparation failed:\n  ${errors.join("\n  ")}`);
}
