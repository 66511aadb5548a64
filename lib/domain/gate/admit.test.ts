import { describe, expect, test } from "vitest";
import type { Grant } from "../grant/grant";
import type { HoldReason } from "../intent";
import { admit } from "./admit";
import { makeContract, prepare } from "./testing/tiny-gate";

const AT = 1_000_000;
const LIMIT = { per: "tool", sum: "/amount", max: 100, window: "24h" };
const GRANT: Grant = {
  id: "grt_1",
  tool: "pay",
  namespace: "default",
  agentId: null,
  pins: {
    "/amount": {
      as: "money",
      currency: null,
      written: { lte: 500 },
      tests: [{ operator: "lte", values: ["500"] }],
    },
  },
  expiresAt: AT + 1,
  usesMax: null,
  usesCount: 0,
  sumMax: null,
  sumOf: null,
  sums: {},
};

type Case = {
  plan?: string;
  amount?: number;
  used?: string;
  reasons?: HoldReason[];
  grants?: Grant[];
  more?: Record<string, unknown>;
};

function ask({ plan = "clear", amount = 80, used = "0", reasons = [], grants = [], more = {} }: Case) {
  const contract = makeContract({ limits: [LIMIT], ...more });
  const prepared = prepare(contract, { args: { id: "a", amount, plan } });
  const world = { at: AT, used: new Map(prepared.charges.map(({ bucket }) => [bucket, used])), grants };
  return admit(world, { prepared, submissionCount: 1, decisionId: "dec_1", reasons, deniedBefore: [] });
}
const reasonsOf = (input: Case) => {
  const { verdict } = ask(input);
  return verdict.kind === "hold" ? verdict.hold.reasons : verdict.kind;
};

describe("what it comes to", () => {
  test.each<[string, Case, string | HoldReason[]]>([
    ["policy clears and nothing stands in the way", {}, "clear"],
    ["policy holds", { plan: "hold" }, ["approval"]],
    ["policy refuses", { plan: "refuse" }, "refuse"],
    ["policy refuses, whatever else there is", { plan: "refuse", reasons: ["lookalike"], used: "9000" }, "refuse"],
    ["a duplicate rule holds what policy clears", { reasons: ["lookalike"] }, ["lookalike"]],
    [
      "every reason is given",
      { plan: "hold", reasons: ["lookalike", "variant"], used: "9000" },
      ["approval", "lookalike", "variant", "limit"],
    ],
    ["up to the limit", { used: "2000" }, "clear"],
    ["one unit over it", { used: "2001" }, ["limit"]],
    ["over a limit that refuses", { used: "9000", more: { limits: [{ ...LIMIT, over: "refuse" }] } }, "refuse"],
    ["a condition that fails", { plan: "break" }, ["approval"]],
  ])("%s", (_name, input, expected) => expect(reasonsOf(input)).toEqual(expected));
});

describe("a grant", () => {
  test("is looked for only where approval is all that is asked for", () => {
    const granted = { plan: "hold", grants: [GRANT] };
    expect(ask(granted).grantUse?.grant.id).toBe("grt_1");
    const never: Case[] = [
      { ...granted, reasons: ["lookalike"] },
      { ...granted, reasons: ["variant"] },
      { ...granted, used: "9000" },
      { ...granted, plan: "break" },
      { ...granted, plan: "refuse" },
      { ...granted, plan: "clear" },
      { ...granted, more: { effect: "irreversible", policy: [] } },
      { ...granted, more: { mode: "observe" } },
      { ...granted, grants: [{ ...GRANT, expiresAt: AT }] },
      { ...granted, grants: [{ ...GRANT, usesMax: 1, usesCount: 1 }] },
      { ...granted, grants: [{ ...GRANT, namespace: "other" }] },
    ];
    for (const input of never) expect(ask(input).grantUse).toBeNull();
  });

  test("covers an irreversible effect where the contract allows it", () => {
    const more = { effect: "irreversible", allowAutoClear: true, policy: [{ then: "hold" }] };
    expect(ask({ plan: "hold", grants: [GRANT], more }).verdict).toMatchObject({
      kind: "clear",
      clearedBy: { kind: "grant" },
    });
  });
});

describe("a hold", () => {
  const holdOf = (input: Case) => {
    const { verdict } = ask(input);
    if (verdict.kind !== "hold") throw new TypeError(verdict.kind);
    return verdict.hold;
  };
  test("takes quorum, role and time from the rule; other reasons last seven days", () => {
    const more = { policy: [{ then: "hold", approvals: 2, roles: ["admin"], expiresIn: "2h" }] };
    expect(holdOf({ more })).toMatchObject({ approvalsNeeded: 2, role: "admin", expiresAt: AT + 7_200_000 });
    expect(holdOf({ more, reasons: ["variant"] })).toMatchObject({
      approvalsNeeded: 2,
      expiresAt: AT + 7 * 86_400_000,
    });
    expect(holdOf({ reasons: ["variant"] })).toMatchObject({ approvalsNeeded: 1, role: "approver", rule: null });
    expect(holdOf({ used: "9000" }).rule).toMatch(/^limit: /);
  });
});

describe("observing", () => {
  const more = { mode: "observe" as const, limits: [LIMIT] };
  test.each<[string, Case, unknown]>([
    ["what clears", { more }, { verdict: "clear", reasons: [], rule: null }],
    ["what is held", { more, plan: "hold" }, { verdict: "hold", reasons: ["approval"] }],
    ["what is refused", { more, plan: "refuse" }, { verdict: "refuse", reasons: [] }],
    ["what exceeds a limit", { more, used: "9000" }, { verdict: "hold", reasons: ["limit"] }],
  ])("%s goes through and says so", (_name, input, observed) => {
    const admission = ask(input);
    expect(admission.verdict.kind).toBe("clear");
    expect(admission.observed).toMatchObject(observed as object);
  });

  test("without a key it says what the `missing` rule would have done", () => {
    for (const missing of ["refuse", "hold"] as const) {
      const contract = makeContract({ ...more, duplicates: { missing } });
      const prepared = prepare(contract, { args: { id: "a", amount: 1 }, run: null });
      const world = { at: AT, used: new Map(), grants: [] };
      const { observed } = admit(world, {
        prepared,
        submissionCount: 1,
        decisionId: "dec_1",
        reasons: [],
        deniedBefore: [],
      });
      expect(observed?.verdict).toBe(missing);
    }
  });
});
