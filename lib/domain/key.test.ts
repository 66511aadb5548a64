import { expect, test } from "vitest";
import { deriveKey, deriveStem, keyContext, type SubmissionContext } from "./key";

const sent: SubmissionContext = { run: "r", step: "s", session: "c", callerKey: null, occurrence: 1 };
const parts = { namespace: "n", tool: "t", context: { run: "r", occurrence: 1 }, identity: { "/id": "7" } };

test("the key is the documented hash: SHA-256 over RFC 8785 of its parts", () => {
  // Computed apart from this code: printf '%s' '{"context":…,"v":1}' | sha256sum
  expect(deriveKey(parts, 1)).toBe("07cd8773f78f3966c5dc6f5b7592468aa60335778f61f89b6092210a66a071d8");
});

test.each([
  ["step", sent, { run: "r", step: "s", occurrence: 1 }],
  ["run", sent, { run: "r", occurrence: 1 }],
  ["session", sent, { session: "c", occurrence: 1 }],
  ["business", sent, { occurrence: 1 }],
  ["step", { ...sent, callerKey: "K" }, { caller: "K", occurrence: 1 }],
  ["business", { ...sent, callerKey: "K" }, { occurrence: 1 }],
  ["step", { ...sent, step: null }, null],
  ["step", { ...sent, run: null }, null],
  ["run", { ...sent, run: null }, null],
  ["session", { ...sent, session: null }, null],
  ["session", { ...sent, session: null, callerKey: "K" }, { caller: "K", occurrence: 1 }],
] as const)("scope %s takes its context from what the orchestrator sent", (scope, context, expected) => {
  expect(keyContext(scope, context)).toEqual(expected);
});

test("every part of the key changes it, and the order of members does not", () => {
  const key = deriveKey(parts, 1);
  const others = [
    deriveKey({ ...parts, namespace: "m" }, 1),
    deriveKey({ ...parts, tool: "u" }, 1),
    deriveKey({ ...parts, context: { run: "r", occurrence: 2 } }, 1),
    deriveKey({ ...parts, identity: { "/id": 7 } }, 1),
    deriveKey(parts, 2),
    deriveStem(parts),
  ];
  expect(new Set([key, ...others]).size).toBe(others.length + 1);
  expect(deriveKey({ ...parts, context: { occurrence: 1, run: "r" } }, 1)).toBe(key);
});
