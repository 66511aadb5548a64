import { describe, expect, test } from "vitest";
import type { State } from "../intent";
import { findResembling } from "./resemble";
import { makeContract, prepare, TinyGate } from "./testing/tiny-gate";
import type { Known, World } from "./world";

const AT = 2_000_000;
const endedAt = AT - 1;
const failure = { code: "broken", message: "it broke" };
const contract = makeContract();
const decided = { clearedBy: { kind: "policy", rule: "r", decisionId: "d" }, argsDigest: "x" } as const;
const hold = {
  reasons: ["approval" as const],
  rule: null,
  approvalsNeeded: 1,
  role: "approver" as const,
  approvals: [],
  since: 0,
  expiresAt: AT + 1,
  escalatedAt: null,
};

const STATES: Record<string, State> = {
  held: { kind: "held", hold },
  overdue: { kind: "held", hold: { ...hold, expiresAt: AT } },
  cleared: { kind: "cleared", ...decided, dueAt: AT, undoUntil: null, lifted: null },
  executing: { kind: "executing", ...decided, attemptId: "a", startedAt: AT, leaseUntil: AT, lifted: null },
  in_doubt: {
    kind: "in_doubt",
    ...decided,
    since: AT,
    failure,
    nextProbeAt: null,
    probing: null,
    statements: [],
    lifted: null,
  },
  succeeded: { kind: "succeeded", effectId: "fx", result: {}, endedAt },
  partial: { kind: "partial", effectId: "fx", result: {}, correctiveAction: "mend", endedAt },
  failed: { kind: "failed", transient: false, failure, endedAt },
  denied: { kind: "denied", operatorId: "ann", reason: "no", endedAt },
  transient: { kind: "failed", transient: true, failure, endedAt },
  refused: { kind: "refused", rule: "never", reason: "no", endedAt },
  expired: { kind: "expired", endedAt },
  withdrawn: { kind: "withdrawn", reason: null, endedAt },
  over: { kind: "succeeded", effectId: "fx", result: {}, endedAt: AT - 3_600_000 },
};

type Sent = Parameters<typeof prepare>[1];

function kinds(first: Sent, state: State, second: Sent, made = contract): string[] {
  const gate = new TinyGate();
  gate.submit(prepare(made, first));
  const known: Known[] = [...gate.intents.values()].map((one) => ({ ...one, intent: { ...one.intent, state } }));
  const prepared = prepare(made, second);
  const world = { at: AT, byIdentity: new Map([[prepared.identityDigest, known]]) } as unknown as World;
  return findResembling(world, prepared).map(({ kind }) => kind);
}

const EIGHTY = { args: { id: "a", amount: 80 } };
const elsewhere = (amount: number) => ({ args: { id: "a", amount }, run: "another" });
const stateOf = (name: string): State => STATES[name] ?? { kind: "expired", endedAt };

describe("S1: what counts, by state", () => {
  test.each(["held", "cleared", "executing", "in_doubt", "succeeded", "partial", "failed", "denied"])(
    "%s makes look-alikes",
    (name) => expect(kinds(EIGHTY, stateOf(name), elsewhere(80))).toEqual(["lookalike"]),
  );
  test.each(["held", "cleared", "executing", "in_doubt", "succeeded", "partial"])("%s makes variants", (name) =>
    expect(kinds(EIGHTY, stateOf(name), elsewhere(90))).toEqual(["variant"]),
  );
  test.each(["failed", "denied"])("%s makes no variants: it was a no to other values", (name) =>
    expect(kinds(EIGHTY, stateOf(name), elsewhere(90))).toEqual([]),
  );
  test.each(["overdue", "transient", "refused", "expired", "withdrawn", "over"])("%s makes neither", (name) => {
    for (const amount of [80, 90]) expect(kinds(EIGHTY, stateOf(name), elsewhere(amount))).toEqual([]);
  });
});

describe("S2: which context is another one", () => {
  const ran = stateOf("succeeded");
  test.each([
    ["another run", { run: "x" }, 1],
    ["another step", { step: "x" }, 1],
    ["a caller's key", { callerKey: "x" }, 1],
    ["nothing to build a key from", { run: null }, 1],
    ["another session, where sessions are no part of the key", { session: "x" }, 0],
    ["an occurrence", { occurrence: 2 }, 0],
    ["an occurrence in another run", { occurrence: 2, run: "x" }, 1],
  ])("%s", (_name, more, count) => {
    for (const amount of [80, 90]) {
      expect(kinds(EIGHTY, ran, { args: { id: "a", amount }, ...more })).toHaveLength(count);
    }
  });
});

test("S3: without identity fields there are look-alikes, but no variants", () => {
  const bare = makeContract({ fields: { "/plan": { role: "incidental" } } });
  expect(kinds(EIGHTY, stateOf("succeeded"), elsewhere(80), bare)).toEqual(["lookalike"]);
  expect(kinds(EIGHTY, stateOf("succeeded"), elsewhere(90), bare)).toEqual([]);
});

test("a read resembles nothing", () => {
  const read = makeContract({ effect: "read" });
  expect(kinds(EIGHTY, stateOf("succeeded"), elsewhere(80), read)).toEqual([]);
});

test("look-alikes come before variants, the newest first", () => {
  const gate = new TinyGate();
  const allow = makeContract({ duplicates: { lookalike: "allow", variant: "allow" } });
  for (const [run, amount] of [
    ["1", 80],
    ["2", 90],
    ["3", 80],
    ["4", 90],
  ] as const) {
    gate.submit(prepare(allow, { args: { id: "a", amount }, run }));
  }
  const folded = gate.submit(prepare(allow, { args: { id: "a", amount: 80 }, run: "5" }));
  const found = folded.kind === "open" ? folded.resembles.map(({ kind, known }) => `${kind} ${known.intent.id}`) : [];
  expect(found).toEqual(["lookalike int_000003", "lookalike int_000001", "variant int_000004", "variant int_000002"]);
});

test("of a crowd only a few are kept: what is stored with each does not grow with the crowd", () => {
  const gate = new TinyGate();
  const allow = makeContract({ duplicates: { lookalike: "allow", variant: "allow" } });
  const submit = (n: number) => gate.submit(prepare(allow, { args: { id: "a", amount: n % 2 }, run: `run ${n}` }));
  const last = Array.from({ length: 40 }, (_, n) => submit(n)).at(-1);
  expect(last?.kind === "open" ? last.resembles.length : 0).toBe(10);
});
