/** Trees as RFC 6962 has them. Hashes lie side by side, 32 bytes each. */
import { HASH_BYTES, sha256, sha256Into } from "./sha256";

const LEAF = 0x00;
const NODE = 0x01;

export function leafInto(target: Uint8Array, at: number, line: Uint8Array): void {
  sha256Into(target, at, line, LEAF);
}

export function leafOf(line: Uint8Array): Uint8Array<ArrayBuffer> {
  return sha256(line, LEAF);
}

/**
 * Of at least one leaf. Level by level, in place: neighbours become one node, and a last one without a neighbour goes up
 * as it is. That is the tree that splits at the largest power of two.
 */
export function merkleRoot(leaves: Uint8Array): Uint8Array {
  const level = leaves.slice();
  for (let count = level.byteLength / HASH_BYTES; count > 1; count = Math.ceil(count / 2)) {
    for (let pair = 0; 2 * pair + 1 < count; pair += 1) {
      const from = 2 * pair * HASH_BYTES;
      sha256Into(level, pair * HASH_BYTES, level.subarray(from, from + 2 * HASH_BYTES), NODE);
    }
    if (count % 2 === 1) level.copyWithin(((count - 1) / 2) * HASH_BYTES, (count - 1) * HASH_BYTES, count * HASH_BYTES);
  }
  return level.subarray(0, HASH_BYTES);
}

/** The root that a path leads to (RFC 9162, 2.1.3.2); null: a tree of this size has no such path. */
export function rootByPath(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): Uint8Array | null {
  if (index < 0 || index >= size) return null;
  let [root, place, last] = [leaf, index, size - 1];
  for (const sibling of path) {
    if (last === 0) return null;
    if (place % 2 === 1 || place === last) {
      root = nodeOf(sibling, root);
      for (; place % 2 === 0 && place !== 0; last = half(last)) place = half(place);
    } else {
      root = nodeOf(root, sibling);
    }
    place = half(place);
    last = half(last);
  }
  return last === 0 ? root : null;
}

function nodeOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  const both = new Uint8Array(2 * HASH_BYTES);
  both.set(left);
  both.set(right, HASH_BYTES);
  return sha256(both, NODE);
}

function half(count: number): number {
  return Math.floor(count / 2);
}
