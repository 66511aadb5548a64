/**
 * Concurrent calls share one turn: at most `inFlightMax` run at once, and whatever queued meanwhile goes with the next.
 * A lone call finds nothing running and never waits for company. Beside a turn that runs, another starts only for
 * `companyMin` calls, or when the running one takes long: a turn costs the same for one call as for a dozen. After a
 * turn with company the next one waits `gatherMs` for its own: what came together mostly comes together again.
 *
 * B1  A failed turn is halved until the one bad item is alone: it fails, its neighbours do not. Where the failure is
 *     known to be one group's, every group is tried by itself instead.
 * B2  The queue is bounded, in calls, in weight and in time: who comes when the first in line has waited too long is
 *     turned away at once, because a turn that comes later than a caller's patience is work for no answer.
 */
export class QueueFullError extends Error {
  constructor() {
    super("Too many calls are waiting already.");
    this.name = "QueueFullError";
  }
}

export type BatchOptions<I, O> = {
  run: (items: I[]) => Promise<O[]>;
  /** Failures that halving cannot help with (the store is down): everyone is told. */
  isHopeless: (error: unknown) => boolean;
  /** Failures that all items of one group share (somebody holds its lock), and which group an item belongs to. */
  groupFault?: { is: (error: unknown) => boolean; groupOf: (item: I) => string };
  inFlightMax: number;
  /** How many must wait before another turn starts beside one that has just begun. Absent: one. */
  companyMin?: number;
  /** Absent: nobody waits. */
  gatherMs?: number;
  itemsMax: number;
  queueMax: number;
  /** How long the first in line may have waited for others to be let in behind it. Absent: for ever. */
  wait?: { maxMs: number; monotonicMs: () => number };
  /** What an item weighs (bytes, say), and how much of it one turn and the queue may carry. */
  weight?: { of: (item: I) => number; turnMax: number; queueMax: number };
  /** What a turn has room for beside that (locks, say); asked anew for each. */
  room?: { of: (item: I) => number; turnMax: () => number };
};

/** Longer than a turn usually takes: one that has run for so long is stuck, and others go on without it. */
const PATIENCE_MS = 25;

type Waiting<I, O> = { item: I; sinceMs: number; resolve: (value: O) => void; reject: (error: unknown) => void };

export function makeBatcher<I, O>(options: BatchOptions<I, O>): (item: I) => Promise<O> {
  const queue: Waiting<I, O>[] = [];
  let queuedWeight = 0;
  const weigh = (item: I) => options.weight?.of(item) ?? 0;

  /** As many as one turn may carry, and always at least one. */
  function take(): Waiting<I, O>[] {
    let count = 0;
    let weight = 0;
    let taken = 0;
    const roomMax = options.room?.turnMax() ?? Number.POSITIVE_INFINITY;
    for (const { item } of queue) {
      const next = weight + weigh(item);
      taken += options.room?.of(item) ?? 0;
      const isFull = next > (options.weight?.turnMax ?? Number.POSITIVE_INFINITY) || taken > roomMax;
      if (count === options.itemsMax || (count > 0 && isFull)) break;
      count += 1;
      weight = next;
    }
    queuedWeight -= weight;
    return queue.splice(0, count);
  }

  async function turn(waiting: Waiting<I, O>[]): Promise<void> {
    try {
      const results = await options.run(waiting.map(({ item }) => item));
      waiting.forEach((entry, index) => {
        entry.resolve(results[index] as O);
      });
    } catch (error) {
      const parts = options.isHopeless(error) ? [] : partsOf(waiting, error);
      if (parts.length > 1) for (const part of parts) await turn(part);
      else for (const entry of waiting) entry.reject(error);
    }
  }

  function partsOf(waiting: Waiting<I, O>[], error: unknown): Waiting<I, O>[][] {
    const { groupFault } = options;
    if (groupFault?.is(error)) return groupsOf(waiting, ({ item }) => groupFault.groupOf(item));
    const middle = Math.ceil(waiting.length / 2);
    return [waiting.slice(0, middle), waiting.slice(middle)].filter(({ length }) => length > 0);
  }

  const running = new Set<{ isStuck: boolean }>();
  let timer: NodeJS.Timeout | undefined;
  let lastCount = 1;

  /** The last word counts: a turn that ended makes an earlier, longer wait pointless. */
  function wait(delayMs: number): void {
    clearTimeout(timer);
    const beside = [...running];
    timer = setTimeout(() => {
      for (const one of beside) one.isStuck = true;
      pump(true);
    }, delayMs);
  }

  /** How long it pays to wait with what there is. */
  function delayMs(hasWaited: boolean): number {
    if (queue.length >= (options.companyMin ?? 1)) return 0;
    for (const { isStuck } of running) if (!isStuck) return PATIENCE_MS;
    return running.size > 0 || hasWaited || lastCount === 1 ? 0 : (options.gatherMs ?? 0);
  }

  function pump(hasWaited = false): void {
    while (running.size < options.inFlightMax && queue.length > 0) {
      const waitMs = delayMs(hasWaited);
      if (waitMs > 0) {
        wait(waitMs);
        return;
      }
      const waiting = take();
      const one = { isStuck: false };
      running.add(one);
      lastCount = waiting.length;
      void turn(waiting).finally(() => {
        running.delete(one);
        pump();
      });
    }
  }

  return (item) =>
    new Promise<O>((resolve, reject) => {
      const tooHeavy = queuedWeight + weigh(item) > (options.weight?.queueMax ?? Number.POSITIVE_INFINITY);
      const sinceMs = options.wait?.monotonicMs() ?? 0;
      const tooLate = sinceMs - (queue[0]?.sinceMs ?? sinceMs) > (options.wait?.maxMs ?? Number.POSITIVE_INFINITY);
      if (queue.length >= options.queueMax || tooHeavy || tooLate) {
        reject(new QueueFullError());
        return;
      }
      queuedWeight += weigh(item);
      queue.push({ item, sinceMs, resolve, reject });
      // One turn of the event loop: calls that arrived in the same tick travel together.
      if (queue.length === 1 || queue.length === options.companyMin) setImmediate(() => pump());
    });
}

/** Groups in the order in which their first members came, members in their own order. */
function groupsOf<T>(items: T[], groupOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group === undefined) groups.set(groupOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
