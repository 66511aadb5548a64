/**
 * One connection to the stream for all tabs of this browser: a browser allows six connections to a server, and a stream
 * takes one for as long as it is open. The tab that holds the lock listens and tells the others; when it is closed,
 * another takes over. Without locks (no secure context) every tab listens for itself.
 */
import type { ChangeDto } from "@/lib/wire/stream";

export type Heard =
  | { kind: "hello" }
  | { kind: "beat" }
  | { kind: "change"; change: ChangeDto }
  | { kind: "signed_out" }
  | { kind: "lost" };

const STREAM_PATH = "/api/v1/stream";
const NAME = "interlock-live";
/** A connection that was refused for good (the server is away, or too many listen) is opened again after this. */
const REOPEN_MS = 2_000;

/** Calls back with what is heard, in this tab or another; returns how to stop. */
export function listenToStream(onHeard: (heard: Heard) => void): () => void {
  const stopped = new AbortController();
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;
  if (channel) channel.onmessage = ({ data }) => onHeard(data as Heard);
  const tell = (heard: Heard) => {
    if (stopped.signal.aborted) return;
    onHeard(heard);
    channel?.postMessage(heard);
  };
  const speak = () =>
    new Promise<void>((resolve) => {
      // The lock may come just as nobody wants it any more.
      if (stopped.signal.aborted) return resolve();
      const close = openStream(tell);
      stopped.signal.addEventListener("abort", () => {
        close();
        resolve();
      });
    });
  if (navigator.locks && channel) {
    navigator.locks.request(NAME, { signal: stopped.signal }, speak).catch((error: unknown) => {
      if (!stopped.signal.aborted) console.warn("Live updates are not shared between tabs", error);
    });
  } else void speak();
  return () => {
    stopped.abort();
    channel?.close();
  };
}

function openStream(tell: (heard: Heard) => void): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  function open(): void {
    source = new EventSource(STREAM_PATH);
    source.addEventListener("hello", () => tell({ kind: "hello" }));
    source.addEventListener("beat", () => tell({ kind: "beat" }));
    source.addEventListener("signed_out", () => tell({ kind: "signed_out" }));
    source.addEventListener("change", ({ data }) => {
      tell({ kind: "change", change: JSON.parse(String(data)) as ChangeDto });
    });
    source.onerror = () => {
      tell({ kind: "lost" });
      if (source?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      timer = setTimeout(open, REOPEN_MS);
    };
  }
  open();
  return () => {
    if (timer !== null) clearTimeout(timer);
    source?.close();
  };
}
