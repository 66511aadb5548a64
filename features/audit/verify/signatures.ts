/**
 * Ed25519 by the browser's own cryptography, which answers later: seals are asked about as they come, a few at a time,
 * and answered for in their order, so that the first that is wrong is the one that is named.
 */
import { Broken } from "./broken";
import { fromBase64 } from "./bytes";
import type { PublicKey } from "./public-keys";
import { type Seal, sealBody } from "./seal";

const ED25519 = { name: "Ed25519" };
/** So many are under way at once: enough for every core, and little memory. */
const ASKED_MAX = 64;

/** Null: this browser has no Ed25519, or the page came over plain HTTP, where it offers no cryptography at all. */
export async function importKeys(keys: readonly PublicKey[]): Promise<Map<string, CryptoKey> | null> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle === undefined) return null;
  try {
    const imported = keys.map(
      async ({ keyId, spki }) => [keyId, await subtle.importKey("spki", spki, ED25519, false, ["verify"])] as const,
    );
    return new Map(await Promise.all(imported));
  } catch {
    return null; // what it is was looked at before: only the algorithm can be unknown
  }
}

type Asked = { seal: Seal; line: number; isRight: Promise<boolean> };

export class SignatureQueue {
  private asked: Asked[] = [];
  checked = 0;

  /** `keys` null: nothing can be checked, and nothing is. */
  constructor(private readonly keys: ReadonlyMap<string, CryptoKey> | null) {}

  ask(seal: Seal, line: number): void {
    const key = this.keys?.get(seal.keyId);
    if (key !== undefined) this.asked.push({ seal, line, isRight: isSignedBy(seal, key) });
  }

  get isFull(): boolean {
    return this.asked.length >= ASKED_MAX;
  }

  /** Waits for all that were asked; throws for the first that is wrong. */
  async settle(): Promise<void> {
    const asked = this.asked;
    this.asked = [];
    const answers = await Promise.all(asked.map(({ isRight }) => isRight));
    const wrong = asked[answers.indexOf(false)];
    if (wrong !== undefined) throw new Broken(wrong.line, wrongSignature(wrong.seal));
    this.checked += asked.length;
  }
}

export function wrongSignature({ number, keyId }: Seal): string {
  return `The signature of seal ${number} is wrong: the key ${keyId} did not make it.`;
}

export async function isSignedBy(seal: Seal, key: CryptoKey): Promise<boolean> {
  const signature = fromBase64(seal.signature);
  return signature !== null && crypto.subtle.verify(ED25519, key, signature, sealBody(seal));
}
