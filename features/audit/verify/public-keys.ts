/** Public keys as people keep them: PEM, one or several in a text. Nothing here needs the browser's cryptography. */
import { fromBase64, startsWith, toHex } from "./bytes";
import { sha256 } from "./sha256";

export type PublicKey = { keyId: string; spki: Uint8Array<ArrayBuffer> };

const BLOCK = /-----BEGIN PUBLIC KEY-----([^-]*)-----END PUBLIC KEY-----/g;
/** What comes before the 32 bytes of an Ed25519 key in an SPKI document (RFC 8410). */
const ED25519_HEAD = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);
const ED25519_BYTES = 44;
const KEY_ID_LENGTH = 16;

/** Null: there is none in it, or something in it is no Ed25519 key. */
export function parsePublicKeys(text: string): PublicKey[] | null {
  const keys = [...text.matchAll(BLOCK)].map(([, body = ""]) => toPublicKey(body));
  return keys.length > 0 && keys.every((key) => key !== null) ? keys : null;
}

function toPublicKey(body: string): PublicKey | null {
  const spki = fromBase64(body.replace(/\s+/g, ""));
  if (spki === null || spki.byteLength !== ED25519_BYTES || !startsWith(spki, ED25519_HEAD)) return null;
  return { keyId: toHex(sha256(spki)).slice(0, KEY_ID_LENGTH), spki };
}
