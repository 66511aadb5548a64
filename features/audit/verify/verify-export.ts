/**
 * Checks an export line by line. Written from docs/audit.md alone and shares nothing with the server or the command, so
 * that the two of them can be held against each other.
 *
 * V1  An event's line is hashed as it is: nothing of it is parsed.
 * V2  The first event or seal that is not what was sealed is named, with its line.
 * V3  Memory is bounded by one seal's events, however long the export.
 * V4  A signature is answered for before anything that comes after it: whoever catches a `Broken` settles `signatures`
 *     first, and names what that throws instead.
 */
import { Broken } from "./broken";
import { startsWith, toHex, toText } from "./bytes";
import { type Header, readHeader, readTrailer, type Trailer } from "./export-ends";
import { leafInto, merkleRoot } from "./merkle-root";
import { nameDifference, type Waiting } from "./name-difference";
import { readSealLine, type Seal, type SealName, sealHash } from "./seal";
import { SealChain } from "./seal-chain";
import { HASH_BYTES } from "./sha256";
import type { SignatureQueue } from "./signatures";

export type VerifyOptions = {
  /** The ids of the keys whose seals are believed. */
  keyIds: ReadonlySet<string>;
  signatures: SignatureQueue;
  /** A seal that is known from elsewhere. */
  lastSeal: SealName | null;
};
export type Verified = { header: Header; events: number; seals: number; first: Seal | null; last: Seal | null };

const SEAL_EVENTS_MAX = 5_000;
/** More than one seal holds only where a seal was taken out, or events were put in. */
const WAITING_MAX = 2 * SEAL_EVENTS_MAX;
/** Lines are kept to be shown if they are wrong; those of a hostile file need not all be. */
const KEPT_BYTES_MAX = 16 * 1_048_576;
const CARRIAGE_RETURN = 0x0d;
const EVENT_START = new TextEncoder().encode('{"actor":');
const SEAL_START = new TextEncoder().encode('{"seal":');
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

export class ExportVerifier {
  private readonly chain: SealChain;
  private readonly leaves = new Uint8Array(WAITING_MAX * HASH_BYTES);
  private kept: (Uint8Array | null)[] = [];
  private keptBytes = 0;
  private line = 0;
  private header: Header | null = null;
  private trailer: Trailer | null = null;
  private events = 0;

  constructor(private readonly options: VerifyOptions) {
    this.chain = new SealChain(options.lastSeal);
  }

  /** How far it is, for whoever waits. */
  get progress() {
    const { events, kept, chain, header } = this;
    return { events: events + kept.length, seals: chain.count, eventsTotal: header?.events ?? null };
  }

  /** What was found to be as it was sealed, signatures aside. */
  get checked() {
    return { events: this.events, seals: this.chain.count };
  }

  /** One line without its line feed. Throws a `Broken` (V4). */
  take(bytes: Uint8Array): void {
    this.line += 1;
    if (this.line === 1) this.takeHeader(bytes);
    else if (this.trailer !== null) throw this.broken("Something follows the trailer, the last line of an export.");
    else if (startsWith(bytes, EVENT_START)) this.takeEvent(bytes);
    else if (bytes.at(-1) === CARRIAGE_RETURN) throw this.broken(CONVERTED);
    else if (startsWith(bytes, SEAL_START)) this.takeSeal(toText(bytes));
    else this.takeTrailer(toText(bytes));
  }

  end(): Verified {
    const { header, events, kept, chain } = this;
    if (header === null) throw new Broken(1, "The file is empty.");
    if (this.trailer === null) {
      const unsealed = kept.length === 0 ? "" : `, and the last ${kept.length} events without their seal`;
      throw this.broken(`The file ends without its trailer${unsealed}: it was cut off, or the export did not finish.`);
    }
    const wrong = chain.checkKnown(header);
    if (wrong !== null) throw this.broken(wrong);
    return { header, events, seals: chain.count, first: chain.first, last: chain.last };
  }

