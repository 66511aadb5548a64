/** While a simulation runs, everybody's timers are its own: the product's code needs no other clock. */
import type { Pending, Scheduler } from "./scheduler";

type Timer = { next: Pending | null };

/** Made once: an exception of its own for each would cost more than the rest of a step. */
const TIME_IS_UP = new Error("The time is up.");

const PATCHED = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate"] as const;

export async function withTimers<T>(scheduler: Scheduler, work: () => Promise<T>): Promise<T> {
  const real = PATCHED.map((name) => [name, globalThis[name]] as const);
  const timeout = AbortSignal.timeout;
  Object.assign(globalThis, makeTimers(scheduler));
  AbortSignal.timeout = (delayMs) => {
    const controller = new AbortController();
    scheduler.after(delayMs, "deadline", scheduler.current, () => controller.abort(TIME_IS_UP));
    return controller.signal;
  };
  try {
    return await work();
  } finally {
    Object.assign(globalThis, Object.fromEntries(real));
    AbortSignal.timeout = timeout;
  }
}

function makeTimers(scheduler: Scheduler): Record<(typeof PATCHED)[number], unknown> {
  const after = (delayMs: number, label: string, run: () => void): Timer => ({
    next: scheduler.after(delayMs, label, scheduler.current, run),
  });
  function every(run: () => void, delayMs: number): Timer {
    const owner = scheduler.current;
    const again = () => {
      timer.next = scheduler.after(delayMs, "timer", owner, again);
      run();
    };
    const timer: Timer = { next: scheduler.after(delayMs, "timer", owner, again) };
    return timer;
  }
  const clear = (timer?: Timer | null) => {
    if (timer?.next) scheduler.cancel(timer.next);
  };
  return {
    setTimeout: (run: () => void, delayMs = 0) => after(delayMs, "timer", run),
    setImmediate: (run: () => void) => after(0, "goes on", run),
    setInterval: every,
    clearTimeout: clear,
    clearInterval: clear,
  };
}
