import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CompiledContract } from "../contract/compile-contract";
import type { Hold } from "../intent";
import type { Folded } from "./fold";
import { makeContract, prepare, type Sent, TinyGate } from "./testing/tiny-gate";

const OPEN = { same: "coalesce", drift: "hold", lookalike: "allow", variant: "allow", missing: "hold" } as const;
const contract = makeContract({ duplicates: OPEN });
const asked = (amount: number, more: Partial<Sent> = {}): Sent => ({ args: { id: "a", amount }, ...more });
const HELD = asked(80, { args: { id: "a", amount: 80, plan: "hold" } });
const WINDOW_MS = 3_600_000;

/** A gate in which a person said no to $80. */
function denied(made: CompiledContract = contract): { gate: TinyGate; id: string } {
  const gate = new TinyGate();
  gate.submit(prepare(made, HELD));
  const [id = ""] = gate.intents.keys();
  deny(gate, id);
  return { gate, id };
}

function deny(gate: TinyGate, id: string): void {
  gate.move(id, { type: "deny", at: gate.at, operatorId: "ann", role: "admin", decisionId: "dec", reason: "fraud" });
}

function holdOf(folded: Folded): Hold | null {
  const { state } = folded.kind === "open" || folded.kind === "join" ? folded.intent : { state: null };
  return state?.kind === "held" ? state.hold : null;
}

describe("N2: after a person's denial of $80", () => {
  test("the same key and values get the denial", () => {
    const { gate, id } = denied();
    const folded = gate.submit(prepare(contract, asked(80)));
    expect(folded).toMatchObject({ kind: "join", disposition: "replayed", known: { intent: { id } } });
  });

  test.each<[string, Sent]>([
    ["other values under the same key", asked(50)],
    ["other values in another run", asked(50, { run: "x" })],
    ["the same values in another run", asked(80, { run: "x" })],
    ["another step", asked(50, { step: "x" })],
    ["a caller's key", asked(50, { callerKey: "fresh" })],
    ["a deliberate occurrence", asked(80, { occurrence: 2 })],
    ["nothing to build a key from", asked(50, { run: null })],
  ])("%s is held, and names what was denied", (_name, sent) => {
    const { gate, id } = denied();
    const folded = gate.submit(prepare(contract, sent));
    expect(folded).toMatchObject({ kind: "open", resembles: [{ kind: "denied_before", known: { intent: { id } } }] });
    expect(holdOf(folded)?.reasons).toContain("denied_before");
    expect(holdOf(folded)).toMatchObject({ deniedBefore: [id], approvalsNeeded: 1, role: "approver" });
  });

  test("a later generation takes nothing from it", () => {
    const { gate, id } = denied();
    gate.submit(prepare(contract, asked(50)));
    expect(holdOf(gate.submit(prepare(contract, asked(40, { run: "x" }))))).toMatchObject({ deniedBefore: [id] });
  });

  test("what was withdrawn or ran out after it is asked about again", () => {
    const { gate, id } = denied();
    const folded = gate.submit(prepare(contract, asked(50)));
    const next = folded.kind === "open" ? folded.intent.id : "";
    gate.move(next, { type: "withdraw", at: gate.at, reason: null });
    const again = gate.submit(prepare(contract, asked(50)));
    expect(again).toMatchObject({ kind: "join", disposition: "reopened", intent: { state: { kind: "held" } } });
    expect(holdOf(again)).toMatchObject({ reasons: ["denied_before"], deniedBefore: [id] });
  });

  test("a drift of what was asked for in between is held for both", () => {
    const gate = new TinyGate();
    gate.submit(prepare(contract, asked(50, { run: "x" })));
    gate.submit(prepare(contract, HELD));
    const id = [...gate.intents.keys()][1] ?? "";
    deny(gate, id);
    const folded = gate.submit(prepare(contract, asked(40, { run: "x" })));
    expect(holdOf(folded)).toMatchObject({ reasons: ["drift", "denied_before"], deniedBefore: [id] });
  });

  test("each denial is named once, the last one first", () => {
    const { gate, id } = denied();
    const folded = gate.submit(prepare(contract, asked(50, { run: "x" })));
    const second = folded.kind === "open" ? folded.intent.id : "";
    gate.at += 1;
    deny(gate, second);
    expect(holdOf(gate.submit(prepare(contract, asked(50, { run: "y" }))))).toMatchObject({
      deniedBefore: [second, id],
    });
  });
});

test("N3: an approval lifts it for the intent that was approved, and for nothing else", () => {
  const { gate, id } = denied();
  const folded = gate.submit(prepare(contract, asked(50)));
  const intent = folded.kind === "open" ? folded.intent : null;
  const by = { at: gate.at, operatorId: "ann", role: "admin", decisionId: "dec" } as const;
  gate.move(intent?.id ?? "", { type: "approve", ...by, argsDigest: intent?.argsDigest ?? "" });
  expect(gate.intents.get(intent?.id ?? "")?.intent.state.kind).toBe("cleared");
  expect(gate.submit(prepare(contract, asked(50)))).toMatchObject({ kind: "join", disposition: "coalesced" });
  expect(holdOf(gate.submit(prepare(contract, asked(50, { run: "x" }))))).toMatchObject({ deniedBefore: [id] });
});

