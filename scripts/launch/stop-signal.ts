// The wish to stop: Ctrl-C, a signal of the system, a closed terminal, or the death of the process that started us.
export interface StopSignal {
  signal: AbortSignal;
  /** Resolves at the first wish. */
  requested: Promise<void>;
  /** Called at the second one: stop now, whatever is unfinished. */
  onInsist(listener: () => void): void;
}

/** One Ctrl-C arrives up to three times: from the terminal, from npm and from the script that started us. */
const SAME_WISH_MS = 1_000;

export class StoppedError extends Error {}

export function listenForStop(): StopSignal {
  const controller = new AbortController();
  const insist: (() => void)[] = [];
  let firstAt: number | null = null;
  const first = () => {
    firstAt ??= Date.now();
    if (!controller.signal.aborted) controller.abort(new StoppedError("stopped"));
  };
  const wish = () => {
    if (firstAt === null) first();
    else if (Date.now() - firstAt > SAME_WISH_MS) for (const listener of insist) listener();
  };
  process.on("SIGINT", wish).on("SIGTERM", wish).on("SIGHUP", first);
  if (process.send !== undefined) process.on("disconnect", first);
  // With the terminal gone there is nobody to write to; that must not stop an orderly end.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return {
    signal: controller.signal,
    requested: new Promise((resolve) => controller.signal.addEventListener("abort", () => resolve(), { once: true })),
    onInsist: (listener) => insist.push(listener),
  };
}
