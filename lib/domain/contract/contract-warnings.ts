/** What a contract may say but should know about: publishing warns, it does not refuse. */
import { ACCEPTED_TYPES } from "../normalise/accepted-types";
import type { ContractDefinition } from "./definition";
import { schemaAt } from "./schema-at";
import { termsOf } from "./terms";

export function contractWarnings(definition: ContractDefinition): string[] {
  return [...windowWarnings(definition), ...doubtWarnings(definition), ...schemaWarnings(definition)];
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

/** The schema sees what the agent sent, before any normaliser: it should not say no first. */
function schemaWarnings(definition: ContractDefinition): string[] {
  return Object.entries(definition.fields).flatMap(([pointer, rule]) => {
    if (rule.as === "json") return [];
    const found = schemaAt(definition.args, pointer);
    if (found.kind !== "found") return [];
    const { type } = found.schema;
    const allowed = type === undefined ? null : [type].flat();
    // `number` in a schema admits integers too.
    const forbidden = ACCEPTED_TYPES[rule.as].filter(
      (name) => allowed !== null && !allowed.includes(name) && !(name === "integer" && allowed.includes("number")),
    );
    const warnings: string[] = [];
    if (forbidden.length > 0) {
      warnings.push(
        `${pointer}: the schema's type forbids ${forbidden.join(" and ")}, which \`as: ${rule.as}\` would accept.`,
      );
    }
    if (rule.as === "enum" && Array.isArray(found.schema["enum"])) {
      warnings.push(
        `${pointer}: the schema's enum refuses other spellings and aliases before \`as: enum\` can read them.`,
      );
    }
    return warnings;
  });
}
