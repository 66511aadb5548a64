import fc from "fast-check";
import { expect, test } from "vitest";
import type { IntentEvent, Outcome } from "../event";
import { isFrozen, isReopenable } from "../intent";
import type { JsonObject } from "../json";
import { makeContract, prepare, TinyGate } from "./testing/tiny-gate";

const failure = { code: "broken", message: "it broke" };
const RULES = {
  same: fc.constantFrom("coalesce", "refuse", "allow"),
  drift: fc.constantFrom("coalesce", "refuse", "hold"),
  lookalike: fc.constantFrom("allow", "coalesce", "refuse", "hold"),
  variant: fc.constantFrom("allow", "refuse", "hold"),
  missing: fc.constantFrom("derive", "refuse", "hold"),
};
const contracts = fc.record({
  duplicates: fc.record(RULES),
  key: fc.record({ scope: fc.constantFrom("step", "run", "session", "business"), window: fc.constant("1h") }),
  mode: fc.constantFrom("enforce", "enforce", "observe"),
});
const submission = fc.record({
  kind: fc.constant("submit" as const),
  args: fc.record({
    id: fc.constantFrom("a", "b", " a "),
    amount: fc.constantFrom(80, "80.00", "$80", 100),
    plan: fc.constantFrom("clear", "clear", "hold", "refuse", "break"),
  }),
  run: fc.constantFrom("r1", "r2", null),
  step: fc.constantFrom("s1", "s2"),
  callerKey: fc.constantFrom(null, null, "k1", "k2"),
  occurrence: fc.constantFrom(1, 1, 2),
});
const OUTCOMES: Outcome[] = [
  { class: "success", effectId: "fx", result: {} },
  { class: "definitive", failure },
  { class: "not_sent", failure },
  { class: "unknown", failure },
];
const move = fc.record({
  kind: fc.constant("move" as const),
  which: fc.nat(10),
  to: fc.constantFrom("approve", "deny", "expire", "claim", "settle", "wait"),
  outcome: fc.constantFrom(...OUTCOMES),
});
const history = fc.array(fc.oneof({ weight: 3, arbitrary: submission }, move), { maxLength: 25 });
type Step = typeof history extends fc.Arbitrary<(infer T)[]> ? T : never;

function eventFor(gate: TinyGate, id: string, { to, outcome }: Extract<Step, { kind: "move" }>): IntentEvent | null {
  const intent = gate.intents.get(id)?.intent;
  const at = gate.at;
  if (intent === undefined) return null;
  const by = { at, operatorId: "ann", role: "admin" as const, decisionId: "dec" };
  switch (to) {
    case "approve":
      return { type: "approve", ...by, argsDigest: intent.argsDigest };
    case "deny":
      return { type: "deny", ...by, reason: "no" };
    case "expire":
      return { type: "expire", at };
    case "claim":
      return { type: "claim", at, attemptId: "att" };
    case "settle":
      return { type: "settle", at, attemptId: "att", fence: intent.fence, outcome, jitter: 0 };
    case "wait":
      return null;
  }
}

function play(steps: Step[], check: (gate: TinyGate, step: Step) => void): TinyGate {
  const gate = new TinyGate();
  for (const step of steps) {
    gate.at += step.kind === "move" && step.to === "wait" ? 1_800_000 : 1;
    if (step.kind === "submit") check(gate, step);
    else {
      const id = [...gate.intents.keys()][step.which % Math.max(gate.intents.size, 1)];
      const event = id === undefined ? null : eventFor(gate, id, step);
      if (id !== undefined && event !== null) gate.move(id, event);
    }
  }
  return gate;
}

const prepareStep = (contract: ReturnType<typeof makeContract>, step: Extract<Step, { kind: "submit" }>) => {
  const { kind: _, args, ...context } = step;
  return prepare(contract, { args: args as JsonObject, ...context });
};

test("for any history it answers, and asking twice without writing gives the same answer: the fold is pure", () => {
  fc.assert(
    fc.property(contracts, history, (more, steps) => {
      const contract = makeContract(more);
      play(steps, (gate, step) => {
        if (step.kind !== "submit") return;
        const prepared = prepareStep(contract, step);
        const before = JSON.stringify([...gate.intents.values()]);
        const first = gate.fold(prepared);
        expect(JSON.stringify([...gate.intents.values()])).toBe(before);
        const second = gate.submit(prepared);
        expect(first.kind).toBe(second.kind);
        if (first.kind === "join" && second.kind === "join") expect(first.known).toBe(second.known);
      });
    }),
  );
});

