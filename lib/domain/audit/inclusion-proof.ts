/** One event and the way from it to a signed seal: whoever has the public key needs nothing else. */
import type { KeyObject } from "node:crypto";
import * as z from "zod";
import { canonicalJson, type JsonObject } from "../json";
import { SealShape } from "./export-lines";
import { inclusionPath, leafHash, rootFromPath } from "./merkle-tree";
import type { Seal } from "./seal";
import type { SealedEvent } from "./sealed-event";
import { checkSignature } from "./verify-seal";

const PATH_MAX = 64;

export const InclusionProof = z
  .strictObject({
    v: z.literal(1),
    /** As it was sealed: its canonical form is what is hashed. */
    event: z.record(z.string(), z.unknown()),
    leafIndex: z.int().min(0),
    treeSize: z.int().min(1),
    path: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(PATH_MAX),
    seal: SealShape,
  })
  .meta({ id: "InclusionProof" });
export type InclusionProof = z.infer<typeof InclusionProof>;

export function makeProof(event: SealedEvent, seal: Seal, leaves: readonly Buffer[]): InclusionProof {
  const leafIndex = event.position - seal.firstPosition;
  const path = inclusionPath(leaves, leafIndex).map((node) => node.toString("hex"));
  return { v: 1, event, leafIndex, treeSize: leaves.length, path, seal };
}

/** What is wrong with it, in a sentence; null: the event was sealed as it is here. */
export function checkProof(proof: InclusionProof, keys: ReadonlyMap<string, KeyObject>): string | null {
  const { event, leafIndex, treeSize, seal } = proof;
  const unsigned = checkSignature(seal, keys);
  if (unsigned !== null) return unsigned;
  const isPlace = seal.firstPosition + leafIndex === event["position"];
  if (!isPlace || treeSize !== seal.lastPosition - seal.firstPosition + 1) {
    return `The proof is not about position ${String(event["position"])} of seal ${seal.number}.`;
  }
  const leaf = leafOf(event);
  const path = proof.path.map((node) => Buffer.from(node, "hex"));
  const root = leaf === null ? null : rootFromPath(leaf, leafIndex, treeSize, path);
  if (root?.toString("hex") === seal.root) return null;
  return `The event is not what was sealed at position ${String(event["position"])}: it, or its path, was changed.`;
}

function leafOf(event: Record<string, unknown>): Buffer | null {
  try {
    return leafHash(Buffer.from(canonicalJson(event as JsonObject)));
  } catch {
    return null; // no canonical form, so it was never sealed
  }
}
