/** What follows from a definition: defaults by effect class and value (DESIGN 4 and 11), durations as numbers. */
import { parseDurationMs } from "../duration";
import { ABSENT_AFTER_MS, type Terms } from "../intent";
import type { ContractDefinition } from "./definition";

const DAY_MS = 86_400_000;

export type DuplicateRules = Required<ContractDefinition["duplicates"]>;

export function duplicateRulesOf(definition: ContractDefinition): DuplicateRules {
  const strict = definition.effect === "irreversible" || definition.value === "high";
  const lenient = definition.effect === "write_idempotent" || !strict;
  const defaults: DuplicateRules = lenient
    ? { same: "coalesce", drift: "refuse", lookalike: "allow", variant: "allow", missing: "refuse" }
    : { same: "coalesce", drift: "hold", lookalike: "hold", variant: "hold", missing: "refuse" };
  return { ...defaults, ...definition.duplicates };
}

export function termsOf(definition: ContractDefinition): Terms {
  const { execute } = definition;
  const timeoutMs = ms(execute.timeout);
  return {
    harmless: definition.effect === "read",
    undoMs: definition.undo === undefined ? 0 : ms(definition.undo),
    windowMs: definition.key.window === undefined ? defaultWindowMs(definition) : ms(definition.key.window),
    timeoutMs,
    retries: { max: execute.retries.max, baseMs: ms(execute.retries.base), capMs: ms(execute.retries.cap) },
    honoursKeyMs: execute.idempotency === undefined ? null : ms(execute.idempotency.window),
    probe: execute.probe === undefined ? null : { absentAfterMs: absentAfterOf(execute.probe, timeoutMs) },
    resolution: { role: definition.resolution?.role ?? "approver", approvals: definition.resolution?.approvals ?? 1 },
  };
}

/** Never below the time-out, whatever a version of earlier days says: until then the attempt itself may send. */
function absentAfterOf({ absentAfter }: { absentAfter?: string | undefined }, timeoutMs: number): number {
  return Math.max(timeoutMs, absentAfter === undefined ? ABSENT_AFTER_MS : ms(absentAfter));
}

function defaultWindowMs(definition: ContractDefinition): number {
  if (definition.effect === "irreversible") return 30 * DAY_MS;
  if (definition.effect === "write_idempotent" || definition.value === "low") return DAY_MS;
  return 7 * DAY_MS;
}

function ms(text: string): number {
  const parsed = parseDurationMs(text);
  if (parsed === null) throw new TypeError(`Not a duration: ${text}`); // the definition's schema admits no other
  return parsed;
}
