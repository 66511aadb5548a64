/** What one derivation makes of a submission: its identity and material, and the key's stem that follows from them. */
import type { KeyReader } from "../contract/compile-contract";
import type { JsonObject, JsonValue } from "../json";
import {
  deriveFingerprint,
  deriveIdentityDigest,
  deriveStem,
  type KeyParts,
  keyContext,
  type SubmissionContext,
} from "../key";
import { normaliseArgs } from "../normalise/normalise-args";
import { parsePointer } from "../pointer";

export type Reading = {
  derivation: string;
  identity: Record<string, JsonValue>;
  material: Record<string, JsonValue>;
  identityDigest: string;
  fingerprint: string;
  /** Null: a read, or there is nothing to build a key from and the contract's `missing` rule decides. */
  keyParts: KeyParts | null;
  stem: string | null;
};

type Values = Pick<Reading, "identity" | "material">;

export function toReading(
  contract: KeyReader,
  namespace: string,
  context: SubmissionContext,
  { identity, material }: Values,
): Reading {
  const { tool, derivation } = contract;
  // A read is recorded and performed, never folded onto another.
  const situation = contract.definition.effect === "read" ? null : keyContext(scopeFor(contract, context), context);
  const keyParts = situation === null ? null : { namespace, tool, context: situation, identity };
  return {
    derivation,
    identity,
    material,
    identityDigest: deriveIdentityDigest({ namespace, tool, identity }),
    fingerprint: deriveFingerprint(material),
    keyParts,
    stem: keyParts === null ? null : deriveStem(keyParts),
  };
}

/** Under an earlier version, which need not accept these args. Null: it cannot even tell what they are about. */
export function readEarlier(
  contract: KeyReader,
  namespace: string,
  context: SubmissionContext,
  args: JsonObject,
): Reading | null {
  const identities = new Set(Object.entries(contract.definition.fields).flatMap(identityMember));
  const unread: string[] = [];
  let left = contract.argsSchema.complete(args);
  for (let turn = 1; turn <= READ_TURNS_MAX; turn += 1) {
    const fields = normaliseArgs(contract.fields, left);
    if (fields.ok) {
      const reading = toReading(contract, namespace, context, fields);
      if (unread.length === 0) return reading;
      // The same action with values that this version has never seen, so unlike any of its fingerprints.
      return { ...reading, fingerprint: deriveFingerprint({ ...reading.material, "#unread": unread.sort() }) };
    }
    const members = new Set(fields.errors.map(({ pointer }) => parsePointer(pointer)[0] ?? ""));
    if ([...members].some((name) => name === "" || identities.has(name))) return null;
    unread.push(...members);
    left = Object.fromEntries(Object.entries(left).filter(([name]) => !members.has(name)));
  }
  return null;
}

/** Leaving out what cannot be read may leave an amount without its currency, and so on: a few turns are enough. */
const READ_TURNS_MAX = 4;

function identityMember([pointer, rule]: [string, { role?: string }]): string[] {
  return rule.role === "identity" ? [parsePointer(pointer)[0] ?? ""] : [];
}

/** `missing: derive` falls back to business scope only where the declared scope has nothing to go by. */
function scopeFor(contract: KeyReader, context: SubmissionContext) {
  if (contract.duplicates.missing !== "derive") return contract.scope;
  return keyContext(contract.scope, context) === null ? "business" : contract.scope;
}
