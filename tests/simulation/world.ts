/**
 * One simulated world: processes, store, queue, downstream and people, and the trouble they are in. It all follows from
 * the seed: first trouble, then quiet, then judgement.
 */

import { CLOCK_JUMP_LEAST_MS, type ClockReading, jumpBetween } from "@/lib/domain/clock-jumps";
import type { IdPrefix } from "@/lib/domain/id";
import { LEASE_MARGIN_MS } from "@/lib/domain/intent";
import { TIMEOUT_MS, VERSIONS } from "./contracts";
import { ABOUT_TO_SEND, Downstream } from "./downstream";
import type { Feature } from "./features";
import { AT_REST, type Judge } from "./judge";
import { MemoryStore } from "./memory-store";
import { decideWith, type Mutant } from "./mutants";
import { meddle, prepare, resumeAll } from "./operators";
import { FAR_JUMP_MAX_MS, type Plan } from "./plan";
import { Queue } from "./queue";
import type { Random } from "./random";
import type { Pending, Process, Scheduler } from "./scheduler";
import { type SimulatedWeb, startWeb } from "./web";
import { makeWire, type OnResult, type Wire } from "./wire";
import { type SimulatedWorker, startWorker } from "./worker";

const LEASE_MS = TIMEOUT_MS + LEASE_MARGIN_MS;
/** The longest rest that a downstream is given before it is tried again. */
const REST_MAX_MS = 60_000;
/**
 * A lease, two sweeps, the longest delays of a retry and of an undo, a rest, and another lease for what that started.
 * What is due waits for a clock that went back.
 */
function quietMs({ sweepIntervalMs, farJumps }: Plan): number {
  const farMs = farJumps ? FAR_JUMP_MAX_MS : 0;
  return 2 * (LEASE_MS + 2 * sweepIntervalMs) + 8_000 + REST_MAX_MS + farMs;
}
const ABOUT_TO_SEND_TIMES = 5;
const RESTART_MAX_MS = 15_000;
const TROUBLE_INTERVAL_MS = 5_000;

export type WorldDeps = {
  scheduler: Scheduler;
  random: Random;
  plan: Plan;
  judge: Judge;
  mutant: Mutant | null;
  onResult?: OnResult;
};

export class World {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly plan: Plan;
  readonly judge: Judge;
  readonly mutant: Mutant | null;
  readonly store: MemoryStore;
  readonly wire: Wire;
  readonly queue: Queue;
  readonly downstream: Downstream;
  workers: SimulatedWorker[] = [];
  webs: SimulatedWeb[] = [];
  quietAt: number;
  /** Agents who still want something. */
  askingCount = 0;
  readonly features = new Set<Feature>();
  /** How far the store's clock is from the one that nobody sets. */
  private storeAheadMs = 0;
  private readonly readings = new WeakMap<Process, ClockReading & { knownCount: number }>();
  private idCount = 0;
  private processCount = 0;

  constructor({ scheduler, random, plan, judge, mutant, onResult }: WorldDeps) {
    this.scheduler = scheduler;
    this.random = random;
    this.plan = plan;
    this.judge = judge;
    this.mutant = mutant;
    this.quietAt = scheduler.now + plan.troubleMs;
    const isTroubled = () => scheduler.now < this.quietAt;
    this.wire = makeWire({ scheduler, random, plan, isTroubled, onResult });
    this.store = new MemoryStore({
      now: () => scheduler.now + this.storeAheadMs,
      newId: this.newId,
      versions: VERSIONS,
      random: random.next,
      decide: decideWith(mutant),
      mutant,
      watch: judge,
    });
    judge.store = this.store;
    this.downstream = new Downstream({ scheduler, random, plan, judge, mutant, isTroubled, saw: this.saw });
    const workers = () => this.workers;
    this.queue = new Queue({ scheduler, random, plan, wire: this.wire, isTroubled, workers });
  }

  /** In the order in which they are made: ids sort as they do in the product. */
  readonly newId = (prefix: IdPrefix): string => {
    this.idCount += 1;
    return `${prefix}_${String(this.idCount).padStart(4, "0")}`;
  };

  readonly saw = (feature: Feature): void => {
    this.features.add(feature);
  };

  startProcess(name: string): Process {
    return { name, alive: true, frozenUntil: 0 };
  }

  start(): void {
    prepare(this);
    for (let count = this.plan.workerCount; count > 0; count -= 1) this.startWorker();
    for (let count = this.plan.webCount; count > 0; count -= 1) this.startWeb();
    this.scheduler.after(TROUBLE_INTERVAL_MS, "trouble", null, () => this.trouble(), true);
  }

  async run(): Promise<void> {
    while (!this.scheduler.isStopped && this.scheduler.now < this.quietAt) {
      await this.scheduler.runUntil(Math.min(this.quietAt, this.scheduler.now + TROUBLE_INTERVAL_MS));
    }
    for (const { process } of [...this.workers, ...this.webs]) process.frozenUntil = 0;
    resumeAll(this);
    await this.settleDown(this.quietAt + quietMs(this.plan));
    if (!this.scheduler.isStopped) this.judge.conclude(this.store, this.downstream);
  }

  /** Until nothing is under way any more, and a sweep after that has found nothing. */
  private async settleDown(endAt: number): Promise<void> {
    let restedCount = 0;
    while (!this.scheduler.isStopped && this.scheduler.now < endAt && restedCount < 2) {
      await this.scheduler.runUntil(Math.min(endAt, this.scheduler.now + this.plan.sweepIntervalMs));
      restedCount = this.isAtRest() ? restedCount + 1 : 0;
    }
  }

