/** Secrets that must be read again are kept sealed: AES-256-GCM under a key that follows from INTERLOCK_KEY. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1.";
/** Another purpose gets another text, so that what is sealed for one is nothing to another. */
const PURPOSE = "interlock agents' webhook secrets v1";

export type SecretBox = {
  /** `name` is what the secret belongs to: sealed for one name it does not open under another. */
  seal(name: string, secret: Buffer): string;
  /** Null: sealed under another INTERLOCK_KEY or name, or tampered with. */
  open(name: string, sealed: string): Buffer | null;
};

export function makeSecretBox(masterKey: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", masterKey, "", PURPOSE, KEY_BYTES));
  return {
    seal(name, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(name));
      const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
      return VERSION + sealed.toString("base64url");
    },
    open(name, sealed) {
      const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
      if (!sealed.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch {
        return null; // the tag does not fit: there is nothing more to say about it
      }
    },
  };
}
