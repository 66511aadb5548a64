import type { KeyObject } from "node:crypto";
import { isSignedBy, type Seal, sealHash } from "./seal";

/** What is wrong with a seal by itself, in a sentence; null: it is as it was signed. `keys` by their ids. */
export function checkSignature(seal: Seal, keys: ReadonlyMap<string, KeyObject>): string | null {
  const wrong = checkBody(seal, keys);
  const key = keys.get(seal.keyId);
  if (wrong !== null || key === undefined || isSignedBy(seal, key)) return wrong;
  return `The signature of seal ${seal.number} is wrong: the key ${seal.keyId} did not make it.`;
}

/** The same without the signature, which is what costs. */
export function checkBody(seal: Seal, keys: ReadonlyMap<string, KeyObject>): string | null {
  const { number, keyId } = seal;
  if (sealHash(seal) !== seal.hash) return `Seal ${number} was changed: its hash is another.`;
  return keys.has(keyId) ? null : `Seal ${number} was made with the key ${keyId}, which was not given with --key.`;
}
