/** Starts a verification beside the page: in a worker, or in slices on the page where the browser starts none. */
import { type Order, run, type Told } from "./run";

/** A slice of the page's time: shorter than a frame. */
const SLICE_MS = 10;

/** Returns how to cancel it; nothing is told after that. */
export function startVerification(order: Order, tell: (told: Told) => void): () => void {
  const cancelled = new AbortController();
  const worker = makeWorker();
  if (worker === null) {
    onThePage(order, tell, cancelled.signal);
    return () => cancelled.abort();
  }
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    tell(data);
    if (data.kind === "end") worker.terminate();
  };
  // Its script did not come, or may not run here; what it does not even begin, the page does.
  worker.onerror = (event) => {
    event.preventDefault();
    worker.terminate();
    onThePage(order, tell, cancelled.signal);
  };
  worker.postMessage(order);
  return () => {
    cancelled.abort();
    worker.terminate();
  };
}

function makeWorker(): Worker | null {
  try {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
}

function onThePage(order: Order, tell: (told: Told) => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const tellUnlessCancelled = (told: Told) => {
    if (!signal.aborted) tell(told);
  };
  void run(order, { tell: tellUnlessCancelled, signal, breathe: makeBreather(signal) });
}

function makeBreather(signal: AbortSignal): () => Promise<void> {
  let sliceEndsAt = performance.now() + SLICE_MS;
  return async () => {
    signal.throwIfAborted();
    if (performance.now() < sliceEndsAt) return;
    await new Promise((resolve) => setTimeout(resolve));
    sliceEndsAt = performance.now() + SLICE_MS;
  };
}
