/** One verification from its source to its outcome, wherever it runs. */
import { openSource, type Source } from "./open-source";
import type { SealName } from "./seal";
import { type Outcome, type Progress, verifyStream } from "./verify-stream";

export type Order = { source: Source; keys: string; lastSeal: SealName | null };

export type Told = { kind: "progress"; progress: Progress } | { kind: "end"; outcome: Outcome };

/** Often enough for the eye, seldom enough for the page. */
const TELL_EVERY_MS = 100;

type RunOptions = { tell: (told: Told) => void; signal?: AbortSignal; breathe?: () => Promise<void> };

export async function run({ source, keys, lastSeal }: Order, { tell, signal, breathe }: RunOptions): Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY;
  const onProgress = (progress: Progress) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    tell({ kind: "progress", progress });
  };
  let stream: ReadableStream<Uint8Array>;
  try {
    stream = await openSource(source, signal);
  } catch (error) {
    const message = error instanceof Error ? error.message : "It could not be opened.";
    const outcome: Outcome = { kind: "unread", events: 0, seals: 0, signatures: 0, keyIds: [], message };
    return tell({ kind: "end", outcome });
  }
  tell({ kind: "end", outcome: await verifyStream({ stream, keys, lastSeal, onProgress, breathe }) });
}
