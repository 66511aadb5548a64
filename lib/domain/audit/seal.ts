/**
 * A seal: so many events in a row are in this tree, and every seal before it is as it was. Signed with Ed25519.
 *
 *   body = JCS({v: 1, number, firstPosition, lastPosition, root, previous, sealedAt, keyId})
 *   hash = SHA-256(body), in hex; the next seal's `previous`
 *   signature = Ed25519(body), in base64
 */
import { hash, type KeyObject, sign, verify } from "node:crypto";
import { canonicalJson } from "../json";
import { HASH_BYTES, treeRoot } from "./merkle-tree";
import type { SealKey } from "./seal-key";

/** What the first seal names as the one before it. */
export const NO_SEAL = "0".repeat(2 * HASH_BYTES);
/** Bounds what one seal takes to make, to keep, to prove from and to verify. */
export const SEAL_EVENTS_MAX = 5_000;

/** What is signed. */
export type SealBody = {
  number: number;
  firstPosition: number;
  lastPosition: number;
  root: string;
  previous: string;
  sealedAt: string;
  keyId: string;
};
export type Seal = SealBody & { hash: string; signature: string };

export function sealText(body: SealBody): string {
  const { number, firstPosition, lastPosition, root, previous, sealedAt, keyId } = body;
  return canonicalJson({ v: 1, number, firstPosition, lastPosition, root, previous, sealedAt, keyId });
}

export function sealHash(body: SealBody): string {
  return hash("sha256", sealText(body), "hex");
}

export type Unsealed = { before: Pick<Seal, "number" | "lastPosition" | "hash"> | null; sealedAt: string };

/** The next seal of the chain, over these leaves. */
export function makeSeal({ before, sealedAt }: Unsealed, leaves: readonly Buffer[], key: SealKey): Seal {
  const firstPosition = (before?.lastPosition ?? 0) + 1;
  const body: SealBody = {
    number: (before?.number ?? 0) + 1,
    firstPosition,
    lastPosition: firstPosition + leaves.length - 1,
    root: treeRoot(leaves).toString("hex"),
    previous: before?.hash ?? NO_SEAL,
    sealedAt,
    keyId: key.keyId,
  };
  const signature = sign(null, Buffer.from(sealText(body)), key.privateKey).toString("base64");
  return { ...body, hash: sealHash(body), signature };
}

export function isSignedBy(seal: Seal, key: KeyObject): boolean {
  return verify(null, Buffer.from(sealText(seal)), key, Buffer.from(seal.signature, "base64"));
}

export function joinLeaves(leaves: readonly Buffer[]): Buffer {
  return Buffer.concat(leaves);
}

export function splitLeaves(joined: Uint8Array): Buffer[] {
  const bytes = Buffer.from(joined.buffer, joined.byteOffset, joined.byteLength);
  return Array.from({ length: Math.floor(bytes.byteLength / HASH_BYTES) }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}
