/**
 * Ids: a prefix that says what it names, then 26 characters of Crockford base 32: 48 bits of milliseconds, 80 bits
 * that are random but grow within one millisecond, so that ids made in order sort in order.
 */
import { randomBytes } from "node:crypto";

export type IdPrefix =
  | "int"
  | "sub"
  | "att"
  | "dec"
  | "fnd"
  | "grt"
  | "evt"
  | "agt"
  | "opr"
  | "key"
  | "tok"
  | "ses"
  | "pau"
  | "ntf";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

export function makeIdSource(now: () => number, entropy: (size: number) => Uint8Array = randomBytes) {
  let lastMs = -1;
  let tail = 0n;
  return function newId(prefix: IdPrefix): string {
    const nowMs = now();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      tail = BigInt(`0x${Buffer.from(entropy(10)).toString("hex")}`) >> 1n; // room to grow
    } else {
      tail += 1n + BigInt(entropy(1)[0] ?? 0);
    }
    return `${prefix}_${encode(BigInt(lastMs), 10)}${encode(tail, 16)}`;
  };
}

/** The least id of an instant: a bound for "from" and "to" in lists that are ordered by id. */
export function firstIdAt(prefix: IdPrefix, atMs: number): string {
  return `${prefix}_${encode(BigInt(Math.max(0, Math.floor(atMs))), 10)}${"0".repeat(16)}`;
}

function encode(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  for (let index = 0; index < length; index += 1) {
    text = ALPHABET.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}
