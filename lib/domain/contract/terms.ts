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
    sharesEffects: sharesEffects(definition),
    undoMs: definition.undo === undefined ? 0 : ms(definition.undo),
    windowMs: definition.key.window === undefined ? defaultWindowMs(definition) : ms(definition.key.window),
    timeoutMs,
    retries: { max: execute.retries.max, baseMs: ms(execute.retries.base), capMs: ms(execute.retries.cap) },
    honoursKeyMs: execute.idempotency === undefined ? null : ms(execute.idempotency.window),
    probe: execute.probe === undefined ? null : { absentAfterMs: absentAfterOf(execute.probe, timeoutMs) },
    resolution: { role: definition.resolution?.role ?? "approver", approvals: definition.resolution?.approvals ?? 1 },
  };
}

function sharesEffects({ effect, execute }: ContractDefinition): boolean {
  if (effect === "read" || effect === "write_idempotent") return true;
  const source = execute.connector === "module" ? undefined : execute.effectId;
  return typeof source === "object" && "value" in source;
}

/** Never below the time-out, whatever a version of earlier days says: until then the attempt itself may send. */
function absentAfterOf({ absentAfter }: { absentAfter?: string | undefined }, timeoutMs: number): number {
  return Math.max(timeoutMs, absentAfter === undefined ? ABSENT_AFTER_MS : ms(absentAfter));
}

/**
 * Of a definition that this release cannot read: what can be read of it, and for the rest what is safe. Nothing is sent
 * again by itself, nothing is taken for absent, an admin resolves doubts, and windows are long.
 */
export function safeTermsOf(definition: unknown, onUnreadable: (cause: unknown) => void): Terms {
  const read = <T, S>(part: (definition: ContractDefinition) => T, safe: S): T | S => {
    try {
      return part(definition as ContractDefinition);
    } catch {
      return safe;
    }
  };
  try {
    return termsOf(definition as ContractDefinition);
  } catch (cause) {
    onUnreadable(cause);
  }
  return {
    harmless: false,
    sharesEffects: false,
    undoMs: 0,
    windowMs: read((whole) => (whole.key.window === undefined ? LONGEST_DEFAULT_MS : ms(whole.key.window)), LONGEST_MS),
    timeoutMs: read(({ execute }) => ms(execute.timeout), LONGEST_TIMEOUT_MS),
    retries: { max: 0, baseMs: DAY_MS, capMs: DAY_MS },
    honoursKeyMs: null,
    probe: null,
    resolution: { role: "admin", approvals: 1 },
  };
}

const LONGEST_DEFAULT_MS = 30 * DAY_MS;
const LONGEST_MS = 366 * DAY_MS;
const LONGEST_TIMEOUT_MS = 15 * 60_000;

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
