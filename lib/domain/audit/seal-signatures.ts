/**
 * Which signatures of a chain are checked. Each seal names the hash of the one before, so a right signature vouches for
 * every seal before it: where there are very many, one in so many says as much as all of them, in a fraction of the time.
 *
 * G1  Of the first `EVERY_ONE_MAX` seals every signature is checked; after them one in `STRIDE`, the last of each key,
 *     and the last of all.
 * G2  Every seal's hash is checked: the chain hangs on it.
 * G3  A seal waits here until a later one vouches for it. If anything is wrong before that, all that wait are checked,
 *     in order: the first that was changed is named, never the one after it.
 */
import type { KeyObject } from "node:crypto";
import type { Seal } from "./seal";
import { checkBody, checkSignature } from "./verify-seal";

const EVERY_ONE_MAX = 10_000;
const STRIDE = 16;

export type WrongSeal = { line: number; message: string };

export class SealSignatures {
  private waiting: { seal: Seal; line: number }[] = [];
  private met = 0;

  constructor(
    private readonly keys: ReadonlyMap<string, KeyObject>,
    private readonly everyOneMax = EVERY_ONE_MAX,
  ) {}

  /** Before it is known whether the seal follows from the one before. */
  meet(seal: Seal, line: number): WrongSeal | null {
    const before = this.waiting.at(-1);
    const wrong = before !== undefined && before.seal.keyId !== seal.keyId ? this.settle() : null;
    if (wrong !== null) return wrong;
    this.met += 1;
    this.waiting.push({ seal, line });
    if (this.met <= this.everyOneMax) return this.settle();
    const message = checkBody(seal, this.keys);
    return message === null ? null : { line, message };
  }

  /** It does follow, so that it vouches for those before it. */
  accept(): WrongSeal | null {
    return this.waiting.length >= STRIDE ? this.settle() : null;
  }

  /** Nothing comes after the last that was met, or nothing of its key. */
  settle(): WrongSeal | null {
    const last = this.waiting.at(-1);
    if (last !== undefined && checkSignature(last.seal, this.keys) !== null) return this.findWrong();
    this.waiting = [];
    return null;
  }

  /** The first of those that nobody has vouched for and whose signature is wrong. */
  findWrong(): WrongSeal | null {
    for (const { seal, line } of this.waiting) {
      const message = checkSignature(seal, this.keys);
      if (message !== null) return { line, message };
    }
    return null;
  }
}
