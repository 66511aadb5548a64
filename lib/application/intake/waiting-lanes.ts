/**
 * Submissions that wait for what another transaction holds, apart from all others: one lane for each lock or row, one
 * flush of it at a time, and few lanes at once.
 *
 * N1  A flush waits for its lane's lock alone, some seconds: then those in the lane are told that the action is busy.
 * N2  Who needs a lock that others wait for already joins them: it is not asked for in vain.
 * N3  What found one lock after the other taken, each for a moment, waits for all that it needs, in the order in which
 *     everybody takes them, in a lane of its action: it comes to an end.
 * N4  A lane keeps its slot for one wait. One that waited in vain goes to the end of the line, and never takes the last
 *     slot: however many locks are stuck, a lane whose lock is free again gets its turn.
 */
import { isBusy, isOutOfLocks, isUnreachable } from "@/lib/store/errors";
import type { Contended } from "@/lib/store/raw-transaction";
import { type BatchOptions, makeBatcher, QueueFullError } from "../batch";
import { makeSlots } from "../bounded-slots";

/** Each keeps a connection while it waits. */
const LANES_RUNNING_MAX = 3;
/** Of those, lanes that have waited in vain (N4). */
const LANES_STUCK_MAX = LANES_RUNNING_MAX - 1;
const LANES_WAITING_MAX = 30;
const ITEMS_MAX = 100;
const WAITING_MAX = 10_000;
/** So many waits of three seconds (`database`), then the action is busy; fewer where it stood in line between them. */
const WAITS_MAX = 3;
const WAIT_MAX_MS = 9_000;

export type LaneOf = Contended | { action: string };
type Lane<I, O> = { by: LaneOf; record: (item: I) => Promise<O>; count: number; isStuck: boolean };

export type WaitingLanes<I, O> = {
  join(by: LaneOf, item: I): Promise<O>;
  /** The first of these that others here wait for. */
  findAmong(locks: () => Contended[]): LaneOf | null;
};

export type LanesDeps<I, O> = {
  run: (items: I[], by: LaneOf) => Promise<O[]>;
  room: NonNullable<BatchOptions<I, O>["room"]>;
  monotonicMs: () => number;
};

export function makeWaitingLanes<I, O>({ run, room, monotonicMs }: LanesDeps<I, O>): WaitingLanes<I, O> {
  const lanes = new Map<string, Lane<I, O>>();
  const bounds = { waitingMax: LANES_WAITING_MAX, refusal: "Too many actions are locked at once." };
  const slots = makeSlots({ ...bounds, runningMax: LANES_RUNNING_MAX });
  const stuckSlots = makeSlots({ ...bounds, runningMax: LANES_STUCK_MAX });
  let waiting = 0;

  function open(by: LaneOf): Lane<I, O> {
    const record = makeBatcher<I, O>({
      run: (items) => patiently(lane, items),
      // Busy is the lane's own lock: none in it can be helped by trying alone (N1). A full lock table has room for fewer.
      isHopeless: (error) => (isUnreachable(error) && !isOutOfLocks(error)) || isBusy(error),
      inFlightMax: 1,
      itemsMax: ITEMS_MAX,
      queueMax: WAITING_MAX,
      room,
    });
    const lane: Lane<I, O> = { by, record, count: 0, isStuck: false };
    return lane;
  }

  /** Who waits here keeps no other waiting: it may take longer than the store lets a flush of many wait. */
  async function patiently(lane: Lane<I, O>, items: I[]): Promise<O[]> {
    const sinceMs = monotonicMs();
    const isOver = () => monotonicMs() - sinceMs >= WAIT_MAX_MS;
    let busy: unknown = null;
    // Who stood in line for too long does not use its slot any more.
    const wait = () => (busy !== null && isOver() ? Promise.reject(busy) : run(items, lane.by));
    for (let turn = 1; ; turn += 1) {
      try {
        const results = await (lane.isStuck ? stuckSlots(() => slots(wait)) : slots(wait));
        lane.isStuck = false;
        return results;
      } catch (error) {
        if (!isBusy(error)) throw error;
        lane.isStuck = true; // N4
        if (turn === WAITS_MAX || isOver()) throw error;
        busy = error;
      }
    }
  }

  return {
    async join(by, item) {
      if (waiting >= WAITING_MAX) throw new QueueFullError();
      const id = nameOf(by);
      const lane = lanes.get(id) ?? open(by);
      lanes.set(id, lane);
      lane.count += 1;
      waiting += 1;
      try {
        return await lane.record(item);
      } finally {
        waiting -= 1;
        lane.count -= 1;
        if (lane.count === 0) lanes.delete(id);
      }
    },
    findAmong(locks) {
      if (lanes.size === 0) return null;
      for (const lock of locks()) {
        const lane = lanes.get(nameOf(lock));
        if (lane !== undefined) return lane.by;
      }
      return null;
    },
  };
}

function nameOf(by: LaneOf): string {
  if ("action" in by) return `action ${by.action}`;
  return "table" in by ? `${by.table} ${by.id}` : by.lock;
}
