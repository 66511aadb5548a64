/** One event and its way to a signed seal: whether it is what was sealed, checked here and now. */
import { fromHex, toHex } from "./bytes";
import { canonicalJson } from "./canonical-json";
import { leafOf, rootByPath } from "./merkle-root";
import { parsePublicKeys } from "./public-keys";
import { memberOf, type Seal, sealHash, toSeal } from "./seal";
import { importKeys, isSignedBy, wrongSignature } from "./signatures";

/** `signature`: null, this browser cannot check it. */
export type ProofOutcome =
  | { kind: "sealed"; seal: Seal; position: number; signature: true | null }
  | { kind: "not_sealed"; message: string };

const PATH_MAX = 64;
const HASH = /^[0-9a-f]{64}$/;

/** `keys`: PEM, one or several. */
export async function checkProof(proof: unknown, keys: string): Promise<ProofOutcome> {
  const seal = toSeal(memberOf(proof, "seal"));
  const path = readPath(memberOf(proof, "path"));
  const [event, index, size] = [memberOf(proof, "event"), memberOf(proof, "leafIndex"), memberOf(proof, "treeSize")];
  if (seal === null || path === null || !Number.isSafeInteger(index) || !Number.isSafeInteger(size)) {
    return fault("This is no proof that this page can read.");
  }
  const position = memberOf(event, "position");
  const isPlace =
    seal.firstPosition + Number(index) === position && Number(size) === seal.lastPosition - seal.firstPosition + 1;
  if (!isPlace) return fault(`The proof is not about position ${String(position)} of seal ${seal.number}.`);
  if (sealHash(seal) !== seal.hash) return fault(`Seal ${seal.number} was changed: its hash is another.`);
  const line = canonicalJson(event);
  const root =
    line === null ? null : rootByPath(leafOf(new TextEncoder().encode(line)), Number(index), Number(size), path);
  if (root === null || toHex(root) !== seal.root) {
    return fault(`The event is not what was sealed at position ${String(position)}: it, or its path, was changed.`);
  }
  return checkSignature(seal, Number(position), keys);
}

async function checkSignature(seal: Seal, position: number, pem: string): Promise<ProofOutcome> {
  const keys = parsePublicKeys(pem) ?? [];
  if (!keys.some(({ keyId }) => keyId === seal.keyId)) {
    return fault(`Seal ${seal.number} was made with the key ${seal.keyId}, which is not one that you trust.`);
  }
  const key = (await importKeys(keys))?.get(seal.keyId);
  if (key === undefined) return { kind: "sealed", seal, position, signature: null };
  if (await isSignedBy(seal, key)) return { kind: "sealed", seal, position, signature: true };
  return fault(wrongSignature(seal));
}

function readPath(value: unknown): Uint8Array[] | null {
  if (!Array.isArray(value) || value.length > PATH_MAX) return null;
  return value.every((node) => typeof node === "string" && HASH.test(node))
    ? value.map((node) => fromHex(String(node)))
    : null;
}

function fault(message: string): ProofOutcome {
  return { kind: "not_sealed", message };
}
