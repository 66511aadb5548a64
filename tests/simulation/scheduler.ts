/**
 * The only place where anything happens later. It owns the clock and every await: timers, messages, answers.
 *
 * S1  One event at a time; everything that follows from it in microtasks is over before the next.
 * S2  What a dead process would have done never happens; what a frozen one would have done happens when it is thawed.
 * S3  Which of several events is next follows from `order` alone, so that a run can be repeated.
 */
export type Process = { name: string; alive: boolean; frozenUntil: number };

export type Pending = {
  at: number;
  order: number;
  owner: Process | null;
  label: string;
  run: () => void;
  /** Nobody's promise is kept by it: nothing follows in microtasks. */
  isQuiet: boolean;
};

export type SchedulerHooks = {
  order: () => number;
  /** Right before an event: here a process may be killed or frozen. */
  beforeStep?: (event: Pending) => void;
  /** Picks among all that could be next; absent: the earliest. */
  choose?: (pending: readonly Pending[], now: number) => Pending;
  trace?: (who: string, what: string) => void;
};

const STEPS_MAX = 50_000;
const afterMicrotasks = globalThis.setImmediate;

export class Scheduler {
  now = 1_000_000;
  /** On whose behalf code runs just now: whose timers it starts. */
  current: Process | null = null;
  stepCount = 0;
  isStopped = false;
  readonly pending: Pending[] = [];

  constructor(readonly hooks: SchedulerHooks) {}

  after(delayMs: number, label: string, owner: Process | null, run: () => void, isQuiet = false): Pending {
    const event = { at: this.now + Math.max(0, delayMs), order: this.hooks.order(), owner, label, run, isQuiet };
    this.pending.push(event);
    return event;
  }

  /** False: it has happened, or was cancelled before. */
  cancel(event: Pending): boolean {
    const index = this.pending.indexOf(event);
    if (index >= 0) this.pending.splice(index, 1);
    return index >= 0;
  }

  sleep(owner: Process, delayMs: number, label = "wakes"): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, label, owner, resolve));
  }

  async runUntil(endAt: number): Promise<void> {
    while (!this.isStopped) {
      const event = this.take(endAt);
      if (event === null) break;
      await this.step(event);
    }
    if (!this.isStopped) this.now = endAt;
  }

  kill(process: Process): void {
    process.alive = false;
    for (const event of this.pending.filter(({ owner }) => owner === process)) this.cancel(event);
  }

  private take(endAt: number): Pending | null {
    const { choose } = this.hooks;
    if (this.pending.length === 0) return null;
    const event = choose === undefined ? this.earliest() : choose(this.pending, this.now);
    if (event.at > endAt) return null;
    this.cancel(event);
    return event;
  }

  private earliest(): Pending {
    let best = this.pending[0] as Pending;
    for (const event of this.pending) {
      if (event.at < best.at || (event.at === best.at && event.order < best.order)) best = event;
    }
    return best;
  }

  private async step(event: Pending): Promise<void> {
    const { owner } = event;
    this.now = Math.max(this.now, event.at);
    if (owner !== null && owner.frozenUntil > this.now) {
      this.pending.push({ ...event, at: owner.frozenUntil, order: this.hooks.order() }); // S2
      return;
    }
    this.hooks.beforeStep?.(event);
    if (owner !== null && (!owner.alive || owner.frozenUntil > this.now)) {
      if (owner.alive) this.pending.push({ ...event, at: owner.frozenUntil });
      return;
    }
    this.stepCount += 1;
    if (this.stepCount > STEPS_MAX) throw new Error("The simulation does not come to rest.");
    this.hooks.trace?.(owner?.name ?? "", event.label);
    this.current = owner;
    event.run();
    if (!event.isQuiet) await new Promise((resolve) => afterMicrotasks(resolve)); // S1
    this.current = null;
  }
}
