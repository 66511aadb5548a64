/**
 * Asks the downstream about doubts: from Postgres alone, as often as they are due, and at once when one arises.
 *
 * At most `slots` questions are under way, and few of them about one tool, so that a downstream that hangs delays only
 * its own. After `stop` nothing more is asked; what is under way is given up and is due again for the next worker.
 */
import { setMaxListeners } from "node:events";
import type { ReservedProbe, ReserveWanted } from "@/lib/store/doubts";

export type ProberDeps = {
  reserve: (wanted: ReserveWanted) => Promise<ReservedProbe[]>;
  release: (intentIds: string[]) => Promise<void>;
  probe: (reserved: ReservedProbe, signal: AbortSignal) => Promise<void>;
  intervalMs: number;
  onError: (error: unknown, intentId?: string) => void;
};

export type Prober = { wake(): void; stop(): Promise<void> };

const SLOTS = 16;
const PER_TOOL_MAX = 4;
/** Longer than any question takes (`PROBE_TIMEOUT_MAX_MS`): only a worker that died leaves it to run out. */
export const RESERVED_FOR_MS = 60_000;

export function startProber(deps: ProberDeps): Prober {
  const running = new Map<ReservedProbe, Promise<void>>();
  const stopping = new AbortController();
  // Every question under way listens to it, with its client.
  setMaxListeners(SLOTS * 4, stopping.signal);
  let looking: Promise<void> | null = null;
  let again = false;

  async function ask(reserved: ReservedProbe): Promise<void> {
    try {
      await deps.probe(reserved, stopping.signal);
    } catch (error) {
      deps.onError(error, reserved.intentId);
    }
    running.delete(reserved);
    look();
  }

  async function takeDue(): Promise<void> {
    do {
      again = false;
      const limit = SLOTS - running.size;
      if (limit <= 0) return;
      const underWay: Record<string, number> = {};
      for (const { tool } of running.keys()) underWay[tool] = (underWay[tool] ?? 0) + 1;
      const reserved = await deps.reserve({ limit, perToolMax: PER_TOOL_MAX, underWay, forMs: RESERVED_FOR_MS });
      if (stopping.signal.aborted) return deps.release(reserved.map(({ intentId }) => intentId));
      for (const one of reserved) running.set(one, ask(one));
    } while (again && !stopping.signal.aborted);
  }

  function look(): void {
    if (stopping.signal.aborted) return;
    if (looking !== null) {
      again = true;
      return;
    }
    looking = takeDue()
      .catch((error: unknown) => deps.onError(error))
      .finally(() => {
        looking = null;
      });
  }

  const timer = setInterval(look, deps.intervalMs);
  look();
  return {
    wake: look,
    async stop() {
      clearInterval(timer);
      // Before they hear of it: each is gone from here as soon as it gave up.
      const given = [...running.keys()].map(({ intentId }) => intentId);
      stopping.abort();
      await looking;
      await Promise.all(running.values());
      await deps.release(given).catch((error: unknown) => deps.onError(error));
    },
  };
}
