/**
 * A scrape reaches one of several web processes and tells of all: the process asks the primary, the primary asks every
 * process, and what they tell is rendered as one.
 */
import cluster, { type Worker } from "node:cluster";
import { type MetricsSnapshot, renderTogether } from "@/lib/metrics/registry";

/** Longer than a process waits for its store. One that does not answer is stuck or ending: the others are told without it. */
const ANSWER_MAX_MS = 4_000;
/** The process that asked gives the primary so much longer. */
const GATHER_MAX_MS = ANSWER_MAX_MS + 1_000;

type Message =
  /** A process to the primary, and back. */
  | { type: "metrics_wanted"; id: number }
  | { type: "metrics_gathered"; id: number; snapshots: MetricsSnapshot[] }
  /** The primary to a process, and back. */
  | { type: "metrics_asked"; id: number }
  | { type: "metrics_told"; id: number; snapshot: MetricsSnapshot };

type Own = { snapshot: () => Promise<MetricsSnapshot>; onError: (error: unknown) => void };

/** In a web process: renders the metrics of all; by itself those of its own. */
export function makeRenderAll(own: Own): () => Promise<string> {
  if (!cluster.isWorker) return async () => renderTogether([await own.snapshot()]);
  const waiting = new Map<number, (snapshots: MetricsSnapshot[]) => void>();
  let last = 0;
  process.on("message", (message: Message) => {
    if (message.type === "metrics_gathered") waiting.get(message.id)?.(message.snapshots);
    if (message.type !== "metrics_asked") return;
    const tell = (snapshot: MetricsSnapshot) => send({ type: "metrics_told", id: message.id, snapshot });
    own.snapshot().then(tell).catch(own.onError);
  });
  return async () => {
    last += 1;
    const id = last;
    const gathered = new Promise<MetricsSnapshot[]>((resolve) => waiting.set(id, resolve));
    send({ type: "metrics_wanted", id });
    const snapshots = await within(GATHER_MAX_MS, gathered, []);
    waiting.delete(id);
    return renderTogether(snapshots.length > 0 ? snapshots : [await own.snapshot()]);
  };
}

function send(message: Message): void {
  if (process.connected) process.send?.(message);
}

/** In the primary: answers `worker` with what all of `others()`, itself included, tell. */
export function answerMetrics(worker: Worker, others: () => Worker[]): void {
  worker.on("message", (message: Message) => {
    if (message.type !== "metrics_wanted") return;
    void Promise.all(others().map(ask)).then((told) => {
      const snapshots = told.filter((one) => one !== null);
      if (worker.isConnected()) worker.send({ type: "metrics_gathered", id: message.id, snapshots } satisfies Message);
    });
  });
}

let askedCount = 0;

/** Null: it did not tell in time. */
async function ask(worker: Worker): Promise<MetricsSnapshot | null> {
  if (!worker.isConnected()) return null;
  askedCount += 1;
  const id = askedCount;
  let hear: (message: Message) => void = () => undefined;
  const told = new Promise<MetricsSnapshot>((resolve) => {
    hear = (message) => {
      if (message.type === "metrics_told" && message.id === id) resolve(message.snapshot);
    };
    worker.on("message", hear);
  });
  worker.send({ type: "metrics_asked", id } satisfies Message);
  const snapshot = await within(ANSWER_MAX_MS, told, null);
  worker.off("message", hear);
  return snapshot;
}

function within<T, E>(ms: number, wanted: Promise<T>, otherwise: E): Promise<T | E> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<E>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return Promise.race([wanted, late]).finally(() => clearTimeout(timer));
}
