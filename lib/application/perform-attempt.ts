/** The effect itself: no transaction is open, nothing is thrown, and the deadline is checked again right before. */

import type { Connector, Performed } from "@/lib/connectors/connector";
import type { Outcome } from "@/lib/domain/event";
import type { ClaimedAttempt } from "./claim-intents";
import type { ContractCatalog } from "./contract-catalog";

export type PerformDeps = {
  catalog: ContractCatalog;
  connectors: Record<string, Connector>;
  monotonicMs: () => number;
  onError: (error: unknown, intentId: string) => void;
};

export function makePerformAttempt(deps: PerformDeps) {
  return async function performAttempt(attempt: ClaimedAttempt, claimedAtMs: number): Promise<Performed> {
    const { intentId, key, args } = attempt;
    try {
      const contract = await deps.catalog.version(attempt.tool, attempt.contractVersion);
      const connector = deps.connectors[contract.definition.execute.connector];
      if (connector === undefined)
        return { outcome: notSent("no_connector", "This worker has no such connector."), exchange: null };
      const leftMs = attempt.timeoutMs - (deps.monotonicMs() - claimedAtMs);
      // A process that was frozen between claim and send must not send with a lease that is no longer its own.
      if (leftMs <= 0)
        return { outcome: notSent("too_late", "The worker was too late to send this attempt."), exchange: null };
      const signal = AbortSignal.timeout(Math.ceil(leftMs));
      return await connector.perform({ contract, intentId, key, args, signal });
    } catch (error) {
      deps.onError(error, intentId);
      const failure = { code: "worker_error", message: "The worker met an error of its own while performing this." };
      return { outcome: { class: "unknown", failure }, exchange: null };
    }
  };
}

function notSent(code: string, message: string): Outcome {
  return { class: "not_sent", failure: { code, message } };
}
