/** The key that signs seals follows from INTERLOCK_KEY; another INTERLOCK_KEY is another key with another id. */
import { createPrivateKey, createPublicKey, hash, hkdfSync, type KeyObject } from "node:crypto";

export type SealKey = { privateKey: KeyObject; publicKey: KeyObject; keyId: string; pem: string };

/** Another purpose gets another text, so that no two keys that follow from INTERLOCK_KEY are the same. */
const PURPOSE = "interlock seal v1";
const SEED_BYTES = 32;
/** What comes before the seed in a PKCS #8 document of an Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_ID_LENGTH = 16;

export function makeSealKey(masterKey: string): SealKey {
  const seed = Buffer.from(hkdfSync("sha256", masterKey, "", PURPOSE, SEED_BYTES));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKey, keyId: keyIdOf(publicKey), pem: toPem(publicKey) };
}

export function keyIdOf(publicKey: KeyObject): string {
  return hash("sha256", publicKey.export({ format: "der", type: "spki" }), "hex").slice(0, KEY_ID_LENGTH);
}

export function toPem(publicKey: KeyObject): string {
  return publicKey.export({ format: "pem", type: "spki" }).toString();
}

/** Every public key in a text, which may hold several PEM blocks; null: something in it is no such key. */
export function readPublicKeys(text: string): KeyObject[] | null {
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g) ?? [];
  try {
    const keys = blocks.map((block) => createPublicKey(block));
    return keys.length > 0 && keys.every(({ asymmetricKeyType }) => asymmetricKeyType === "ed25519") ? keys : null;
  } catch {
    return null; // not a key: the caller names the file
  }
}
