import { expect, test } from "vitest";
import type { State } from "@/lib/domain/intent";
import { NO_ATTEMPTS } from "@/lib/domain/intent";
import { type IntentRow, toColumns } from "@/lib/store/intent-row";
import { type Audience, toIntentDto } from "./intent-dto";

const KEY = "07cd8773f78f3966c5dc6f5b7592468aa60335778f61f89b6092210a66a071d8";
const OTHER = KEY.replace("0", "1");

function rowOf(state: State): IntentRow {
  const terms = {
    harmless: false,
    sharesEffects: false,
    undoMs: 0,
    windowMs: 1_000,
    timeoutMs: 1_000,
    retries: { max: 0, baseMs: 1, capMs: 1 },
    honoursKeyMs: null,
    probe: null,
    resolution: { role: "approver", approvals: 1 } as const,
  };
  const digests = { fingerprint: "f", argsDigest: "d" };
  const intent = { id: "int_1", contractVersion: 1, terms, submissionId: "sub_1", ...digests, fence: 1 };
  return {
    ...{ id: "int_1", namespace: "default", tool: "refund", effect: "write_non_idempotent", stem: "s", key: KEY },
    ...{ generation: 1, context: {}, identity: {}, identityDigest: "i", agentId: "agt_1", run: "r", step: "s" },
    ...{ session: null, callerKey: null, derivation: "d", occurrence: 1, family: null, predecessorId: null },
    ...{ createdAt: new Date(0), args: {}, submissionCount: 1, version: 1 },
    ...toColumns({ ...intent, attempts: NO_ATTEMPTS, successorId: null, state }, null),
  };
}

function shownTo(audience: Audience, state: State) {
  return toIntentDto({ audience, row: rowOf(state), title: "Refund", agentName: "agent", reason: null });
}

const echoes = [
  KEY,
  `re_${KEY}!`,
  { key: KEY },
  { a: [1, null, { b: ["x", { c: `"${KEY}\\` }] }] },
  { [KEY]: true },
  { [`n-${KEY}`]: [KEY, KEY], other: OTHER },
];

test.each(echoes.map((result) => [result]))("an agent does not learn the key from a downstream's %j", (result) => {
  const state: State = { kind: "succeeded", effectId: `re_${KEY}`, result, endedAt: 0 };
  const shown = JSON.stringify(shownTo("agent", state));
  expect(shown).not.toContain(KEY);
  expect(shown).toContain("(key)");
  expect(shownTo("operator", state).result).toEqual(result);
});

test("an agent does not learn the key from a failure's words", () => {
  const failure = { code: "conflict", message: `The key ${KEY} was used.`, correctiveAction: `Drop ${KEY}.` };
  const shown = shownTo("agent", { kind: "failed", transient: false, failure, endedAt: 0 });
  expect(shown.error).toMatchObject({ message: "The key (key) was used.", correctiveAction: "Drop (key)." });
});

test("a result without the key is shown as it is, however deep it nests", () => {
  const deep = JSON.parse(`${"[".repeat(5_000)}"${OTHER}"${"]".repeat(5_000)}`) as unknown;
  expect(shownTo("agent", { kind: "succeeded", effectId: "re_1", result: deep, endedAt: 0 }).result).toBe(deep);
});
