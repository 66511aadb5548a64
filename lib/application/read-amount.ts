/** The amount by which people know an intent, as its contract reads it from the args that run. */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import { hasAmounts, type IntentAmount, intentAmount } from "@/lib/domain/intent-amount";
import type { JsonObject } from "@/lib/domain/json";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";

export function readAmount({ definition, fields }: CompiledContract, args: JsonObject): IntentAmount | null {
  if (!hasAmounts(definition.fields)) return null;
  const read = normaliseArgs(fields, args);
  return read.ok ? intentAmount(definition.fields, read.fields) : null;
}
