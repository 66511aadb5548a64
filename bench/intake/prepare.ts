/** What duplicates are duplicates of: intents that a real worker performed, and intents that wait for a person. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startLedger } from "@/demo/ledger/server";
import type { BodyPlan } from "../load/job";
import { runJob } from "../load-job";
import { type Site, WORKER } from "./site";

/** Many more than connections, so that duplicates in one batch are of different intents. */
export const PREPARED_COUNT = 2_000;
const CONNECTIONS = 32;
const EXECUTE_MAX_MS = 180_000;
const POLL_MS = 200;

export const ENDED: BodyPlan = { prefix: "ended", distinctCount: PREPARED_COUNT, verdict: "cleared", reworded: false };
export const HELD: BodyPlan = { prefix: "held", distinctCount: PREPARED_COUNT, verdict: "held", reworded: false };

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
    await submitAll(site, ENDED);
    await Promise.race([worker.died, untilPrepared(site, "succeeded")]);
    await worker.stop();
  } finally {
    await ledger.close();
  }
  await submitAll(site, HELD);
  await untilPrepared(site, "held");
  // A database that has been running for a while has statistics.
  await site.sql.query("vacuum analyze");
}

async function submitAll(site: Site, body: BodyPlan): Promise<void> {
  const { errors } = await runJob(site.load, {
    target: {
      kind: "http",
      url: `${site.web.url}/api/v1/intents`,
      bearer: site.agentKey,
      body,
      expect: { status: 202, text: '"disposition":"created"' },
    },
    connections: CONNECTIONS,
    warmUpMs: 0,
    until: { requestCount: PREPARED_COUNT },
  });
  if (errors.length > 0) throw new Error(`The preparation failed:\n  ${errors.join("\n  ")}`);
}

async function untilPrepared(site: Site, state: string): Promise<void> {
  const deadlineAt = Date.now() + EXECUTE_MAX_MS;
  for (;;) {
    const { rows } = await site.sql.query<{ count: number }>(
      "select count(*)::int as count from intents where state = $1",
      [state],
    );
    const count = rows[0]?.count ?? 0;
    if (count === PREPARED_COUNT) return;
    if (Date.now() > deadlineAt) throw new Error(`Only ${count} of ${PREPARED_COUNT} intents are ${state}.`);
    await delay(POLL_MS);
  }
}
