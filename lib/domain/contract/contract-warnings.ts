/** What a contract may say but should know about: publishing warns, it does not refuse. */
import type { ContractDefinition } from "./definition";
import { spellingWarnings } from "./spelling-warnings";
import { termsOf } from "./terms";

export function contractWarnings(definition: ContractDefinition): string[] {
  return [
    ...windowWarnings(definition),
    ...doubtWarnings(definition),
    ...observeWarnings(definition),
    ...spellingWarnings(definition),
  ];
}

function windowWarnings(definition: ContractDefinition): string[] {
  const { windowMs, honoursKeyMs } = termsOf(definition);
  if (honoursKeyMs === null || windowMs <= honoursKeyMs) return [];
  const ours = definition.key.window ?? `${windowMs / 3_600_000}h`;
  const theirs = definition.execute.idempotency?.window;
  return [
    `key.window (${ours}) is longer than execute.idempotency.window (${theirs}): after that the downstream no longer recognises the key, so an unknown outcome becomes in doubt instead of being retried.`,
  ];
}

function doubtWarnings(definition: ContractDefinition): string[] {
  const { idempotency, probe } = definition.execute;
  if (definition.effect === "read" || idempotency !== undefined || probe !== undefined) return [];
  return ["The downstream honours no key and there is no probe: every unknown outcome waits for a person."];
}

/** Nobody is asked while a contract observes. */
function observeWarnings({ mode, effect, value }: ContractDefinition): string[] {
  if (mode !== "observe" || effect === "read" || (effect !== "irreversible" && value !== "high")) return [];
  const what = effect === "irreversible" ? "an irreversible effect" : "an effect of high value";
  return [`mode: observe lets everything through as if cleared: ${what} runs without anybody's approval.`];
}
