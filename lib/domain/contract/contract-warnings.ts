/** What a contract may say but should know about: publishing warns, it does not refuse. */
import { parseDurationMs } from "../duration";
import type { ContractDefinition } from "./definition";
import { effectIdWarnings, isChosen } from "./effect-id";
import { spellingWarnings } from "./spelling-warnings";
import { termsOf } from "./terms";

export function contractWarnings(definition: ContractDefinition): string[] {
  return [
    ...windowWarnings(definition),
    ...doubtWarnings(definition),
    ...absenceWarnings(definition),
    ...probeWarnings(definition),
    ...presenceWarnings(definition),
    ...chosenIdWarnings(definition),
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

function chosenIdWarnings({ execute, args }: ContractDefinition): string[] {
  const ours = execute.connector === "module" ? undefined : execute.effectId;
  return [
    ...effectIdWarnings(ours, args, "execute.effectId"),
    ...effectIdWarnings(execute.probe?.effectId, args, "execute.probe.effectId"),
  ];
}

const ABSENCE_SAFE_MS = 60_000;

/** The kernel of a worker that died sends what was not acknowledged again, for longer than a minute. */
function absenceWarnings({ execute: { probe } }: ContractDefinition): string[] {
  if (probe?.absentAfter === undefined) return [];
  const absentMs = parseDurationMs(probe.absentAfter) ?? 0;
  if (absentMs >= ABSENCE_SAFE_MS) return [];
  return [
    `execute.probe.absentAfter (${probe.absentAfter}) is below one minute: a request that the network held back may land after a probe has said that it is not there, and happen twice.`,
  ];
}

const NAMES_KEY = /\{\+?key\}/;

/** Without the key the downstream answers for every generation of the action, and for its look-alikes, alike. */
function probeWarnings({ execute: { probe } }: ContractDefinition): string[] {
  if (probe === undefined || NAMES_KEY.test(JSON.stringify(probe))) return [];
  return [
    "execute.probe does not send {key}: it cannot tell this action from an earlier one with the same values. An effect that belongs to another intent is then no proof, and the doubt waits for a person.",
  ];
}

function presenceWarnings({ execute: { probe } }: ContractDefinition): string[] {
  if (!isChosen(probe?.effectId)) return [];
  return [
    "execute.probe.effectId is {value}: any 200 counts as proof that it happened. The url must be that of the one thing itself, answered with 404 while it is not there.",
  ];
}

/** Nobody is asked while a contract observes. */
function observeWarnings({ mode, effect, value }: ContractDefinition): string[] {
  if (mode !== "observe" || effect === "read" || (effect !== "irreversible" && value !== "high")) return [];
  const what = effect === "irreversible" ? "an irreversible effect" : "an effect of high value";
  return [`mode: observe lets everything through as if cleared: ${what} runs without anybody's approval.`];
}
