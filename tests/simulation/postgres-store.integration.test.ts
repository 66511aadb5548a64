import { applyEvent } from "@/lib/application/apply-event";
import { claimIntents } from "@/lib/application/claim-intents";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import type { ExecutionStore } from "@/lib/application/execution-store";
import { recordSubmissions } from "@/lib/application/intake/record-submissions";
import { prepareFresh } from "@/lib/application/prepare-pending";
import { settleAttempts } from "@/lib/application/settle-attempts";
import { sweepOnce } from "@/lib/application/sweep";
import type { IntentEvent } from "@/lib/domain/event";
import { makeIdSource } from "@/lib/domain/id";
import { findAgentByName } from "@/lib/store/agents";
import { type Database, openDatabase } from "@/lib/store/database";
import { databaseNow, findIntentRow } from "@/lib/store/intents";
import { startProduct } from "../support/in-process";
import { CONTRACTS } from "./contracts";
import { executionStoreContract, type StoreStage } from "./execution-store-contract";

executionStoreContract("PostgreSQL", openStage);

async function openStage(): Promise<StoreStage> {
  const product = await startProduct({ worker: false });
  for (const { tool, definition } of CONTRACTS.values()) {
    const { status, body } = await product.asOperator("PUT", `/api/v1/contracts/${tool}`, definition);
    if (status >= 300) throw new Error(`not published: ${JSON.stringify(body)}`);
  }
  const db = openDatabase({ url: product.databaseUrl, connectionsMax: 4, name: "contract test" });
  const catalog = makeContractCatalog(db);
  const agent = await findAgentByName(db.client, "default", "demo-agent");
  if (agent === null) throw new Error("the demo's agent is gone");
  return {
    store: toStore(db, catalog),
    pending: ({ args, ...body }) =>
      prepareFresh(catalog, {
        agent,
        keyHash: null,
        callerKey: null,
        bytes: 0,
        unsafeNumbers: [],
        body: { ...body, args },
      }),
    events: (intentId) =>
      db.client.$queryRawUnsafe("select type, data from audit_events where intent_id = $1 order by id", intentId),
    pass: (ms) => pass(db, ms),
    async close() {
      await db.close();
      await product.close();
    },
  };
}

function toStore(db: Database, catalog: ReturnType<typeof makeContractCatalog>): ExecutionStore {
  const newId = makeIdSource(Date.now);
  const ignore = () => undefined;
  const deps = { db, newId, termsOf: catalog.termsOf, workerId: "worker-1", random: () => 0.5, announce: ignore };
  const shared = { ...deps, onError: ignore };
  return {
    submit: (batch) => recordSubmissions({ db, newId, versionOf: catalog.versionOf }, batch),
    claim: (wanted) => claimIntents(shared, wanted),
    settle: (settlements) => settleAttempts(shared, settlements),
    sweep: () => sweepOnce(shared),
    apply: (intentId, actor, untimed) =>
      db.transaction(async (tx) => {
        const event = { ...untimed, at: await databaseNow(tx) } as IntentEvent;
        return applyEvent(tx, shared, { intentId, actor, event });
      }),
    find: (intentId) => findIntentRow(db.client, intentId),
  };
}

/** The database's clock decides, and cannot be moved: what it is compared with is, instead. */
async function pass(db: Database, ms: number): Promise<void> {
  const back = `- interval '${ms} milliseconds'`;
  await db.client.$executeRawUnsafe(
    `update intents set due_at = due_at ${back}, attempt_started_at = attempt_started_at ${back},
       lease_until = lease_until ${back}, first_started_at = first_started_at ${back},
       last_ended_at = last_ended_at ${back}, hold_expires_at = hold_expires_at ${back},
       hold = (hold::jsonb || jsonb_build_object('since', (hold ->> 'since')::bigint - ${ms},
         'expiresAt', (hold ->> 'expiresAt')::bigint - ${ms}))::json`,
  );
  await db.client.$executeRawUnsafe(
    `update attempts set started_at = started_at ${back}, lease_until = lease_until ${back}`,
  );
}
