/**
 * Verifies an export line by line, with nothing but public keys.
 *
 * V1  An event's line is its canonical form, so its bytes are hashed as they are: nothing is parsed but what is wrong.
 * V2  What is not what was sealed is named: the first event or seal, and its line.
 * V3  Memory is bounded by one seal's events, however long the file.
 * V4  A seal whose signature is wrong is named before anything that comes after it (`seal-signatures` G3).
 */
import type { KeyObject } from "node:crypto";
import { type Header, HeaderLine, SealLine, type SealName, sealLine, type Trailer, TrailerLine } from "./export-lines";
import { HASH_BYTES, leafHash, treeRoot } from "./merkle-tree";
import { type FoundEvent, idIn, nameDifference } from "./name-difference";
import { NO_SEAL, SEAL_EVENTS_MAX, type Seal, splitLeaves } from "./seal";
import { keyIdOf } from "./seal-key";
import { SealSignatures, type WrongSeal } from "./seal-signatures";

export type VerifyOptions = {
  keys: readonly KeyObject[];
  lastSeal: SealName | null;
  /** Of so many seals every signature is checked; absent: as many as `seal-signatures` says. */
  everySignatureMax?: number;
};
export type Verified = { events: number; seals: number; first: Seal | null; last: Seal | null };

/** What is wrong, in a sentence, and at which line. */
export class ExportFault extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
    this.name = "ExportFault";
  }
}

/** Events before a seal; more than one seal holds only where a seal was taken out or events were put in. */
const WAITING_MAX = 2 * SEAL_EVENTS_MAX;
const EVENT = Buffer.from('{"actor":');
const SEAL = Buffer.from('{"seal":');
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const CARRIAGE_RETURN = 0x0d;

export class ExportVerifier {
  private readonly signatures: SealSignatures;
  private line = 0;
  private header: Header | null = null;
  private trailer: Trailer | null = null;
  private waiting: FoundEvent[] = [];
  private first: Seal | null = null;
  private last: Seal | null = null;
  private events = 0;
  private seals = 0;
  private wasMet = false;

  constructor(private readonly options: VerifyOptions) {
    const keys = new Map(options.keys.map((key) => [keyIdOf(key), key]));
    this.signatures = new SealSignatures(keys, options.everySignatureMax);
  }

  /** One line without its line feed; its bytes are not kept. Throws an `ExportFault`. */
  take(bytes: Buffer): void {
    this.line += 1;
    this.namingTheFirst(() => this.takeLine(bytes));
  }

  end(): Verified {
    return this.namingTheFirst(() => this.takeEnd());
  }

