/**
 * Several web processes behind one port (decision 043). The primary serves nothing itself: it keeps the port (`door`),
 * and the processes alive.
 *
 * W1  A process that ends is replaced, after a pause that grows while it keeps ending. One that never becomes ready, or
 *     refuses its settings, ends all of them: starting it again would only hide why.
 * W2  A stop reaches every process; the primary ends last. If it is killed, Node ends the others at once.
 */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Logger } from "@/lib/config/log";
import { EXIT_CONFIGURATION } from "@/lib/config/process";
import { makeDoor } from "./door";
import { answerMetrics } from "./gather-metrics";

export type WebProcesses = {
  /** The port that was bound, once every process is ready. */
  listen(port: number, host: string): Promise<number>;
  stop(): Promise<void>;
};

/** Tells a process which of them it is: for its log. */
export const PROCESS_NUMBER = "INTERLOCK_WEB_PROCESS";

const BACKOFF_MS = 250;
const BACKOFF_CAP_MS = 5_000;
/** One that lived so long did not end because of how it started. */
const STEADY_MS = 60_000;
/** Ends in a row without having been ready. */
const FAILED_STARTS_MAX = 5;

type Slot = { number: number; worker: Worker | null; endsInARow: number; failedStarts: number };

export function startWebProcesses(count: number, log: Logger): WebProcesses {
  const door = makeDoor();
  const slots = Array.from({ length: count }, (_, index): Slot => {
    return { number: index + 1, worker: null, endsInARow: 0, failedStarts: 0 };
  });
  let isStopping = false;
  let isListening = false;

  function start(slot: Slot): Promise<void> {
    const worker = cluster.fork({ [PROCESS_NUMBER]: String(slot.number) });
    const startedAt = performance.now();
    let isReady = false;
    slot.worker = worker;
    answerMetrics(worker, () => slots.flatMap(({ worker: one }) => one ?? []));
    return new Promise((resolve) => {
      worker.on("message", (message: { type?: string }) => {
        if (message.type === "stopping") door.remove(worker, false);
        if (message.type !== "ready" || isReady) return;
        isReady = true;
        slot.failedStarts = 0;
        door.add(worker);
        resolve();
      });
      worker.on("error", (error) => log.error({ err: error, process: slot.number }, "A web process cannot be reached"));
      worker.once("exit", (code, signal) => {
        door.remove(worker, true);
        slot.worker = null;
        if (performance.now() - startedAt > STEADY_MS) slot.endsInARow = 0;
        if (!isReady) slot.failedStarts += 1;
        if (!isStopping) replace(slot, { code, signal });
      });
    });
  }

  function replace(slot: Slot, how: { code: number | null; signal: string | null }): void {
    const { number, failedStarts } = slot;
    const isHopeless = how.code === EXIT_CONFIGURATION || !isListening || failedStarts >= FAILED_STARTS_MAX;
    log.warn({ process: number, ...how }, isHopeless ? "A web process does not start" : "A web process ended");
    if (isHopeless) {
      // Its own last words, and its code, are for the supervisor.
      void stop().then(() => process.exit(how.code || 1));
      return;
    }
    slot.endsInARow += 1;
    const pauseMs = Math.min(BACKOFF_MS * 2 ** (slot.endsInARow - 1), BACKOFF_CAP_MS);
    setTimeout(() => {
      if (!isStopping) void start(slot);
    }, pauseMs);
  }

  async function stop(): Promise<void> {
    isStopping = true;
    door.close();
    const running = slots.flatMap(({ worker }) => worker ?? []);
    const ended = running.map((worker) => once(worker, "exit"));
    for (const worker of running) worker.process.kill("SIGTERM");
    await Promise.all(ended);
  }

  const started = Promise.all(slots.map(start));
  return {
    async listen(port, host) {
      await started;
      const bound = await door.listen(port, host);
      isListening = true;
      return bound;
    },
    stop,
  };
}
