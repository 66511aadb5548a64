/**
 * First match wins. An error in a condition holds, whatever a later rule would say (L8); `irreversible` is never
 * cleared by a rule unless its contract says `allowAutoClear`.
 */
import type { ContractDefinition, PolicyRule } from "../contract/definition";
import { parseDurationMs } from "../duration";
import { type Role, strictestRole } from "../intent";
import { type Condition, type ConditionInput, type ConditionResult, compileCondition } from "./condition";

export type CompiledRule = { label: string; rule: PolicyRule; condition: Condition | null };

export type PolicyVerdict =
  | { then: "clear"; rule: string; trail: RuleResult[] }
  | { then: "refuse"; rule: string; reason: string; trail: RuleResult[] }
  | { then: "hold"; rule: string; approvalsNeeded: number; role: Role; expiresInMs: number; trail: RuleResult[] };

export type RuleResult = { rule: string; result: ConditionResult["kind"]; message?: string };

export const HOLD_DEFAULT_MS = 24 * 3_600_000;

export function compilePolicy(definition: ContractDefinition): CompiledRule[] {
  return definition.policy.map((rule, index) => ({
    label: labelOf(rule, index),
    rule,
    condition: rule.when === undefined ? null : compileCondition(rule.when),
  }));
}

export function evaluatePolicy(
  definition: ContractDefinition,
  rules: CompiledRule[],
  input: ConditionInput,
): PolicyVerdict {
  const trail: RuleResult[] = [];
  for (const { label, rule, condition } of rules) {
    const result: ConditionResult = condition === null ? { kind: "match" } : condition(input);
    trail.push({ rule: label, result: result.kind, ...(result.kind === "error" ? { message: result.message } : {}) });
    if (result.kind === "error") return hold(`${label} (the condition failed)`, undefined, trail);
    if (result.kind === "match") return apply(definition, label, rule, trail);
  }
  return applyDefault(definition, trail);
}

/** What each rule does where it matches, and what happens where none does. */
export function policyTermsOf(definition: ContractDefinition): { rules: PolicyVerdict[]; otherwise: PolicyVerdict } {
  const rules = definition.policy.map((rule, index) => apply(definition, labelOf(rule, index), rule, []));
  return { rules, otherwise: applyDefault(definition, []) };
}

function labelOf(rule: PolicyRule, index: number): string {
  return rule.name ?? `rule ${index + 1}: ${rule.when ?? "otherwise"} → ${rule.then}`;
}

function applyDefault(definition: ContractDefinition, trail: RuleResult[]): PolicyVerdict {
  const clears = definition.effect === "read" || definition.effect === "write_idempotent";
  const rule = `default for ${definition.effect}`;
  return clears ? { then: "clear", rule, trail } : hold(rule, undefined, trail);
}

function apply(definition: ContractDefinition, label: string, rule: PolicyRule, trail: RuleResult[]): PolicyVerdict {
  if (rule.then === "refuse") {
    return { then: "refuse", rule: label, reason: rule.reason ?? "The policy of this tool refuses it.", trail };
  }
  const mayClear = definition.effect !== "irreversible" || definition.allowAutoClear;
  if (rule.then === "clear" && mayClear) return { then: "clear", rule: label, trail };
  return hold(label, rule, trail);
}

function hold(label: string, rule: PolicyRule | undefined, trail: RuleResult[]): PolicyVerdict {
  const roles = rule?.roles ?? ["approver"];
  // A list means "any of these": the least of them is enough, but a viewer never decides.
  const least = roles.reduce((left, right) => (strictestRole(left, right) === left ? right : left));
  return {
    then: "hold",
    rule: label,
    approvalsNeeded: rule?.approvals ?? 1,
    role: strictestRole(least, "approver"),
    expiresInMs: parseDurationMs(rule?.expiresIn ?? "") ?? HOLD_DEFAULT_MS,
    trail,
  };
}
