/** From a stream to what can be said of it: the loop around the verifier, with progress and an end that is plain data. */
import { Broken } from "./broken";
import type { Header } from "./export-ends";
import { parsePublicKeys } from "./public-keys";
import { readLines } from "./read-lines";
import type { Seal, SealName } from "./seal";
import { importKeys, SignatureQueue } from "./signatures";
import { ExportVerifier } from "./verify-export";

export type Progress = { events: number; seals: number; eventsTotal: number | null };

/** `signatures`: how many were checked; null: this browser cannot. */
type Checked = { events: number; seals: number; signatures: number | null; keyIds: string[] };

export type Outcome =
  | (Checked & { kind: "as_sealed"; header: Header; first: Seal | null; last: Seal | null })
  | (Checked & { kind: "broken"; line: number; message: string; found: string | null })
  /** It could not be read to its end: nothing is known about the rest, and nothing is said to be wrong. */
  | (Checked & { kind: "unread"; message: string });

export type VerifyInput = {
  stream: ReadableStream<Uint8Array>;
  /** PEM, one or several. */
  keys: string;
  lastSeal: SealName | null;
  onProgress: (progress: Progress) => void;
  /** Called between pieces of the stream: where others wait for this thread, it lets them. */
  breathe?: () => Promise<void>;
};

export async function verifyStream(input: VerifyInput): Promise<Outcome> {
  const keys = parsePublicKeys(input.keys) ?? [];
  const keyIds = keys.map(({ keyId }) => keyId);
  const imported = await importKeys(keys);
  const signatures = new SignatureQueue(imported);
  const verifier = new ExportVerifier({ keyIds: new Set(keyIds), signatures, lastSeal: input.lastSeal });
  const checked = (): Checked => ({
    ...verifier.checked,
    signatures: imported === null ? null : signatures.checked,
    keyIds,
  });
  try {
    await namingTheFirst(signatures, () => takeAll(input, verifier, signatures));
    const verified = await namingTheFirst(signatures, async () => verifier.end());
    return { kind: "as_sealed", ...checked(), ...verified };
  } catch (error) {
    if (!(error instanceof Broken)) return { kind: "unread", ...checked(), message: messageOf(error) };
    const { line, message, found } = error;
    return { kind: "broken", ...checked(), line, message, found };
  }
}

async function takeAll(
  { stream, onProgress, breathe }: VerifyInput,
  verifier: ExportVerifier,
  signatures: SignatureQueue,
): Promise<void> {
  for await (const lines of readLines(stream)) {
    for (const line of lines) {
      verifier.take(line);
      if (signatures.isFull) await signatures.settle();
    }
    onProgress(verifier.progress);
    await breathe?.();
  }
}

/** V4: whatever ends the reading, a signature that is wrong before it is what is told. */
async function namingTheFirst<T>(signatures: SignatureQueue, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await signatures.settle();
    return result;
  } catch (error) {
    await signatures.settle();
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "It stopped without saying why.";
}
