import { applyEvent } from "@/lib/application/apply-event";
import { claimIntents } from "@/lib/application/claim-intents";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { eraseIntents } from "@/lib/application/erase-intents";
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
import { alignDue } from "../support/align-due";
import { startProduct } from "../support/in-process";
import { CONTRACTS, contractAt } from "./contracts";
import { executionStoreContract } from "./execution-store-contract";
import { type PeopleStage, peopleStoreContract } from "./people-store-contract";

executionStoreContract("PostgreSQL", openStage);
peopleStoreContract("PostgreSQL", openStage);

async function openStage(): Promise<PeopleStage> {
  const product = await startProduct({ worker: false });
  async function does(method: string, path: string, asked: object): Promise<void> {
    const { status, body } = await product.asOperator(method, `/api/v1/${path}`, asked);
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
  }
  for (const { tool, definition } of CONTRACTS.values()) await does("PUT", `contracts/${tool}`, definition);
  const db = openDatabase({ url: product.databaseUrl, connectionsMax: 4, name: "contract test" });
  const catalog = makeContractCatalog(db);
  const agent = await findAgentByName(db.client, "default", "demo-agent");
  if (agent === null) throw new Error("the demo's agent is gone");
  return {
    store: toStore(db, catalog),
    pending: ({ args, callerKey = undefined, ...body }) =>
      prepareFresh(catalog, {
        agent,
        keyHash: null,
        callerKey: callerKey ?? null,
        bytes: 0,
        unsafeNumbers: [],
        body: { ...body, args },
      }),
    events: (intentId) =>
      db.client.$queryRawUnsafe("select type, data from audit_events where intent_id = $1 order by id", intentId),
    pass: (ms) => pass(db, ms),
    people: {
      approve: ({ id, argsDigest }) => does("POST", `intents/${id}/decisions`, { verdict: "approve", argsDigest }),
      bypass: (id) => does("POST", `intents/${id}/bypass`, { reason: "once more" }),
      pause: (tool) => does("POST", `tools/${tool}/pause`, { reason: "look" }),
      resume: (tool) => does("POST", `tools/${tool}/resume`, {}),
      grant: ({ tool, amountMax, usesMax, lastsMs }) => {
        const expiresAt = new Date(Date.now() + lastsMs).toISOString();
        return does("POST", "grants", { tool, where: { "/amount": { lte: amountMax } }, usesMax, expiresAt });
      },
      publish: async (tool) => {
        await does("PUT", `contracts/${tool}`, contractAt(tool, 2).definition);
        catalog.forget(tool);
      },
      erase: async (id) => {
        const erased = await db.transaction((tx) => eraseIntents(tx, catalog.versionOf, [id], new Date()));
        if (erased.length === 0) throw new Error(`${id} was not erased`);
      },
    },
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
  await alignDue((sql) => db.client.$executeRawUnsafe(sql));
}