describe("it does not reach", () => {
  test("further than its window", () => {
    const { gate } = denied();
    gate.at += WINDOW_MS;
    expect(holdOf(gate.submit(prepare(contract, asked(50))))).toBeNull();
  });

  test("another target", () => {
    const { gate } = denied();
    expect(holdOf(gate.submit(prepare(contract, { args: { id: "b", amount: 50 } })))).toBeNull();
  });

  test("a contract that says allow", () => {
    const allow = makeContract({ duplicates: OPEN, afterDenial: "allow" });
    const { gate } = denied(allow);
    const folded = gate.submit(prepare(allow, asked(50)));
    expect(folded).toMatchObject({
      kind: "open",
      supersedes: { why: "drift" },
      intent: { state: { kind: "cleared" } },
    });
  });

  test("N4: a contract without identity fields", () => {
    const bare = makeContract({ duplicates: OPEN, fields: { "/plan": { role: "incidental" } } });
    const { gate } = denied(bare);
    expect(holdOf(gate.submit(prepare(bare, asked(50))))).toBeNull();
  });

  test.each(["expire", "withdraw"] as const)("N1: from what ended otherwise: %s", (type) => {
    const gate = new TinyGate();
    gate.submit(prepare(contract, HELD));
    const [id = ""] = gate.intents.keys();
    gate.at += 8 * 86_400_000;
    gate.move(id, type === "expire" ? { type, at: gate.at } : { type, at: gate.at, reason: null });
    expect(gate.states()).not.toContain("held");
    expect(holdOf(gate.submit(prepare(contract, asked(50, { run: "x" }))))).toBeNull();
  });
});

test("it stays with the hold when an operator chooses other values, and when the hold is joined by another", () => {
  const two = makeContract({ duplicates: OPEN, policy: [{ then: "hold", approvals: 2 }] });
  const { gate, id } = denied(two);
  const folded = gate.submit(prepare(two, asked(50)));
  const opened = folded.kind === "open" ? folded.intent : null;
  const drifted = gate.submit(prepare(two, asked(40)));
  expect(holdOf(drifted)).toMatchObject({ reasons: ["approval", "denied_before", "drift"], deniedBefore: [id] });
  const other = prepare(two, asked(40));
  const { fingerprint, argsDigest } = other;
  const proposal = { submissionId: "s", fingerprint, argsDigest, contractVersion: 1, terms: two.terms };
  const { deniedBefore: _, ...hold } = holdOf(drifted) as Hold;
  const by = { at: gate.at, operatorId: "ann", role: "admin", decisionId: "dec" } as const;
  gate.move(opened?.id ?? "", { type: "approve", ...by, argsDigest, variant: { proposal, hold } });
  const { state } = gate.intents.get(opened?.id ?? "")?.intent ?? { state: null };
  expect(state).toMatchObject({ kind: "held", hold: { deniedBefore: [id], approvals: [{ operatorId: "ann" }] } });
});

test("for any rules and any order, after a denial nothing about the same target runs without a person", () => {
  const rules = fc.record({
    same: fc.constantFrom("coalesce", "refuse", "allow"),
    drift: fc.constantFrom("coalesce", "refuse", "hold"),
    lookalike: fc.constantFrom("allow", "coalesce", "refuse", "hold"),
    variant: fc.constantFrom("allow", "refuse", "hold"),
    missing: fc.constantFrom("derive", "hold"),
  });
  const scope = fc.constantFrom("step", "run", "session", "business");
  const sent = fc.record({
    args: fc.record({ id: fc.constant("a"), amount: fc.constantFrom(80, "80.00", 50, 40) }),
    run: fc.constantFrom("r", "r2", null),
    step: fc.constantFrom("s", "s2"),
    session: fc.constantFrom("e", "e2"),
    callerKey: fc.constantFrom(null, null, "k"),
    occurrence: fc.constantFrom(1, 1, 2),
    isDenied: fc.boolean(),
  });
  fc.assert(
    fc.property(rules, scope, fc.array(sent, { maxLength: 12 }), (duplicates, keyScope, all) => {
      const made = makeContract({ duplicates, key: { scope: keyScope } });
      const { gate } = denied(made);
      for (const { isDenied, ...one } of all) {
        gate.at += 1;
        const folded = gate.submit(prepare(made, one));
        if (isDenied && folded.kind === "open") deny(gate, folded.intent.id);
      }
      expect(gate.states().filter((state) => state !== "held" && state !== "denied")).toEqual([]);
    }),
  );
});
