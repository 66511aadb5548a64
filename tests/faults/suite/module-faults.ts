// F23, F33: code of a tool's owner that blocks the worker's event loop, or kills the worker, every time.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasRedisServer } from "@/scripts/launch/redis-server";
import { type ContractText, ledgerContract } from "@/tests/support/ledger-contract";
import { makeTempDir } from "@/tests/support/temp-dir";
import { contractOf } from "./contracts";
import type { Fault } from "./fault";
import { type Action, planWorkload } from "./plan";
import { openRedisProcess } from "./redis-process";
import { openSite } from "./site";
import { runWorkload, type WorkloadInput } from "./workload";

/** Acts, and then blocks: longer than the lease and than BullMQ's lock. */
const BLOCKS = `
export default async function ({ args, key, config, secret }) {
  const response = await fetch(config.LEDGER_URL + "/corpus/pay_module", {
    method: "POST",
    headers: { authorization: "Bearer " + secret("LEDGER_TOKEN"), "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(args),
  });
  const { id } = await response.json();
  const until = performance.now() + BLOCK_MS;
  while (performance.now() < until);
  return { effectId: id };
}`;
const KILLS = `export default async function () { process.kill(process.pid, "SIGKILL"); await new Promise(() => {}); }`;

const BLOCK_MS = 33_000;
const RETRIES = 2;

function moduleContract(executeMore: ContractText): ContractText {
  const execute = {
    connector: "module",
    module: "pay_module",
    timeout: "1s",
    secrets: ["LEDGER_TOKEN"],
    ...executeMore,
  };
  return ledgerContract("pay_module", { execute });
}

function moduleAction(orderId: string): Action {
  const body = { tool: "pay_module", run: orderId, step: "s", args: { orderId, amount: 5 } };
  return { kind: "fresh", tool: "pay_blind", orderId, body };
}

interface ModuleFault {
  id: string;
  title: string;
  source: string;
  contract: ContractText;
  actionsOf: (seed: number) => Action[];
  check?: WorkloadInput["check"];
}

function moduleFault({ id, title, source, contract, actionsOf, check }: ModuleFault): Fault {
  return {
    id,
    title,
    async run({ seed }) {
      const directory = makeTempDir("modules");
      writeFileSync(join(directory.path, "pay_module.mjs"), source);
      const contracts = [contract, contractOf("pay_keyed"), contractOf("pay_both")];
      // Its lock is BullMQ's on Redis, where there is one; its own backend has the same.
      const redis = hasRedisServer() ? await openRedisProcess() : null;
      const env = { INTERLOCK_MODULES: directory.path };
      const at = redis === null ? {} : { redisUrl: redis.url };
      const site = await openSite({ seed, workers: 2, contracts, env, ...at });
      try {
        const disturb = async () => undefined;
        const more = check === undefined ? {} : { check };
        return await runWorkload({ id, site, actions: actionsOf(seed), disturb, quietMaxMs: 90_000, ...more });
      } finally {
        await site.close();
        await redis?.close();
        directory.remove();
      }
    },
  };
}

const NEIGHBOURS = 100;
const neighbours = (seed: number) => planWorkload(seed, NEIGHBOURS, ["pay_keyed", "pay_both"]);

export const blockedLoop = moduleFault({
  id: "F23",
  title: "the event loop blocked longer than BullMQ's lock",
  source: BLOCKS.replace("BLOCK_MS", String(BLOCK_MS)),
  contract: moduleContract({}),
  actionsOf: (seed) => [moduleAction(`${seed}-blocks`), ...neighbours(seed)],
  check: ({ intents, effects, attempts }) => {
    const blocking = intents.find(({ tool }) => tool === "pay_module");
    const acted = effects.filter(({ key }) => key === blocking?.key).length;
    const lost = attempts.some(({ intentId, failure }) => intentId === blocking?.id && failure === "lease_lost");
    return acted === 1 && lost ? [] : [`the loop was not blocked past its lease: ${acted} effects, ${blocking?.state}`];
  },
});

export const poison = moduleFault({
  id: "F33",
  title: "an intent that kills its worker every time",
  source: KILLS,
  contract: moduleContract({
    idempotency: { window: "24h" },
    retries: { max: RETRIES, base: "100ms", cap: "200ms" },
  }),
  actionsOf: (seed) => [moduleAction(`${seed}-poison`), ...neighbours(seed)],
  check: ({ intents, attempts }) => {
    const poisoned = intents.find(({ tool }) => tool === "pay_module");
    const tries = attempts.filter(({ intentId }) => intentId === poisoned?.id).length;
    const wanted = RETRIES + 1;
    const others = intents.filter(
      ({ tool, state }) => tool !== "pay_module" && !["succeeded", "denied"].includes(state),
    );
    return [
      ...(poisoned?.state === "in_doubt" && tries === wanted
        ? []
        : [`the poison is ${poisoned?.state} after ${tries} attempts, not parked after ${wanted}`]),
      ...others.map(({ id, state }) => `a neighbour of the poison, ${id}, is ${state}`),
    ];
  },
});
