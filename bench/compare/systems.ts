/** What is measured side by side, and how each is asked for the same work. */
import type pg from "pg";
import type { Child } from "../child";
import type { BodyPlan, Target } from "../load/job";

export const SYSTEMS = ["redis", "embedded", "dbos", "restate", "restate-tuned"] as const;
export type SystemName = (typeof SYSTEMS)[number];

export const SYSTEM_LABEL: Record<SystemName, string> = {
  redis: "Interlock on Redis",
  embedded: "Interlock, embedded",
  dbos: "DBOS",
  restate: "Restate",
  "restate-tuned": "Restate, tuned",
};

export const KINDS = ["start", "done", "duplicate"] as const;
export type Kind = (typeof KINDS)[number];

export const KIND_LABEL: Record<Kind, string> = {
  start: "start only",
  done: "done",
  duplicate: "duplicates",
};

export const PROCESSES = ["app", "worker", "postgres", "redis", "restate", "downstream", "load"] as const;
export type Process = (typeof PROCESSES)[number];

/** A system that runs. */
export type System = {
  name: SystemName;
  downstream: Child;
  /** Its database; Restate keeps its own. */
  sql: pg.Client | null;
  target(kind: Kind, body: BodyPlan): Target;
  cpuMs(): Record<Process, number | null>;
  stop(): Promise<void>;
};

export const NO_CPU: Record<Process, null> = {
  app: null,
  worker: null,
  postgres: null,
  redis: null,
  restate: null,
  downstream: null,
  load: null,
};

export const WAIT_SECONDS = 10;