  private takeHeader(bytes: Uint8Array): void {
    if (startsWith(bytes, BYTE_ORDER_MARK)) throw this.broken(`The file begins with a byte order mark. ${AGAIN}`);
    if (bytes.at(-1) === CARRIAGE_RETURN) throw this.broken(CONVERTED);
    const text = toText(bytes);
    this.header = readHeader(parseOrNull(text));
    if (this.header === null) throw this.broken("This is not an export of Interlock's audit log.", text);
  }

  private takeEvent(bytes: Uint8Array): void {
    if (this.kept.length >= WAITING_MAX) {
      throw this.broken(`No seal follows the event of line ${this.firstLine}: a seal was removed.`);
    }
    leafInto(this.leaves, this.kept.length * HASH_BYTES, bytes);
    const isKept = this.keptBytes + bytes.byteLength <= KEPT_BYTES_MAX;
    if (isKept) this.keptBytes += bytes.byteLength;
    this.kept.push(isKept ? bytes : null);
  }

  private takeSeal(text: string): void {
    const read = readSealLine(text, this.parse(text));
    if (read === null) throw this.broken("This seal was changed: it is not written as a seal is.", text);
    const { seal, leaves } = read;
    const wrong =
      this.checkBody(seal) ?? this.ask(seal) ?? this.chain.check(seal, this.header) ?? checkRoot(seal, leaves);
    if (wrong !== null) throw this.broken(wrong, text);
    const different = nameDifference(this.waiting, leaves, seal.firstPosition, this.line);
    if (different !== null) throw different;
    this.chain.add(seal);
    this.events += this.kept.length;
    this.kept = [];
    this.keptBytes = 0;
  }

  private checkBody(seal: Seal): string | null {
    const { number, keyId } = seal;
    if (sealHash(seal) !== seal.hash) return `Seal ${number} was changed: its hash is another.`;
    if (this.options.keyIds.has(keyId)) return null;
    return `Seal ${number} was made with the key ${keyId}, which is not one that you trust.`;
  }

  /** V4: what is wrong with the signature is known later, but comes before what is wrong with the rest of the seal. */
  private ask(seal: Seal): null {
    this.options.signatures.ask(seal, this.line);
    return null;
  }

  private takeTrailer(text: string): void {
    const trailer = readTrailer(this.parse(text));
    if (trailer === null) throw this.broken("This line is neither an event, nor a seal, nor the trailer.", text);
    if (this.kept.length > 0) {
      const why = "a seal was removed, or events were put in.";
      throw this.broken(`No seal follows the event of line ${this.firstLine}: ${why}`);
    }
    const wrong = this.chain.checkEnd(this.header, trailer, this.events);
    if (wrong !== null) throw this.broken(wrong, text);
    this.trailer = trailer;
  }

  private get firstLine(): number {
    return this.line - this.kept.length;
  }

  private get waiting(): Waiting {
    const { kept, leaves, firstLine } = this;
    return { count: kept.length, firstLine, leaves, lines: kept };
  }

  private parse(text: string): unknown {
    const value = parseOrNull(text);
    if (value === null) throw this.broken("This line is not JSON.", text);
    return value;
  }

  private broken(message: string, found: string | null = null): Broken {
    return new Broken(Math.max(1, this.line), message, found);
  }
}

const AGAIN = "Something has rewritten it on its way: fetch it again, and copy it as it is.";
const CONVERTED = `The lines end with a carriage return and a line feed. ${AGAIN}`;

function checkRoot({ number, root, firstPosition, lastPosition }: Seal, leaves: Uint8Array): string | null {
  const count = lastPosition - firstPosition + 1;
  const isWhole = count >= 1 && count <= SEAL_EVENTS_MAX && leaves.byteLength === count * HASH_BYTES;
  if (isWhole && toHex(merkleRoot(leaves)) === root) return null;
  return `The leaves of seal ${number} were changed: they do not lead to its root.`;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // no line of an export is `null`
  }
}
