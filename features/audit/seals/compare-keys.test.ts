import { expect, test } from "vitest";
import { makeSealKey } from "@/lib/domain/audit/seal-key";
import { compareKeys } from "./compare-keys";

const [now, before, strange] = ["n", "b", "s"].map((letter) => makeSealKey(letter.repeat(44))) as [
  ReturnType<typeof makeSealKey>,
  ReturnType<typeof makeSealKey>,
  ReturnType<typeof makeSealKey>,
];
const told = [
  { keyId: now.keyId, publicKey: now.pem, current: true, firstUsedAt: null },
  { keyId: before.keyId, publicKey: before.pem, current: false, firstUsedAt: null },
];

test("the key that somebody keeps is compared with what seals now", () => {
  expect(compareKeys(now.pem, told)?.tone).toBe("good");
  expect(compareKeys(before.pem, told)).toMatchObject({ tone: "warn", title: "An earlier key of this Interlock" });
  expect(compareKeys(strange.pem, told)).toMatchObject({ tone: "bad" });
  expect(compareKeys(`${now.pem}\n${strange.pem}`, told)).toMatchObject({ tone: "bad" });
});

test("an id that is told with another key under it does not count", () => {
  const lying = [{ keyId: strange.keyId, publicKey: now.pem, current: true, firstUsedAt: null }];
  expect(compareKeys(strange.pem, lying)).toMatchObject({ tone: "bad" });
});

test("what is no key is no other key", () => {
  expect(compareKeys("  ", told)).toBeNull();
  expect(compareKeys("ssh-ed25519 AAAA", told)?.title).toContain("no public Ed25519 key");
});