  /** V4 */
  private namingTheFirst<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.requireNone(this.signatures.findWrong());
      throw error;
    }
  }

  private requireNone(wrong: WrongSeal | null): void {
    if (wrong !== null) throw new ExportFault(wrong.line, wrong.message);
  }

  private takeLine(bytes: Buffer): void {
    if (this.line === 1) this.takeHeader(bytes);
    else if (this.trailer !== null) throw this.fault("Something follows the trailer, the last line of an export.");
    else if (startsWith(bytes, EVENT)) this.takeEvent(bytes);
    else if (bytes.at(-1) === CARRIAGE_RETURN) throw this.fault(CONVERTED);
    else if (startsWith(bytes, SEAL)) this.takeSeal(bytes);
    else this.takeTrailer(bytes);
  }

  private takeEnd(): Verified {
    if (this.line === 0) throw new ExportFault(1, "The file is empty.");
    const { events, seals, first, last } = this;
    if (this.trailer === null) {
      const unsealed =
        this.waiting.length === 0 ? "" : `, and the last ${this.waiting.length} events without their seal`;
      throw this.fault(`The file ends without its trailer${unsealed}: it was cut off, or the export did not finish.`);
    }
    this.requireLastSeal();
    return { events, seals, first, last };
  }

  private takeHeader(bytes: Buffer): void {
    if (startsWith(bytes, BYTE_ORDER_MARK)) throw this.fault(`The file begins with a byte order mark. ${AGAIN}`);
    if (bytes.at(-1) === CARRIAGE_RETURN) throw this.fault(CONVERTED);
    const parsed = HeaderLine.safeParse(parseOrNull(bytes));
    if (!parsed.success) throw this.fault("This is not an export of Interlock's audit log that this command can read.");
    this.header = parsed.data.header;
  }

  private takeEvent(bytes: Buffer): void {
    if (this.waiting.length >= WAITING_MAX) {
      throw this.fault(`No seal follows the event of line ${this.waiting[0]?.line}: a seal was removed.`);
    }
    this.waiting.push({ line: this.line, leaf: leafHash(bytes), id: idIn(bytes) });
  }

  private takeSeal(bytes: Buffer): void {
    const parsed = SealLine.safeParse(this.parse(bytes));
    if (!parsed.success) throw this.fault(NOT_A_SEAL);
    const { leaves: written, ...seal } = parsed.data.seal;
    const leaves = Buffer.from(written, "base64");
    // Base64 and JSON can say the same in several ways; a seal is written in one.
    const isWritten = sealLine(seal, splitLeaves(leaves)) === `${bytes.toString("utf8")}\n`;
    if (!isWritten || respelled(seal.signature) !== seal.signature) throw this.fault(NOT_A_SEAL);
    this.requireNone(this.signatures.meet(seal, this.line));
    const wrong = this.checkChain(seal) ?? checkLeaves(seal, leaves);
    if (wrong !== null) throw this.fault(wrong);
    this.requireNone(this.signatures.accept());
    const different = nameDifference(this.waiting, splitLeaves(leaves), seal.firstPosition, this.line);
    if (different !== null) throw new ExportFault(different.line, different.message);
    this.first ??= seal;
    this.last = seal;
    this.events += this.waiting.length;
    this.seals += 1;
    this.waiting = [];
  }

  private checkChain(seal: Seal): string | null {
    const { number, previous, firstPosition } = seal;
    const before = this.last;
    const published = this.options.lastSeal;
    if (published?.number === number) {
      if (published.hash !== seal.hash) return `Seal ${number} is not the one that was published under this number.`;
      this.wasMet = true;
    }
    if (before === null) return this.checkFirst(seal);
    if (number <= before.number) return `Seal ${number} is out of order: it comes after seal ${before.number}.`;
    if (number > before.number + 1) return `Seal ${before.number + 1} was removed, before seal ${number}.`;
    if (previous !== before.hash) return `Seal ${number} does not follow from seal ${before.number} as it is here.`;
    if (firstPosition !== before.lastPosition + 1)
      return `Seal ${number} does not begin where seal ${before.number} ends.`;
    return null;
  }

  private checkFirst({ number, previous, firstPosition }: Seal): string | null {
    const begins = this.header?.firstSeal ?? null;
    if (begins !== number) return `The export begins with seal ${begins}, but the first seal here is seal ${number}.`;
    if (number === 1 && (previous !== NO_SEAL || firstPosition !== 1)) return "Seal 1 does not begin a chain.";
    const published = this.options.lastSeal;
    if (published === null || published.number !== number - 1) return null;
    if (published.hash !== previous) return `Seal ${number} does not follow from the seal that was published.`;
    this.wasMet = true;
    return null;
  }

  private takeTrailer(bytes: Buffer): void {
    const parsed = TrailerLine.safeParse(this.parse(bytes));
    if (!parsed.success) throw this.fault("This line is neither an event, nor a seal, nor the trailer.");
    this.requireNone(this.signatures.settle());
    const { trailer } = parsed.data;
    const { waiting, last, header } = this;
    if (waiting.length > 0) {
      throw this.fault(
        `No seal follows the event of line ${waiting[0]?.line}: a seal was removed, or events were put in.`,
      );
    }
    const lastHere = last === null ? "without a seal" : `with seal ${last.number}`;
    if (header?.lastSeal !== (last?.number ?? null)) {
      throw this.fault(`The export was to end with seal ${header?.lastSeal ?? "none"}, but it ends ${lastHere}.`);
    }
    const isSame = trailer.lastSeal?.number === last?.number && trailer.lastSeal?.hash === last?.hash;
    if (!isSame || trailer.events !== this.events || trailer.seals !== this.seals) {
      throw this.fault(
        `The trailer tells of ${trailer.events} events in ${trailer.seals} seals; here are ${this.events} in ${this.seals}.`,
      );
    }
    this.trailer = trailer;
  }

  private requireLastSeal(): void {
    const { lastSeal: published } = this.options;
    if (published === null || this.wasMet) return;
    const { first, last } = this;
    if (last === null || last.number < published.number) {
      const ends = last === null ? "The file holds no seal" : `The file ends with seal ${last.number}`;
      throw this.fault(`${ends}, but seal ${published.number} was published: ${this.endsEarly()}`);
    }
    throw this.fault(
      `The file begins with seal ${first?.number}: it does not hold seal ${published.number}, the published one.`,
    );
  }

  /** The header is not signed: what it says of its time is a hint, and no excuse. */
  private endsEarly(): string {
    const { exportedAt, to } = this.header ?? {};
    if (typeof to === "string") return `the end was cut off, or left out, as the header says (up to ${to}).`;
    return `the end was cut off, or the file is older than that seal (the header says ${exportedAt}). Export again to know.`;
  }

  private parse(bytes: Buffer): unknown {
    const value = parseOrNull(bytes);
    if (value === null) throw this.fault("This line is not JSON.");
    return value;
  }

  private fault(message: string): ExportFault {
    return new ExportFault(Math.max(1, this.line), message);
  }
}

const NOT_A_SEAL = "This seal was changed: it is not written as a seal is.";
const AGAIN = "Something has rewritten it on its way: fetch it again, and copy it as it is.";
const CONVERTED = `The lines end with a carriage return and a line feed. ${AGAIN}`;

/** The same bytes in the one way in which they are written: some bits of a last letter mean nothing. */
function respelled(base64: string): string {
  return Buffer.from(base64, "base64").toString("base64");
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.byteLength >= start.byteLength && bytes.compare(start, 0, start.byteLength, 0, start.byteLength) === 0;
}

function parseOrNull(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch {
    return null; // no line of an export is `null`
  }
}

function checkLeaves({ number, root, firstPosition, lastPosition }: Seal, leaves: Buffer): string | null {
  const count = lastPosition - firstPosition + 1;
  const isWhole = count <= SEAL_EVENTS_MAX && leaves.byteLength === count * HASH_BYTES;
  if (isWhole && treeRoot(splitLeaves(leaves)).toString("hex") === root) return null;
  return `The leaves of seal ${number} were changed: they do not lead to its root.`;
}