test("what runs, has run or may have run is never changed by a submission (frozen args)", () => {
  fc.assert(
    fc.property(contracts, history, (more, steps) => {
      const contract = makeContract(more);
      play(steps, (gate, step) => {
        if (step.kind !== "submit") return;
        const before = new Map([...gate.intents].map(([id, { intent }]) => [id, intent]));
        gate.submit(prepareStep(contract, step));
        for (const [id, intent] of before) {
          const isOpen = intent.state.kind === "held" || (intent.state.kind === "cleared" && !isFrozen(intent));
          const after = gate.intents.get(id)?.intent;
          if (isOpen || isReopenable(intent.state)) continue;
          // At most it gets a successor.
          expect({ ...after, successorId: null }).toEqual({ ...intent, successorId: null });
        }
      });
    }),
  );
});

test("an intent's args change only when it is opened again, and then policy was asked about them (L3)", () => {
  fc.assert(
    fc.property(contracts, history, (more, steps) => {
      const contract = makeContract(more);
      play(steps, (gate, step) => {
        if (step.kind !== "submit") return;
        const folded = gate.submit(prepareStep(contract, step));
        if (folded.kind !== "join") return;
        if (folded.admission === null) expect(folded.disposition).not.toBe("reopened");
        else expect(folded.disposition).toBe("reopened");
        const { state, argsDigest } = folded.intent;
        if (state.kind === "cleared") expect(state.argsDigest).toBe(argsDigest);
      });
    }),
  );
});

const STRICT = fc.record({
  duplicates: fc.record({
    ...RULES,
    same: fc.constantFrom("coalesce", "refuse"),
    lookalike: fc.constantFrom("coalesce", "refuse", "hold"),
    variant: fc.constantFrom("refuse", "hold"),
  }),
  key: fc.record({ scope: fc.constantFrom("step", "run", "session", "business"), window: fc.constant("1h") }),
});

test("L1: where duplicates are guarded, whatever the contexts and spellings, one thing runs once without a person", () => {
  const plain = submission.map((step) => ({
    ...step,
    occurrence: 1 as const,
    args: { ...step.args, plan: "clear" as const },
  }));
  const runs = move.map((step) => ({
    ...step,
    to: step.to === "claim" ? ("claim" as const) : ("settle" as const),
    outcome: OUTCOMES[0] as Outcome,
  }));
  fc.assert(
    fc.property(STRICT, fc.array(fc.oneof(plain, runs), { maxLength: 25 }), (more, steps) => {
      const contract = makeContract(more);
      const gate = play(steps, (playing, step) => {
        if (step.kind === "submit") playing.submit(prepareStep(contract, step));
      });
      const ran = new Map<string, number>();
      for (const { row, intent } of gate.intents.values()) {
        if (["cleared", "executing", "succeeded"].includes(intent.state.kind)) {
          ran.set(row.identityDigest, (ran.get(row.identityDigest) ?? 0) + 1);
        }
      }
      for (const count of ran.values()) expect(count).toBe(1);
    }),
  );
});

test("under one key there is one live intent, whatever is asked for how", () => {
  fc.assert(
    fc.property(contracts, history, (more, steps) => {
      const contract = makeContract(more);
      const gate = play(steps, (playing, step) => {
        if (step.kind === "submit") playing.submit(prepareStep(contract, step));
      });
      const kept = [...gate.intents.values()];
      const live = kept.filter(({ intent }) => intent.successorId === null).map(({ row }) => row.stem);
      expect(new Set(live).size).toBe(live.length);
      expect(new Set(kept.map(({ key }) => key)).size).toBe(kept.length);
    }),
  );
});

test("observing, everything runs and says what it would have been", () => {
  fc.assert(
    fc.property(contracts, history, (more, steps) => {
      const contract = makeContract({ ...more, mode: "observe" });
      play(steps, (gate, step) => {
        if (step.kind !== "submit") return;
        const folded = gate.submit(prepareStep(contract, step));
        expect(["open", "join"]).toContain(folded.kind);
        if (folded.kind !== "open" && folded.kind !== "join") return;
        expect(folded.admission?.observed).not.toBeNull();
        expect(folded.intent.state.kind).toBe("cleared");
      });
    }),
  );
});
