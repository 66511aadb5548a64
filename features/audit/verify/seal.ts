/** A seal as an export writes it, and what of it is hashed and signed. */
import { fromBase64, toHex } from "./bytes";
import { sha256 } from "./sha256";

export type Seal = {
  number: number;
  firstPosition: number;
  lastPosition: number;
  root: string;
  previous: string;
  sealedAt: string;
  keyId: string;
  hash: string;
  signature: string;
};
/** What somebody publishes, to compare an export with later. */
export type SealName = { number: number; hash: string };

/** What the first seal names as the one before it. */
export const NO_SEAL = "0".repeat(64);

const HASH = /^[0-9a-f]{64}$/;
const KEY_ID = /^[0-9a-f]{16}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const SIGNATURE_LENGTH_MAX = 128;
const UTF8 = new TextEncoder();

/** The line of a seal in canonical form; null: this is none. The leaves lie side by side. */
export function readSealLine(line: string, parsed: unknown): { seal: Seal; leaves: Uint8Array } | null {
  const value = memberOf(parsed, "seal");
  const seal = toSeal(value);
  const written = memberOf(value, "leaves");
  const leaves = typeof written === "string" ? fromBase64(written) : null;
  if (seal === null || leaves === null) return null;
  // JSON can say the same in several ways; a seal is written in one.
  return writeSealLine(seal, String(written)) === line ? { seal, leaves } : null;
}

function writeSealLine(seal: Seal, leaves: string): string {
  const { firstPosition, hash, keyId, lastPosition, number, previous, root, sealedAt, signature } = seal;
  const members = { firstPosition, hash, keyId, lastPosition, leaves, number, previous, root, sealedAt, signature };
  return JSON.stringify({ seal: members });
}

export function toSeal(value: unknown): Seal | null {
  const { number, firstPosition, lastPosition, root, previous, sealedAt, keyId, hash, signature } = (value ??
    {}) as Partial<Record<keyof Seal, unknown>>;
  if (!isCount(number) || !isCount(firstPosition) || !isCount(lastPosition)) return null;
  if (!isText(root, HASH) || !isText(previous, HASH) || !isText(hash, HASH)) return null;
  if (!isText(keyId, KEY_ID) || !isInstant(sealedAt) || typeof signature !== "string") return null;
  if (signature.length > SIGNATURE_LENGTH_MAX || fromBase64(signature) === null) return null;
  return { number, firstPosition, lastPosition, root, previous, sealedAt, keyId, hash, signature };
}

/** JCS({v: 1, …}): the members in the order of their names, which are all plain ASCII. */
export function sealBody(seal: Seal): Uint8Array<ArrayBuffer> {
  const { firstPosition, keyId, lastPosition, number, previous, root, sealedAt } = seal;
  return UTF8.encode(JSON.stringify({ firstPosition, keyId, lastPosition, number, previous, root, sealedAt, v: 1 }));
}

export function sealHash(seal: Seal): string {
  return toHex(sha256(sealBody(seal)));
}

/** `NUMBER:HASH`, or the JSON of a seal. Null: it names none. */
export function parseSealName(text: string): SealName | null {
  const [, written, hashed] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  if (written !== undefined && hashed !== undefined) return toSealName({ number: Number(written), hash: hashed });
  try {
    return toSealName(JSON.parse(text));
  } catch {
    return null;
  }
}

export function toSealName(value: unknown): SealName | null {
  const [number, hash] = [memberOf(value, "number"), memberOf(value, "hash")];
  return isCount(number) && isText(hash, HASH) ? { number, hash } : null;
}

export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** One that is on the calendar, in the one way that it is written. */
function isInstant(value: unknown): value is string {
  if (!isText(value, INSTANT)) return false;
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value;
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
