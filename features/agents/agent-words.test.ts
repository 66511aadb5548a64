import { expect, test } from "vitest";
import { keyState, keysWords, OVERLAPS, revokeConsequence, toolsWords } from "./agent-words";

test("no tool named means all of them, and never none", () => {
  expect(toolsWords([])).toBe("All tools");
  expect(toolsWords(["refund_payment"])).toBe("refund_payment");
  expect(toolsWords(["a", "b"])).toBe("2 tools");
});

test("an agent whose keys are all gone says so instead of counting to zero", () => {
  expect([0, 1, 2].map(keysWords)).toEqual(["No working key", "1 key", "2 keys"]);
});

test("a key works until it expires or is revoked, and a revocation is told before an expiry", () => {
  const now = Date.parse("2026-11-17T12:00:00Z");
  const key = { id: "key_1", hint: "ilk_abcd…", createdAt: "", lastUsedAt: null, expiresAt: null, revokedAt: null };
  expect(keyState(key, now)).toBe("works");
  expect(keyState({ ...key, expiresAt: "2026-11-17T12:00:01Z" }, now)).toBe("works");
  expect(keyState({ ...key, expiresAt: "2026-11-17T12:00:00Z" }, now)).toBe("expired");
  expect(keyState({ ...key, expiresAt: "2026-11-17T11:00:00Z", revokedAt: "2026-11-17T10:00:00Z" }, now)).toBe(
    "revoked",
  );
});

test("whoever revokes the last key is told that the agent stops", () => {
  expect(revokeConsequence(1)).toMatch(/can submit nothing and gets no callbacks until/);
  expect(revokeConsequence(2)).toMatch(/other keys go on/);
});

test("every overlap is a duration that the API reads", () => {
  for (const { value } of OVERLAPS) expect(value).toMatch(/^\d+(s|h|d)$/);
});