  isAtRest(): boolean {
    if (this.downstream.isBusy()) return false;
    return [...this.store.rows.values()].every(({ endedAt, state }) => endedAt !== null || AT_REST.has(state));
  }

  /** Before each step: whoever is about to do something may die, or stand still, instead. */
  readonly beforeStep = ({ owner, label }: Pending): void => {
    const { scheduler, random, plan } = this;
    if (owner === null || scheduler.now >= this.quietAt || !this.isServer(owner)) return;
    // Between the claim and the first byte a stop matters most.
    const freeze = label === ABOUT_TO_SEND ? ABOUT_TO_SEND_TIMES * plan.freeze : plan.freeze;
    if (random.chance(plan.crash)) this.crash(owner);
    else if (random.chance(freeze)) {
      owner.frozenUntil = Math.min(this.quietAt, scheduler.now + this.freezeMs());
      scheduler.hooks.trace?.(owner.name, `FROZEN until ${owner.frozenUntil}`);
    }
  };

  /** Short, or about as long as a lease: that is where the difference lies. */
  private freezeMs(): number {
    return this.random.chance(0.4) ? this.random.below(TIMEOUT_MS * 2) : LEASE_MS - 3_000 + this.random.below(12_000);
  }

  crash(process: Process): void {
    const { scheduler, random } = this;
    scheduler.hooks.trace?.(process.name, "KILLED");
    scheduler.kill(process);
    const isWorker = this.workers.some((worker) => worker.process === process);
    this.workers = this.workers.filter((worker) => worker.process !== process);
    const again = () => (isWorker ? this.startWorker() : this.startWeb(process));
    scheduler.after(random.skewed(0, RESTART_MAX_MS), "restart", null, again, true);
  }

  private isServer(process: Process): boolean {
    return [...this.workers, ...this.webs].some((server) => server.process === process);
  }

  startWorker(): void {
    this.processCount += 1;
    const process = this.startProcess(`worker-${this.processCount}`);
    // Its first steps are its own, too.
    this.scheduler.after(0, "starts", process, () => this.workers.push(startWorker(this, process)));
  }

  private startWeb(before?: Process): void {
    this.processCount += 1;
    const process = this.startProcess(`web-${this.processCount}`);
    this.webs = [...this.webs.filter((web) => web.process !== before), startWeb(this, process)];
  }

  private trouble(): void {
    const { scheduler, random, plan } = this;
    // Where all has ended and nobody asks any more, little is left to go wrong.
    const isOver = this.askingCount === 0 && [...this.store.rows.values()].every(({ endedAt }) => endedAt !== null);
    if (isOver && !random.chance(plan.bypassing)) this.quietAt = scheduler.now;
    if (scheduler.now >= this.quietAt) return;
    if (random.chance(plan.wipe)) this.queue.wipe();
    if (random.chance(plan.stop) && this.workers.length > 0) this.replace(random.pick(this.workers));
    if (random.chance(plan.jump)) this.jump();
    meddle(this);
    const delayMs = random.below(TROUBLE_INTERVAL_MS);
    scheduler.after(delayMs, "trouble", null, () => this.trouble(), true);
  }

  private jump(): void {
    if (this.plan.farJumps) this.setStoreClockFar();
    else this.setStoreClock();
  }

  /** Somebody, or a time server, sets the store's clock: forward or back, never further from itself than the plan says. */
  private setStoreClock(): void {
    const before = this.storeAheadMs;
    this.storeAheadMs = this.random.below(this.plan.jumpMs);
    this.saw(this.storeAheadMs >= before ? "clock_forward" : "clock_back");
    this.scheduler.hooks.trace?.("store", `its clock jumps by ${this.storeAheadMs - before} ms`);
  }

  /**
   * Further than any margin carries. One process that ran before looks at the clock before any that starts later does:
   * a jump that no process of ours has lived through cannot be told from time that passed (decision 033).
   */
  private setStoreClockFar(): void {
    const now = this.scheduler.now;
    const witness = [...this.workers, ...this.webs].find(
      ({ process }) => process.alive && process.frozenUntil <= now && this.readings.has(process),
    );
    const byMs = this.random.below(FAR_JUMP_MAX_MS) - this.storeAheadMs;
    if (witness === undefined || Math.abs(byMs) < CLOCK_JUMP_LEAST_MS) return;
    this.lookAtClock(witness.process);
    this.storeAheadMs += byMs;
    this.lookAtClock(witness.process);
    this.saw(byMs > 0 ? "clock_far_forward" : "clock_far_back");
    this.scheduler.hooks.trace?.("store", `its clock jumps by ${byMs} ms`);
  }

  /** With whatever brings it to the store, a process compares the store's clock with its own steady one. */
  readonly lookAtClock = (process: Process): void => {
    const reading = { at: this.store.deps.now(), steadyMs: this.scheduler.now };
    const last = this.readings.get(process);
    const jump = jumpBetween(last ?? reading, reading);
    if (jump !== null) this.store.noteJump(jump, last?.knownCount ?? 0);
    this.readings.set(process, { ...reading, knownCount: this.store.jumps.length });
  };

  /** As on SIGTERM: what is under way is finished, a successor starts beside it. */
  private replace(worker: SimulatedWorker): void {
    this.workers = this.workers.filter((other) => other !== worker);
    this.startWorker();
    this.scheduler.after(0, "told to stop", worker.process, () => void worker.stop());
  }
}
