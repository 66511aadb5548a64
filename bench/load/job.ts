/** What the orchestrator tells the load process to do, and what it hears back. */
import type { RawQueueSettings } from "../raw-queue";

export type BodyPlan = {
  /** Names of runs and payments begin with it: a fresh one makes every intent new. */
  prefix: string;
  /** After this many the same intents come again; null: never. */
  distinctCount: number | null;
  verdict: "cleared" | "held";
  /** The same action, phrased anew, as a model does on a retry. */
  reworded: boolean;
};

export type Target =
  | {
      kind: "http";
      url: string;
      bearer: string;
      /** `Prefer: wait=N`; absent: answered at once. */
      waitSeconds?: number;
      /** Sends `idempotency-key`, the same for the same intent: what the peers tell duplicates by. */
      keyed?: boolean;
      body: BodyPlan;
      expect: { status: number; text: string };
    }
  | { kind: "queue"; settings: RawQueueSettings; toldAt: string; prefix: string }
  | { kind: "insert"; databaseUrl: string; prefix: string };

export type Job = {
  target: Target;
  connections: number;
  warmUpMs: number;
  /** A cell is measured for a time; a preparation ends after a count. */
  until: { ms: number } | { requestCount: number };
};

export type Measured = {
  requestCount: number;
  elapsedMs: number;
  p50Ms: number;
  p99Ms: number;
  /** Right answers of the whole job: before, in and after the measured window. */
  rightCount: number;
  errorCount: number;
  /** The first few answers that were not the expected ones. */
  errors: string[];
};

/** What the load process is told. It keeps its connections until it may finish: their CPU time is still to be read. */
export type LoadOrder = { type: "run"; job: Job } | { type: "finish" };

export type LoadMessage =
  | { type: "measuring" }
  | { type: "measured" }
  | { type: "result"; measured: Measured }
  | { type: "failed"; message: string };
