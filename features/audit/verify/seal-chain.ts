/** The chain of seals in one export: each follows from the one before, and the one that is known from elsewhere is in it. */
import type { Header, Trailer } from "./export-ends";
import { NO_SEAL, type Seal, type SealName } from "./seal";

/** Every check answers with what is wrong, in a sentence, or with null. */
export class SealChain {
  first: Seal | null = null;
  last: Seal | null = null;
  count = 0;
  private wasMet = false;

  constructor(private readonly known: SealName | null) {}

  check(seal: Seal, header: Header | null): string | null {
    const { number, previous, firstPosition } = seal;
    const before = this.last;
    if (this.known?.number === number) {
      if (this.known.hash !== seal.hash) return `Seal ${number} is not the one that was published under this number.`;
      this.wasMet = true;
    }
    if (before === null) return this.checkFirst(seal, header);
    if (number <= before.number) return `Seal ${number} is out of order: it comes after seal ${before.number}.`;
    if (number > before.number + 1) return `Seal ${before.number + 1} was removed, before seal ${number}.`;
    if (previous !== before.hash) return `Seal ${number} does not follow from seal ${before.number} as it is here.`;
    if (firstPosition === before.lastPosition + 1) return null;
    return `Seal ${number} does not begin where seal ${before.number} ends.`;
  }

  private checkFirst({ number, previous, firstPosition }: Seal, header: Header | null): string | null {
    const begins = header?.firstSeal ?? null;
    if (begins !== number) return `The export begins with seal ${begins}, but the first seal here is seal ${number}.`;
    if (number === 1 && (previous !== NO_SEAL || firstPosition !== 1)) return "Seal 1 does not begin a chain.";
    if (this.known === null || this.known.number !== number - 1) return null;
    if (this.known.hash !== previous) return `Seal ${number} does not follow from the seal that was published.`;
    this.wasMet = true;
    return null;
  }

  add(seal: Seal): void {
    this.first ??= seal;
    this.last = seal;
    this.count += 1;
  }

  checkEnd(header: Header | null, trailer: Trailer, events: number): string | null {
    const { last, count } = this;
    if (header?.lastSeal !== (last?.number ?? null)) {
      const here = last === null ? "without a seal" : `with seal ${last.number}`;
      return `The export was to end with seal ${header?.lastSeal ?? "none"}, but it ends ${here}.`;
    }
    const isSame = trailer.lastSeal?.number === last?.number && trailer.lastSeal?.hash === last?.hash;
    if (isSame && trailer.events === events && trailer.seals === count) return null;
    return `The trailer tells of ${trailer.events} events in ${trailer.seals} seals; here are ${events} in ${count}.`;
  }

  /** Whether the seal that is known from elsewhere was in it, or right before it. */
  checkKnown({ exportedAt, to }: Header): string | null {
    const { known, first, last } = this;
    if (known === null || this.wasMet) return null;
    if (last !== null && last.number >= known.number) {
      return `The file begins with seal ${first?.number}: it does not hold seal ${known.number}, the published one.`;
    }
    const ends = last === null ? "The file holds no seal" : `The file ends with seal ${last.number}`;
    // The header is not signed: what it says of its time is a hint, and no excuse.
    const early =
      to === null
        ? `the end was cut off, or the file is older than that seal (the header says ${exportedAt}). Export again to know.`
        : `the end was cut off, or left out, as the header says (up to ${to}).`;
    return `${ends}, but seal ${known.number} was published: ${early}`;
  }
}
