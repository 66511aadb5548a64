/**
 * Merkle trees as RFC 6962 has them: a leaf is SHA-256(0x00 ‖ entry), a node SHA-256(0x01 ‖ left ‖ right), and a tree
 * of n leaves is split at the largest power of two below n. No tree of one size can be taken for one of another.
 */
import { hash } from "node:crypto";

export const HASH_BYTES = 32;
const LEAF = 0x00;
const NODE = 0x01;

/** Grown when an entry is longer; one at a time, so nobody else sees it. */
let scratch = Buffer.alloc(4_096);

export function leafHash(entry: Uint8Array): Buffer {
  const length = entry.byteLength + 1;
  if (scratch.byteLength < length) scratch = Buffer.alloc(2 * length);
  scratch[0] = LEAF;
  scratch.set(entry, 1);
  return digest(scratch.subarray(0, length));
}

/** Of an entry that is text: its UTF-8 is made while it is hashed. */
export function textLeafHash(entry: string): Buffer {
  return digest(`\0${entry}`);
}

const pair = Buffer.alloc(1 + 2 * HASH_BYTES, NODE);

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return digest(pair);
}

/** By way of text, whose bytes come from Buffer's pool: `hash` makes a buffer of its own, which costs more than hashing. */
function digest(data: string | Uint8Array): Buffer {
  return Buffer.from(hash("sha256", data, "binary"), "binary");
}

/** Of the leaves' hashes, of which there is at least one. */
export function treeRoot(leaves: readonly Buffer[]): Buffer {
  return subtreeRoot(leaves, 0, leaves.length);
}

function subtreeRoot(leaves: readonly Buffer[], from: number, to: number): Buffer {
  const only = leaves[from];
  if (only === undefined) throw new RangeError("A tree without leaves has no root here.");
  if (to - from === 1) return only;
  const middle = from + splitOf(to - from);
  return nodeHash(subtreeRoot(leaves, from, middle), subtreeRoot(leaves, middle, to));
}

/** The largest power of two below the size. */
function splitOf(size: number): number {
  return 2 ** (31 - Math.clz32(size - 1));
}

/** The hashes that lead from one leaf to the root, nearest first. */
export function inclusionPath(leaves: readonly Buffer[], index: number): Buffer[] {
  const path: Buffer[] = [];
  let [from, to] = [0, leaves.length];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      path.unshift(subtreeRoot(leaves, middle, to));
      to = middle;
    } else {
      path.unshift(subtreeRoot(leaves, from, middle));
      from = middle;
    }
  }
  return path;
}

/** The root that the path leads to (RFC 9162, 2.1.3.2); null: no such path exists in a tree of this size. */
export function rootFromPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null;
  let root = leaf;
  let [place, last] = [index, size - 1];
  for (const sibling of path) {
    if (last === 0) return null;
    if (place % 2 === 1 || place === last) {
      root = nodeHash(sibling, root);
      while (place % 2 === 0 && place !== 0) {
        place = Math.floor(place / 2);
        last = Math.floor(last / 2);
      }
    } else {
      root = nodeHash(root, sibling);
    }
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? root : null;
}
