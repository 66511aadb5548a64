/**
 * A worker process: the product's own executor, `performAttempt`, prober and loops, wired as in `workers/runtime`, to a store, a
 * queue and a downstream that are not real.
 */
import { type ClaimedAttempt, type ClaimWanted, UnansweredClaimError } from "@/lib/application/claim-intents";
import type { ContractCatalog } from "@/lib/application/contract-catalog";
import { makePerformAttempt } from "@/lib/application/perform-attempt";
import type { Settlement, SettleResult } from "@/lib/application/settle-attempts";
import type { ReservedProbe } from "@/lib/store/doubts";
import { type Executor, makeExecutor } from "@/workers/executor";
import { startLoop } from "@/workers/loop";
import { startProber } from "@/workers/prober";
import { makeSettler } from "@/workers/settler";
import { CONTRACTS } from "./contracts";
import type { Process } from "./scheduler";
import type { World } from "./world";

export type SimulatedWorker = { process: Process; wake: (ids: string[]) => void; stop: () => Promise<void> };

export function startWorker(world: World, process: Process): SimulatedWorker {
  const { scheduler, downstream, plan } = world;
  const { sweepIntervalMs } = plan;
  const monotonicMs = () => scheduler.now;
  const ignore = () => undefined;
  const { claim, settle } = portOf(world, process);
  const executor = makeExecutor({
    claim,
    settleUntilSaid: makeSettler({ settle, onError: ignore }),
    restingTools: () => [],
    outlived: ignore,
    roomFor: () => Number.POSITIVE_INFINITY,
    perform: makePerformAttempt({
      catalog: CATALOG,
      connectors: { http: downstream.connectorFor(process, world.mutant !== "no_last_look") },
      monotonicMs,
      isPaused: async () => false,
      onError: ignore,
    }),
    monotonicMs,
    onError: ignore,
    slots: plan.slots,
  });
  const sweeper = startLoop(() => sweepOnce(world, process, executor), sweepIntervalMs, ignore);
  const { store, wire } = world;
  const prober = startProber({
    reserve: (wanted) => wire.ask(process, "looks for doubts", () => store.reserveProbes(wanted)),
    release: (ids) => wire.ask(process, `gives back ${ids}`, () => store.releaseProbes(ids)),
    probe: (reserved) => probe(world, process, reserved),
    intervalMs: 2 * sweepIntervalMs,
    onError: ignore,
  });
  async function stop(): Promise<void> {
    await Promise.all([sweeper.stop(), prober.stop()]);
    await executor.stop();
  }
  return { process, wake: executor.wake, stop };
}

/** How the executor reaches the store; one mutant commits the claim only with the outcome. */
function portOf({ store, wire, mutant }: World, process: Process) {
  const { name } = process;
  const claim = async (wanted: ClaimWanted) => {
    let committed: ClaimedAttempt[] | null = null;
    const commit = () => {
      committed = store.claim(name, wanted);
      return committed;
    };
    try {
      return await wire.ask(process, `claim ${wanted.ids ?? "what is due"}`, commit);
    } catch (error) {
      // Whether the commit arrived or not: what it was to take had been read before.
      throw new UnansweredClaimError(committed ?? store.previewClaim(wanted), error);
    }
  };
  const settle = (settlements: Settlement[]) =>
    wire.ask(process, `settle ${settlements.map(saysWhat)}`, () => store.settle(name, settlements));
  if (mutant !== "effect_before_claim") return { claim, settle };
  const claimAndSettle = (settlement: Settlement): SettleResult => {
    const [claimed] = store.claim(name, { ids: [settlement.intentId], limit: 1, exceptTools: [] });
    if (claimed === undefined) return "rejected";
    const { attemptId, fence } = claimed;
    return store.settle(name, [{ ...settlement, attemptId, fence }])[0] ?? "rejected";
  };
  return {
    claim: (wanted: ClaimWanted) =>
      wire.ask(process, `looks at ${wanted.ids ?? "what is due"}`, () => store.previewClaim(wanted)),
    settle: (settlements: Settlement[]) =>
      wire.ask(process, `claim and settle ${settlements.map(saysWhat)}`, () => settlements.map(claimAndSettle)),
  };
}

/** `application/sweep`, with every transaction of it a call of its own. */
async function sweepOnce({ store, wire }: World, process: Process, executor: Executor): Promise<number> {
  let moved = 0;
  const { lost, expired } = await wire.ask(process, "looks for what is overdue", () => store.overdue());
  for (const one of lost) {
    if (await wire.ask(process, `lease lost: ${one.intentId} ${one.attemptId}`, () => store.loseLease(one))) moved += 1;
  }
  for (const id of expired) {
    if (await wire.ask(process, `hold over: ${id}`, () => store.expireHold(id))) moved += 1;
  }
  return moved + (await executor.takeDue());
}

/** One question: asked, then answered, then put on record; the downstream may change its mind in between. */
async function probe({ store, wire, downstream }: World, process: Process, reserved: ReservedProbe): Promise<void> {
  const { intentId, askedAtMs, tool, key } = reserved;
  const result = await downstream.probe(process, tool, key);
  await wire.ask(process, `probe of ${intentId}: ${result.kind}`, () => store.probe(intentId, askedAtMs, result));
}

function saysWhat({ intentId, fence, outcome }: Settlement): string {
  return `${intentId} (fence ${fence}): ${outcome.class}`;
}

async function contractOf(tool: string) {
  const contract = CONTRACTS.get(tool);
  if (contract === undefined) throw new RangeError(`There is no tool ${tool}.`);
  return contract;
}

/** Versions never change here. */
const CATALOG: ContractCatalog = {
  active: async (tool) => ({ contract: await contractOf(tool), earlier: [] }),
  version: contractOf,
  versionOf: (_, tool) => contractOf(tool),
  termsOf: async (_, tool) => (await contractOf(tool)).terms,
  forget: () => undefined,
};
