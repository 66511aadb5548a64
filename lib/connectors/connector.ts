/** How an effect reaches the world. A connector never throws: what it cannot classify is `unknown` (L5). */

import type { Secret } from "@/lib/config/secrets";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { Outcome } from "@/lib/domain/event";
import type { JsonObject } from "@/lib/domain/json";

export type Execution = {
  contract: CompiledContract;
  intentId: string;
  key: string;
  args: JsonObject;
  signal: AbortSignal;
};

export type Performed = {
  outcome: Outcome;
  /** What was asked and answered, redacted and bounded, for the attempt's record; null when nothing was sent. */
  exchange: unknown;
};

export type ConnectorSettings = {
  config: Record<string, string>;
  secrets: Map<string, Secret>;
  egress: string[];
};

export type Connector = { perform(execution: Execution): Promise<Performed>; close(): Promise<void> };
