import fc from "fast-check";
import { expect, test } from "vitest";
import { inclusionPath, leafHash, nodeHash, rootFromPath, textLeafHash, treeRoot } from "./merkle-tree";

/** The inputs and roots that implementations of Certificate Transparency are tested with. */
const INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const LEAVES = INPUTS.map((hex) => leafHash(Buffer.from(hex, "hex")));

test.each(ROOTS.map((root, index) => [index + 1, root]))(
  "the tree of %i known leaves has its known root",
  (size, root) => {
    expect(treeRoot(LEAVES.slice(0, Number(size))).toString("hex")).toBe(root);
  },
);

const leavesOf = (texts: string[]) => texts.map((text) => leafHash(Buffer.from(text)));
const tree = fc
  .uniqueArray(fc.string(), { minLength: 1, maxLength: 70 })
  .chain((texts) => fc.tuple(fc.constant(leavesOf(texts)), fc.nat({ max: texts.length - 1 })));

test("every leaf's path leads to the root", () => {
  fc.assert(
    fc.property(tree, ([leaves, index]) => {
      const path = inclusionPath(leaves, index);
      expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(leaves.length)));
      expect(rootFromPath(leaves[index] as Buffer, index, leaves.length, path)).toEqual(treeRoot(leaves));
    }),
  );
});

test("no other leaf, place, size or path leads there", () => {
  fc.assert(
    fc.property(tree, fc.nat({ max: 80 }), fc.nat({ max: 80 }), ([leaves, index], place, size) => {
      const [root, path] = [treeRoot(leaves), inclusionPath(leaves, index)];
      const leaf = leaves[index] as Buffer;
      if (place !== index) expect(rootFromPath(leaf, place, leaves.length, path)).not.toEqual(root);
      expect(rootFromPath(nodeHash(leaf, leaf), index, leaves.length, path)).not.toEqual(root);
      expect(rootFromPath(leaf, index, leaves.length, [...path, leaf])).not.toEqual(root);
      if (path.length > 0) expect(rootFromPath(leaf, index, leaves.length, path.slice(1))).not.toEqual(root);
      // Another size may have the same path for a leaf; what it proves is then the same place in the same tree.
      if (size < index) expect(rootFromPath(leaf, index, size, path)).toBeNull();
    }),
  );
});

test("a leaf is never taken for a node", () => {
  const [left, right] = leavesOf(["a", "b"]) as [Buffer, Buffer];
  expect(leafHash(Buffer.concat([left, right]))).not.toEqual(nodeHash(left, right));
});

test("any change of any leaf, and any other order, is another root", () => {
  fc.assert(
    fc.property(tree, fc.nat({ max: 69 }), ([leaves, index], other) => {
      const changed = leaves.with(index, leafHash(Buffer.from("something that fast-check does not write \u0001")));
      expect(treeRoot(changed)).not.toEqual(treeRoot(leaves));
      expect(treeRoot([...leaves, leaves[index] as Buffer])).not.toEqual(treeRoot(leaves));
      const to = other % leaves.length;
      if (to === index) return;
      const moved = leaves.with(index, leaves[to] as Buffer).with(to, leaves[index] as Buffer);
      expect(treeRoot(moved)).not.toEqual(treeRoot(leaves));
    }),
  );
});

test("an entry longer than any before is hashed whole", () => {
  const entry = Buffer.alloc(20_000, "x");
  expect(leafHash(entry)).not.toEqual(leafHash(entry.subarray(0, 19_999)));
  expect(leafHash(Buffer.from("00", "hex"))).toEqual(LEAVES[1]);
});

test("a text's leaf is that of its UTF-8 bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", size: "large" }), (text) => {
      expect(textLeafHash(text)).toEqual(leafHash(Buffer.from(text)));
    }),
  );
});
