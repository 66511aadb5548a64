/** Runs a turn, waits, runs the next; an error never ends the loop, and its log is bounded by the caller. */
export type Loop = {
  /** Since a turn last came to its end, well or not. */
  ageMs(): number;
  stop(): Promise<void>;
};

export function startLoop(runOnce: () => Promise<number>, intervalMs: number, onError: (error: unknown) => void): Loop {
  let stopped = false;
  let turnedAtMs = performance.now();
  let timer: NodeJS.Timeout | null = null;
  let wakeUp: (() => void) | null = null;

  const pause = () =>
    new Promise<void>((resolve) => {
      wakeUp = resolve;
      timer = setTimeout(resolve, intervalMs);
    });

  async function loop(): Promise<void> {
    while (!stopped) {
      try {
        // A full turn means there may be more: go on at once.
        if ((await runOnce()) > 0) continue;
      } catch (error) {
        onError(error);
      } finally {
        turnedAtMs = performance.now();
      }
      if (!stopped) await pause();
    }
  }

  const ended = loop();
  return {
    ageMs: () => performance.now() - turnedAtMs,
    async stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      wakeUp?.();
      await ended;
    },
  };
}
