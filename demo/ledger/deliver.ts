/**
 * How an answer reaches the caller, or fails to. The one place where a fault is acted out; what the fault leaves
 * behind (effect or no effect) is decided by whether `produce` is called before the misfortune.
 */
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type Answer, problem, send } from "./exchange";
import type { Fault } from "./faults";
import type { Manner } from "./perform";

/** A caller that never hangs up is cut off after this long. */
const SILENCE_MAX_MS = 15 * 60_000;

export type Produce = (manner?: Manner) => Promise<Answer>;

export interface Delivery {
  res: ServerResponse;
  fault: Fault | null;
  produce: Produce;
  /** aborted when the ledger stops: nobody waits any longer, and what has not happened does not happen */
  stopping: AbortSignal;
}

/** Resolves with the status the caller could read, or null if there was none. */
export async function deliver({ res, fault, produce, stopping }: Delivery): Promise<number | null> {
  const pause = (ms: number) => delay(ms, undefined, { signal: stopping });
  switch (fault?.kind) {
    case undefined:
      return answer(res, await produce());
    case "partial":
      return answer(res, await produce({ partial: true }));
    case "slow_success": {
      const done = await produce();
      await pause(fault.delayMs);
      return answer(res, done);
    }
    case "late_effect":
      return answer(res, await produce({ before: () => pause(fault.delayMs) }));
    case "effect_then_500":
      await produce();
      return answer(res, problem(fault.status, "injected", "Something went wrong."));
    case "effect_then_no_answer":
      await produce();
      return stayQuiet(res, stopping);
    case "effect_then_reset":
      await produce();
      res.socket?.resetAndDestroy();
      return null;
    case "effect_then_truncated":
      return truncate(res, await produce());
    case "hang":
      return stayQuiet(res, stopping);
    case "refuse":
      return answer(res, problem(fault.status, "refused", "The outside world says no. Nothing was done."));
    case "unavailable_before_effect": {
      const retryAfter = { "retry-after": String(fault.retryAfterSeconds) };
      return answer(res, problem(fault.status, "unavailable", "Try again later. Nothing was done.", retryAfter));
    }
  }
}

function answer(res: ServerResponse, given: Answer): number | null {
  if (res.destroyed) return null;
  send(res, given);
  return given.status;
}

function truncate(res: ServerResponse, { status, body }: Answer): Promise<null> {
  const payload = Buffer.from(JSON.stringify(body));
  res.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": payload.length });
  return new Promise((resolve) => {
    res.write(payload.subarray(0, payload.length / 2), () => {
      res.socket?.destroySoon();
      resolve(null);
    });
  });
}

async function stayQuiet(res: ServerResponse, stopping: AbortSignal): Promise<null> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, SILENCE_MAX_MS);
    const wake = () => {
      clearTimeout(timer);
      stopping.removeEventListener("abort", wake);
      resolve();
    };
    if (res.destroyed || stopping.aborted) return wake();
    res.once("close", wake);
    stopping.addEventListener("abort", wake);
  });
  res.destroy();
  return null;
}
