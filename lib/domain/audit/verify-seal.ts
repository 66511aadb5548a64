import type { KeyObject } from "node:crypto";
import { isSignedBy, type Seal, sealHash } from "./seal";

/** What is wrong with a seal by itself, in a sentence; null: it is as it was signed. `keys` by their ids. */
export function checkSignature(seal: Seal, keys: ReadonlyMap<string, KeyObject>): string | null {
  const { number, keyId } = seal;
  if (sealHash(seal) !== seal.hash) return `Seal ${number} was changed: its hash is another.`;
  const key = keys.get(keyId);
  if (key === undefined) return `Seal ${number} was made with the key ${keyId}, which was not given with --key.`;
  return isSignedBy(seal, key) ? null : `The signature of seal ${number} is wrong: the key ${keyId} did not make it.`;
}
