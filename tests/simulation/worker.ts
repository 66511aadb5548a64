/**
 * A worker process: the product's own executor, `performAttempt`, prober and loops, wired as in `workers/runtime`, to a store, a
 * queue and a downstream that are not real.
 */
import { type ClaimedAttempt, type ClaimWanted, UnansweredClaimError } from "@/lib/application/claim-intents";
import type { ContractCatalog } from "@/lib/application/contract-catalog";
import { makePerformAttempt } from "@/lib/application/perform-attempt";
import type { Settlement, SettleResult } from "@/lib/application/settle-attempts";
import type { ReservedProbe } from "@/lib/store/doubts";
import { type Breaker, makeBreaker } from "@/workers/breaker";
import { type Executor, makeExecutor } from "@/workers/executor";
import { startLoop } from "@/workers/loop";
import { startProber } from "@/workers/prober";
import { makeSettler } from "@/workers/settler";
import { contractAt } from "./contracts";
import type { Process } from "./scheduler";
import type { World } from "./world";

export type SimulatedWorker = { process: Process; wake: (ids: string[]) => void; stop: () => Promise<void> };

export function startWorker(world: World, process: Process): SimulatedWorker {
  const { scheduler, downstream, plan } = world;
  const { sweepIntervalMs } = plan;
  const monotonicMs = () => scheduler.now;
  const ignore = () => undefined;
  const breaker = breakerFor(world);
  const perform = makePerformAttempt({
    catalog: CATALOG,
    connectors: { http: downstream.connectorFor(process) },
    monotonicMs,
    isPaused: (attempt) => isPaused(world, process, attempt),
    onError: ignore,
  });
  const port = portOf(world, process);
  const { store, wire } = world;
  /** A doubt that can be asked about is asked about at once. */
  const askAboutDoubts = (intentIds: string[]) => {
    if (intentIds.some((id) => store.rows.get(id)?.probeAt != null)) prober.wake();
  };
  const settle = async (settlements: Settlement[]) => {
    const results = await port.settle(settlements);
    askAboutDoubts(settlements.map(({ intentId }) => intentId));
    return results;
  };
  const executor = makeExecutor({
    claim: port.claim,
    settleUntilSaid: makeSettler({ settle, onError: ignore }),
    restingTools: breaker.restingTools,
    outlived: ignore,
    roomFor: breaker.roomFor,
    perform: breaker.watch(perform),
    monotonicMs,
    onError: ignore,
    slots: plan.slots,
  });
  const sweeper = startLoop(() => sweepOnce(world, process, executor, askAboutDoubts), sweepIntervalMs, ignore);
  const prober = startProber({
    reserve: (wanted) => wire.ask(process, "looks for doubts", () => store.reserveProbes(wanted)),
    release: (ids) => wire.ask(process, `gives back ${ids}`, () => store.releaseProbes(ids)),
    probe: async (reserved) => {
      await probe(world, process, reserved, breaker.heard);
      const { intentId } = reserved;
      if (store.rows.get(intentId)?.state === "cleared") executor.wake([intentId]);
    },
    intervalMs: 2 * sweepIntervalMs,
    onError: ignore,
  });
  async function stop(): Promise<void> {
    await Promise.all([sweeper.stop(), prober.stop()]);
    await executor.stop();
  }
  return { process, wake: executor.wake, stop };
}

/** The product's own, by the simulated steady clock; one mutant never lets it try again. */
function breakerFor({ scheduler, mutant, saw }: World): Breaker {
  const rested = new Set<string>();
  const breaker = makeBreaker({
    monotonicMs: () => scheduler.now,
    onChange: ({ rest }) => {
      if (rest !== null) saw("breaker_rested");
    },
  });
  if (mutant !== "breaker_stays_open") return breaker;
  const restingTools = () => {
    for (const tool of breaker.restingTools()) rested.add(tool);
    return [...rested];
  };
  const roomFor = (tool: string) => (rested.has(tool) ? 0 : breaker.roomFor(tool));
  return { ...breaker, restingTools, roomFor };
}

async function isPaused(world: World, process: Process, attempt: Pick<ClaimedAttempt, "tool" | "agentId">) {
  const { store, wire, saw } = world;
  const paused = await wire.ask(process, "looks at pauses", () => store.isPaused(attempt));
  if (paused) saw("paused_before_sending");
  return paused;
}

/** How the executor reaches the store; one mutant commits the claim only with the outcome. */
function portOf({ store, wire, mutant, lookAtClock }: World, process: Process) {
  const { name } = process;
  const claim = async (wanted: ClaimWanted) => {
    let committed: ClaimedAttempt[] | null = null;
    const commit = () => {
      lookAtClock(process);
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
async function sweepOnce(
  { store, wire, lookAtClock }: World,
  process: Process,
  executor: Executor,
  onDoubt: (intentIds: string[]) => void,
): Promise<number> {
  let moved = 0;
  const { lost, expired } = await wire.ask(process, "looks for what is overdue", () => {
    lookAtClock(process);
    return store.overdue();
  });
  for (const one of lost) {
    if (await wire.ask(process, `lease lost: ${one.intentId} ${one.attemptId}`, () => store.loseLease(one))) moved += 1;
  }
  onDoubt(lost.map(({ intentId }) => intentId));
  for (const id of expired) {
    if (await wire.ask(process, `hold over: ${id}`, () => store.expireHold(id))) moved += 1;
  }
  return moved + (await executor.takeDue());
}

/** One question: asked, then answered, then put on record; the downstream may change its mind in between. */
async function probe(
  { store, wire, downstream }: World,
  process: Process,
  reserved: ReservedProbe,
  heard: Breaker["heard"],
): Promise<void> {
  const { intentId, askedAtMs, tool } = reserved;
  const result = await downstream.probe(process, reserved);
  const { execute } = contractAt(tool, reserved.contractVersion).definition;
  if (result.kind !== "unknown" && execute.connector === "http" && execute.probe !== undefined)
    heard({ tool, origin: new URL(execute.probe.url).origin });
  await wire.ask(process, `probe of ${intentId}: ${result.kind}`, () => store.probe(intentId, askedAtMs, result));
}

function saysWhat({ intentId, fence, outcome }: Settlement): string {
  return `${intentId} (fence ${fence}): ${outcome.class}`;
}

const contractOf = async (tool: string, version = 1) => contractAt(tool, version);

const active = async (tool: string) => ({ contract: await contractOf(tool), earlier: [] });
/** Which version is active is the store's to say; what a version says never changes. */
const CATALOG: ContractCatalog = {
  active,
  known: active,
  version: contractOf,
  versionOf: (_, tool, version) => contractOf(tool, version),
  termsOf: async (_, tool, version) => (await contractOf(tool, version)).terms,
  forget: () => undefined,
};
