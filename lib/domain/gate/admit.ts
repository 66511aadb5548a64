/**
 * May it run? Asked when an intent opens or opens again: policy, then what else stands in the way, then whether a
 * grant stands in for the people. The answer carries what must be reserved with it.
 *
 * P1  A refusal by a rule or a limit is final here; nothing below lifts it.
 * P2  A grant stands in for approvals alone: with any other reason beside them, a person's earlier no among them, it is
 *     not even looked for.
 * P3  A condition that failed holds for a person: no grant lifts it (L8).
 */
import type { Verdict } from "../event";
import { findCoveringGrant, type Grant } from "../grant/grant";
import { type Hold, type HoldReason, OTHER_HOLD_MS } from "../intent";
import { isOver as isOverLimit, type LimitCharge } from "../limits/charges";
import type { PolicyVerdict } from "../policy/evaluate-policy";
import type { Prepared } from "./prepare";
import type { World } from "./world";

export type GrantUse = { grant: Grant; amount: string; currency: string };

/** What enforcing would have done, where a contract only observes. */
export type Observed = { verdict: Verdict["kind"] | "join"; reasons: HoldReason[]; rule: string | null };

export type Admission = {
  verdict: Verdict;
  policy: PolicyVerdict;
  /** Limits that clearing it would exceed. */
  over: LimitCharge[];
  grantUse: GrantUse | null;
  observed: Observed | null;
};

export type AdmitInput = {
  prepared: Prepared;
  submissionCount: number;
  decisionId: string;
  /** What the duplicate rules and an earlier denial ask a person about. */
  reasons: HoldReason[];
  /** What people denied about the same thing. */
  deniedBefore: string[];
};

export function admit(world: Pick<World, "at" | "used" | "grants">, input: AdmitInput): Admission {
  const { prepared, decisionId } = input;
  const policy = prepared.policy(input.submissionCount, world.at);
  const over = overLimits(world, prepared.charges);
  const reasons = allReasons(input, policy, over);
  const grantUse = reasons.length === 1 && reasons[0] === "approval" ? findGrant(world, prepared, policy) : null;
  const { deniedBefore } = input;
  const verdict = judge(world, { policy, over, reasons, deniedBefore, grantUse, decisionId });
  if (prepared.contract.definition.mode !== "observe") return { verdict, policy, over, grantUse, observed: null };
  const observed =
    isKeyless(prepared) && prepared.contract.duplicates.missing === "refuse" ? KEYLESS : observe(verdict);
  return { verdict: letThrough(decisionId), policy, over, grantUse: null, observed };
}

export function overLimits(world: Pick<World, "used">, charges: LimitCharge[]): LimitCharge[] {
  return charges.filter((charge) => isOverLimit(charge, world.used.get(charge.bucket) ?? "0"));
}

export function letThrough(decisionId: string): Verdict {
  return { kind: "clear", clearedBy: { kind: "policy", rule: OBSERVE_RULE, decisionId } };
}

const OBSERVE_RULE = "mode: observe lets everything through";

function allReasons(input: AdmitInput, policy: PolicyVerdict, over: LimitCharge[]): HoldReason[] {
  return [
    ...(policy.then === "hold" ? (["approval"] as const) : []),
    ...(isKeyless(input.prepared) ? (["missing_key"] as const) : []),
    ...input.reasons,
    ...(over.length > 0 ? (["limit"] as const) : []),
  ];
}

function isKeyless({ keyParts, contract }: Prepared): boolean {
  return keyParts === null && contract.definition.effect !== "read";
}

/** Only observing lets it come this far: enforcing answers with a problem before anything is recorded. */
const KEYLESS: Observed = { verdict: "refuse", reasons: [], rule: "idempotency_key_required" };

function findGrant(world: Pick<World, "at" | "grants">, prepared: Prepared, policy: PolicyVerdict): GrantUse | null {
  const { asker, fields, args, contract } = prepared;
  const { definition, tool } = contract;
  const mayClear = definition.effect !== "irreversible" || definition.allowAutoClear;
  const failed = policy.trail.some(({ result }) => result === "error");
  if (!mayClear || failed || world.grants.length === 0) return null;
  const ask = { agentId: asker.id, namespace: asker.namespace, tool, fields, args, at: world.at };
  return findCoveringGrant([...world.grants], ask);
}

type Judged = {
  policy: PolicyVerdict;
  over: LimitCharge[];
  reasons: HoldReason[];
  deniedBefore: string[];
  grantUse: GrantUse | null;
  decisionId: string;
};

function judge(world: Pick<World, "at">, judged: Judged): Verdict {
  const { policy, over, reasons, deniedBefore, grantUse, decisionId } = judged;
  if (policy.then === "refuse") return { kind: "refuse", rule: policy.rule, reason: policy.reason };
  const barred = over.find((charge) => charge.over === "refuse");
  if (barred !== undefined) {
    return { kind: "refuse", rule: `limit: ${barred.label}`, reason: "It would exceed a limit of this tool." };
  }
  if (grantUse !== null) return { kind: "clear", clearedBy: { kind: "grant", grantId: grantUse.grant.id, decisionId } };
  if (reasons.length === 0) return { kind: "clear", clearedBy: { kind: "policy", rule: policy.rule, decisionId } };
  return { kind: "hold", hold: withDenials(toHold(reasons, policy, over, world.at), deniedBefore) };
}

export function withDenials(hold: Hold, deniedBefore: string[]): Hold {
  return deniedBefore.length === 0 ? hold : { ...hold, deniedBefore };
}

/** Needed approvals and role are what the policy asks for; where it asks for nothing, one approver decides. */
export function toHold(reasons: HoldReason[], policy: PolicyVerdict, over: LimitCharge[], at: number): Hold {
  const asked = policy.then === "hold" ? policy : null;
  const onlyApproval = reasons.every((reason) => reason === "approval");
  const lastsMs = Math.max(asked?.expiresInMs ?? 0, onlyApproval ? 0 : OTHER_HOLD_MS);
  const limit = over[0];
  return {
    reasons,
    rule: asked?.rule ?? (limit === undefined ? null : `limit: ${limit.label}`),
    approvalsNeeded: asked?.approvalsNeeded ?? 1,
    role: asked?.role ?? "approver",
    approvals: [],
    since: at,
    expiresAt: at + lastsMs,
    escalatedAt: null,
  };
}

function observe(verdict: Verdict): Observed {
  switch (verdict.kind) {
    case "hold":
      return { verdict: "hold", reasons: verdict.hold.reasons, rule: verdict.hold.rule };
    case "refuse":
      return { verdict: "refuse", reasons: [], rule: verdict.rule };
    case "clear":
      return { verdict: "clear", reasons: [], rule: null };
  }
}
