import { createPublicKey, generateKeyPairSync, hash } from "node:crypto";
import canonicalize from "canonicalize";
import { expect, test } from "vitest";
import { checkProof, InclusionProof, makeProof } from "./inclusion-proof";
import { leafHash } from "./merkle-tree";
import { isSignedBy, joinLeaves, makeSeal, NO_SEAL, type Seal, sealHash, sealText, splitLeaves } from "./seal";
import { keyIdOf, makeSealKey, readPublicKeys } from "./seal-key";
import { eventText } from "./sealed-event";
import { KEY, sampleEvent } from "./testing/sample-export";

const EVENTS = Array.from({ length: 7 }, (_, index) => sampleEvent(index + 1));
const LEAVES = EVENTS.map((event) => leafHash(Buffer.from(eventText(event))));
const SEAL = makeSeal({ before: null, sealedAt: "2026-11-16T00:00:00.000Z" }, LEAVES, KEY);
const KEYS = new Map([[KEY.keyId, KEY.publicKey]]);

test("the first seal begins the chain, the next follows from it", () => {
  expect(SEAL).toMatchObject({ number: 1, firstPosition: 1, lastPosition: 7, previous: NO_SEAL, keyId: KEY.keyId });
  const next = makeSeal({ before: SEAL, sealedAt: "2026-11-16T00:00:01.000Z" }, LEAVES.slice(0, 2), KEY);
  expect(next).toMatchObject({ number: 2, firstPosition: 8, lastPosition: 9, previous: SEAL.hash });
});

test("what is signed and hashed is the canonical body, with the version of the format", () => {
  const { hash: hashed, signature: _signature, ...body } = SEAL;
  expect(sealText(SEAL)).toBe(canonicalize({ v: 1, ...body }));
  expect(hashed).toBe(hash("sha256", sealText(SEAL), "hex"));
  expect(isSignedBy(SEAL, KEY.publicKey)).toBe(true);
});

test.each(["number", "firstPosition", "lastPosition", "root", "previous", "sealedAt", "keyId"] as const)(
  "another %s is another hash and is not signed",
  (name) => {
    const value = SEAL[name];
    const changed: Seal = { ...SEAL, [name]: typeof value === "number" ? value + 1 : value.replace(/^./, "f") };
    expect(sealHash(changed)).not.toBe(SEAL.hash);
    expect(isSignedBy(changed, KEY.publicKey)).toBe(false);
  },
);

test("the key follows from INTERLOCK_KEY alone, and its id from the public key", () => {
  expect(makeSealKey("k".repeat(44)).pem).toBe(KEY.pem);
  expect(makeSealKey("l".repeat(44)).keyId).not.toBe(KEY.keyId);
  expect(keyIdOf(createPublicKey(KEY.pem))).toBe(KEY.keyId);
  expect(KEY.keyId).toMatch(/^[0-9a-f]{16}$/);
});

test("public keys are read from text that holds one or several, and from nothing else", () => {
  const other = makeSealKey("o".repeat(44));
  expect(readPublicKeys(`a comment\n${KEY.pem}\n${other.pem}`)?.map(keyIdOf)).toEqual([KEY.keyId, other.keyId]);
  const rsa = generateKeyPairSync("rsa", { modulusLength: 1_024 }).publicKey.export({ format: "pem", type: "spki" });
  const secret = KEY.privateKey.export({ format: "pem", type: "pkcs8" });
  const broken = KEY.pem.replace(/\n\w{8}/, "\nAAAAAAAA");
  for (const text of ["", "key", String(rsa), String(secret), broken]) expect(readPublicKeys(text)).toBeNull();
});

test("leaves are kept side by side", () => {
  expect(splitLeaves(new Uint8Array(joinLeaves(LEAVES)))).toEqual(LEAVES);
});

test.each(EVENTS.map((event, index) => [index, event] as const))(
  "event %i is proven by its path and the seal",
  (index, event) => {
    const proof = InclusionProof.parse(JSON.parse(JSON.stringify(makeProof(event, SEAL, LEAVES))));
    expect(proof).toMatchObject({ leafIndex: index, treeSize: 7 });
    expect(checkProof(proof, KEYS)).toBeNull();
  },
);

test("a proof of something else is none", () => {
  const proof = makeProof(EVENTS[2] as (typeof EVENTS)[number], SEAL, LEAVES);
  const { event, seal } = proof;
  const wrong = (more: Partial<InclusionProof>) => checkProof({ ...proof, ...more }, KEYS);
  expect(wrong({ event: { ...event, type: "intent.denied" } })).toContain("not what was sealed at position 3");
  expect(wrong({ event: { ...event, more: 1 } })).toContain("not what was sealed");
  expect(wrong({ event: { ...event, position: 4 } })).toContain("not about position 4");
  expect(wrong({ leafIndex: 3 })).toContain("not about position 3");
  expect(wrong({ treeSize: 8 })).toContain("not about position 3");
  expect(wrong({ path: [...proof.path].reverse() })).toContain("not what was sealed");
  expect(wrong({ seal: { ...seal, root: "0".repeat(64) } })).toContain("was changed");
  expect(wrong({ seal: { ...seal, signature: Buffer.alloc(64).toString("base64") } })).toContain("signature");
  expect(checkProof(proof, new Map())).toContain("which was not given");
});
