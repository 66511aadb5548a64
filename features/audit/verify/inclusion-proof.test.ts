import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkProof as checkByCommand, makeProof } from "@/lib/domain/audit/inclusion-proof";
import { leafHash } from "@/lib/domain/audit/merkle-tree";
import { makeSeal } from "@/lib/domain/audit/seal";
import { makeSealKey } from "@/lib/domain/audit/seal-key";
import { eventText } from "@/lib/domain/audit/sealed-event";
import { KEY, sampleEvent } from "@/lib/domain/audit/testing/sample-export";
import { canonicalJson as byTheServer, type JsonValue } from "@/lib/domain/json";
import { canonicalJson } from "./canonical-json";
import { checkProof } from "./inclusion-proof";

const EVENTS = Array.from({ length: 7 }, (_, index) => sampleEvent(index + 1));
const LEAVES = EVENTS.map((event) => leafHash(Buffer.from(eventText(event))));
const SEAL = makeSeal({ before: null, sealedAt: "2026-11-16T00:00:00.000Z" }, LEAVES, KEY);
const BY_ID = new Map([[KEY.keyId, KEY.publicKey]]);
const overTheWire = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

test.each(EVENTS.map((event, index) => [index, event] as const))("event %i is proven", async (_index, event) => {
  const outcome = await checkProof(overTheWire(makeProof(event, SEAL, LEAVES)), KEY.pem);
  expect(outcome).toMatchObject({ kind: "sealed", position: event.position, signature: true });
});

describe("a proof of something else is none, as the command says", () => {
  const proof = makeProof(EVENTS[2] as (typeof EVENTS)[number], SEAL, LEAVES);
  test.each([
    ["another type", { event: { ...proof.event, type: "intent.denied" } }],
    ["one member more", { event: { ...proof.event, more: 1 } }],
    ["another position", { event: { ...proof.event, position: 4 } }],
    ["another place", { leafIndex: 3 }],
    ["another size", { treeSize: 8 }],
    ["another path", { path: [...proof.path].reverse() }],
    ["another root", { seal: { ...SEAL, root: "0".repeat(64) } }],
    ["another signature", { seal: { ...SEAL, signature: Buffer.alloc(64).toString("base64") } }],
  ])("%s", async (_what, more) => {
    const tampered = { ...proof, ...more };
    const outcome = await checkProof(overTheWire(tampered), KEY.pem);
    expect(outcome.kind).toBe("not_sealed");
    expect(checkByCommand(tampered, BY_ID)).not.toBeNull();
  });

  test("another key", async () => {
    const other = makeSealKey("o".repeat(44));
    expect(await checkProof(overTheWire(proof), other.pem)).toMatchObject({ kind: "not_sealed" });
    expect(checkByCommand(proof, new Map())).not.toBeNull();
  });

  test("no proof at all", async () => {
    for (const value of [null, {}, [], "proof", { ...proof, path: ["x"] }, { ...proof, leafIndex: "2" }]) {
      expect(await checkProof(value, KEY.pem)).toMatchObject({ kind: "not_sealed" });
    }
  });
});

test("the canonical form is the server's", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(canonicalJson(value)).toBe(byTheServer(value as JsonValue));
    }),
  );
  expect(canonicalJson({ "\ud83d\ude00": 1, "\ufb33": 2, é: [-0, 1e21, "\u0001"] })).toBe(
    byTheServer({ "\ud83d\ude00": 1, "\ufb33": 2, é: [-0, 1e21, "\u0001"] }),
  );
  expect(canonicalJson({ a: "\ud800" })).toBeNull();
});
