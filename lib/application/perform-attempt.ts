/** The effect itself: no transaction is open, nothing is thrown, and the deadline is checked again right before. */

import { crashPoint } from "@/lib/config/crash-point";
import type { Connector, Performed } from "@/lib/connectors/connector";
import { digestJson } from "@/lib/domain/digest";
import type { Outcome } from "@/lib/domain/event";
import { isUnreachable } from "@/lib/store/errors";
import type { ClaimedAttempt } from "./claim-intents";
import type { ContractCatalog } from "./contract-catalog";

export type PerformDeps = {
  catalog: ContractCatalog;
  connectors: Record<string, Connector>;
  monotonicMs: () => number;
  /** Looked up again where the claim is not of this moment. */
  isPaused: (attempt: Pick<ClaimedAttempt, "tool" | "agentId">) => Promise<boolean>;
  onError: (error: unknown, intentId: string) => void;
};

const WORKER_ERROR = "The worker met an error of its own while performing this.";

/** The claim itself saw every pause before it. */
const PAUSE_TRUSTED_MS = 250;

export function makePerformAttempt(deps: PerformDeps) {
  return async function performAttempt(attempt: ClaimedAttempt, claimedAtMs: number): Promise<Performed> {
    const { intentId, key, args } = attempt;
    let mayHaveSent = false;
    try {
      const contract = await findContract(deps, attempt);
      if (contract === null) return held("contract_unreadable", "This version of the contract can no longer be read.");
      // L3: what is sent is what was decided on, down to the last byte.
      if (digestJson(args) !== attempt.argsDigest)
        return held("args_changed", "The stored args are not those that were decided on.");
      const connector = deps.connectors[contract.definition.execute.connector];
      if (connector === undefined) return held("no_connector", "This worker has no such connector.");
      const left = () => attempt.timeoutMs - (deps.monotonicMs() - claimedAtMs);
      // What was paused while this process stood still is not sent.
      if (attempt.timeoutMs - left() > PAUSE_TRUSTED_MS && (await deps.isPaused(attempt)))
        return {
          outcome: { ...notSent("paused", "It was paused before it was sent."), ...GIVEN_BACK },
          exchange: null,
        };
      const leftMs = left();
      // A process that was frozen between claim and send must not send with a lease that is no longer its own.
      if (leftMs <= 0)
        return { outcome: notSent("too_late", "The worker was too late to send this attempt."), exchange: null };
      mayHaveSent = true;
      return await withDeadline(leftMs, (signal) => {
        const execution = { contract, intentId, key, args, signal, attempt: attempt.fence };
        const performing = connector.perform({ ...execution, mayStillSend: () => left() > 0 });
        crashPoint("request_sent");
        return performing;
      });
    } catch (error) {
      deps.onError(error, intentId);
      // A store that was away before anything was sent is no reason for a doubt, nor takes it from the retries.
      const uncounted = isUnreachable(error) ? ({ counted: false } as const) : {};
      if (!mayHaveSent) return { outcome: { ...notSent("worker_error", WORKER_ERROR), ...uncounted }, exchange: null };
      return {
        outcome: { class: "unknown", failure: { code: "worker_error", message: WORKER_ERROR } },
        exchange: null,
      };
    }
  };
}

const TIME_IS_UP = new DOMException("The attempt's deadline has passed.", "TimeoutError");

/** Its timer ends with the work: `AbortSignal.timeout` would go off, and make an error, long after every answer. */
async function withDeadline<T>(leftMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(TIME_IS_UP), Math.ceil(leftMs));
  try {
    return await work(deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}

async function findContract(deps: PerformDeps, { tool, contractVersion, intentId }: ClaimedAttempt) {
  try {
    return await deps.catalog.version(tool, contractVersion);
  } catch (error) {
    if (isUnreachable(error)) throw error;
    deps.onError(error, intentId);
    return null;
  }
}

/** Ours to mend: the intent waits for a person, and nothing was sent. */
function held(code: string, message: string): Performed {
  return { outcome: { class: "configuration", failure: { code, message }, counted: false }, exchange: null };
}

/** A pause takes nothing from the retries: it is due again as soon as it is resumed. */
const GIVEN_BACK = { retryAfterMs: 0, counted: false } as const;

function notSent(code: string, message: string): Extract<Outcome, { class: "not_sent" }> {
  return { class: "not_sent", failure: { code, message } };
}
