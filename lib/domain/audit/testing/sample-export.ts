// A small export made the way the product makes one, and as lines that a test can tamper with.
import { headerLine, sealLine, trailerLine } from "../export-lines";
import { leafHash } from "../merkle-tree";
import { makeSeal, type Seal } from "../seal";
import { makeSealKey, type SealKey } from "../seal-key";
import { eventText, type SealedEvent } from "../sealed-event";
import { ExportFault, ExportVerifier, type Verified, type VerifyOptions } from "../verify-export";

export const KEY = makeSealKey("k".repeat(44));

export function sampleEvent(position: number, more: Partial<SealedEvent> = {}): SealedEvent {
  return {
    position,
    id: `evt_${String(position).padStart(26, "0")}`,
    at: new Date(1_700_000_000_000 + position).toISOString(),
    type: "intent.opened",
    actor: { kind: "policy", id: "refund@1" },
    namespace: "default",
    intentId: `int_${position}`,
    subject: 'a "tool"',
    data: { to: "held", id: "evt_another", n: 1.5, ünï: ["é", "😀"] },
    ...more,
  };
}

export type SampleExport = { lines: string[]; seals: Seal[] };

/** One seal for each number of events, from the first seal or a later one on; `more` of an event, by position. */
export function sampleExport(
  sizes: number[],
  keyOf: (index: number) => SealKey = () => KEY,
  leaveOut = 0,
  more: Record<number, Partial<SealedEvent>> = {},
): SampleExport {
  const seals: Seal[] = [];
  const lines: string[] = [];
  let events = 0;
  for (const [index, size] of sizes.entries()) {
    const first = (seals.at(-1)?.lastPosition ?? 0) + 1;
    const texts = Array.from({ length: size }, (_, place) =>
      eventText(sampleEvent(first + place, more[first + place])),
    );
    const leaves = texts.map((text) => leafHash(Buffer.from(text)));
    const sealedAt = new Date(1_700_000_100_000 + index).toISOString();
    const seal = makeSeal({ before: seals.at(-1) ?? null, sealedAt }, leaves, keyOf(index));
    seals.push(seal);
    if (index < leaveOut) continue;
    events += size;
    lines.push(...texts.map((text) => `${text}\n`), sealLine(seal, leaves));
  }
  const shown = seals.slice(leaveOut);
  const [from, last] = [shown[0] ?? null, shown.at(-1) ?? null];
  const header = headerLine({
    exportedAt: "2026-11-16T00:00:00.000Z",
    url: "https://interlock.example",
    from: null,
    to: null,
    events,
    seals: shown.length,
    firstSeal: from?.number ?? null,
    lastSeal: last?.number ?? null,
    keys: [],
  });
  const lastSeal = last === null ? null : { number: last.number, hash: last.hash };
  return { lines: [header, ...lines, trailerLine({ events, seals: shown.length, lastSeal })], seals };
}

export function verifyLines(lines: string[], more: Partial<VerifyOptions> = {}): Verified {
  const verifier = new ExportVerifier({ keys: [KEY.publicKey], lastSeal: null, ...more });
  for (const line of lines) verifier.take(Buffer.from(line.replace(/\n$/, "")));
  return verifier.end();
}

/** `line: sentence`, or how much was found to be as it was. */
export function tellOf(lines: string[], more: Partial<VerifyOptions> = {}): string {
  try {
    const { events, seals } = verifyLines(lines, more);
    return `${events} events in ${seals} seals`;
  } catch (error) {
    if (!(error instanceof ExportFault)) throw error;
    return `${error.line}: ${error.message}`;
  }
}
