/** How an effect reaches the world. A connector never throws: what it cannot classify is `unknown` (L5). */

import type { Secret } from "@/lib/config/secrets";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { Outcome } from "@/lib/domain/event";
import type { JsonObject } from "@/lib/domain/json";
import type { Resolve } from "./egress";

export type Execution = {
  contract: CompiledContract;
  intentId: string;
  key: string;
  args: JsonObject;
  /** The how-manyeth time somebody claimed it, from 1. */
  attempt: number;
  /** Aborts at the attempt's deadline. */
  signal: AbortSignal;
  /** False once that deadline has passed, also where the process stood still and no signal came. */
  mayStillSend: () => boolean;
};

export type Performed = {
  outcome: Outcome;
  /** What was asked and answered, redacted and bounded, for the attempt's record; null when nothing was sent. */
  exchange: unknown;
  /** Whom we tried to reach, and the status that came back; for the circuit breaker. Absent: nobody was tried. */
  reached?: { origin: string; status: number | null };
  /** What came of a function that outlived its deadline, when it comes to its end at last. */
  late?: Promise<Outcome>;
};

export type ConnectorSettings = {
  config: Record<string, string>;
  secrets: Map<string, Secret>;
  egress: string[];
  /** Those of `egress` whose names may lead to private addresses. */
  egressPrivate?: string[];
  /** Where the `module` connector finds its modules. */
  modulesDir?: string | null;
  /** To one origin at a time. As many as attempts may run: one that waited for another's connection would be too late. */
  connectionsMax?: number;
  /** Stands in for DNS, in tests. */
  resolve?: Resolve;
};

export type Connector = { perform(execution: Execution): Promise<Performed>; close(): Promise<void> };
