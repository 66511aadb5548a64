import type { ConditionInput } from "../condition";

export function conditionInput(args: Record<string, unknown>): ConditionInput {
  return {
    args,
    agent: { id: "a", name: "n", labels: { tier: "trusted" } },
    run: "r",
    step: "s",
    intent: { keyScope: "step", submissionCount: 1n },
    now: new Date(0),
  };
}
