/**
 * From what an agent sent to what the gate can decide on: validated and completed args, normalised fields, key parts,
 * digests, and the policy's verdict. Pure; nothing the model wrote chooses scope, generation or approval (L7).
 */
import type { CompiledContract } from "../contract/compile-contract";
import { digestJson } from "../digest";
import type { JsonObject, JsonValue } from "../json";
import {
  deriveFingerprint,
  deriveIdentityDigest,
  deriveStem,
  type KeyParts,
  keyContext,
  type SubmissionContext,
} from "../key";
import { type FieldReport, normaliseArgs } from "../normalise/normalise-args";
import { conditionArgs } from "../policy/condition-args";
import { evaluatePolicy, type PolicyVerdict } from "../policy/evaluate-policy";
import { findUnusable } from "./unusable";

export type Asker = { id: string; name: string; namespace: string; labels: Record<string, string> };

export type SubmissionInput = { asker: Asker; args: JsonObject; unsafeNumbers: string[]; context: SubmissionContext };

export type Prepared = {
  contract: CompiledContract;
  /** As they will be executed: defaults applied, absent nulls dropped, not normalised. */
  args: JsonObject;
  argsDigest: string;
  fields: FieldReport[];
  identity: Record<string, JsonValue>;
  material: Record<string, JsonValue>;
  fingerprint: string;
  identityDigest: string;
  /** Null: a read, or there is nothing to build a key from and the contract's `missing` rule decides. */
  keyParts: KeyParts | null;
  stem: string | null;
  policy(submissionCount: number, nowMs: number): PolicyVerdict;
};

export type PrepareResult =
  | { ok: true; prepared: Prepared }
  | { ok: false; code: "invalid_args"; errors: { pointer: string; message: string }[] };

export function prepareSubmission(contract: CompiledContract, input: SubmissionInput): PrepareResult {
  if (input.unsafeNumbers.length > 0)
    return invalid(input.unsafeNumbers.map((pointer) => ({ pointer, message: UNSAFE })));
  const unusable = findUnusable(input.args);
  if (unusable.length > 0) return invalid(unusable);
  const checked = contract.argsSchema.check(input.args);
  if (!checked.ok) return invalid(checked.errors);
  const fields = normaliseArgs(contract.fields, checked.args);
  if (!fields.ok) return invalid(fields.errors);

  const condition = conditionArgs(checked.args, fields.fields);
  const { namespace } = input.asker;
  const { tool } = contract;
  const { identity, material } = fields;
  const scope = contract.duplicates.missing === "derive" ? fallbackScope(contract, input.context) : contract.scope;
  // A read is recorded and performed, never folded onto another.
  const context = contract.definition.effect === "read" ? null : keyContext(scope, input.context);
  const keyParts = context === null ? null : { namespace, tool, context, identity };
  return {
    ok: true,
    prepared: {
      contract,
      args: checked.args,
      argsDigest: digestJson(checked.args),
      fields: fields.fields,
      identity,
      material,
      fingerprint: deriveFingerprint(material),
      identityDigest: deriveIdentityDigest({ namespace, tool, identity }),
      keyParts,
      stem: keyParts === null ? null : deriveStem(keyParts),
      policy: (submissionCount, nowMs) => evaluate(contract, input, condition, submissionCount, nowMs),
    },
  };
}

/** `missing: derive` falls back to business scope only where the declared scope has nothing to go by. */
function fallbackScope(contract: CompiledContract, context: SubmissionContext) {
  return keyContext(contract.scope, context) === null ? "business" : contract.scope;
}

function evaluate(
  contract: CompiledContract,
  input: SubmissionInput,
  args: Record<string, unknown>,
  submissionCount: number,
  nowMs: number,
) {
  const { id, name, labels } = input.asker;
  return evaluatePolicy(contract.definition, contract.rules, {
    args,
    agent: { id, name, labels },
    run: input.context.run ?? "",
    step: input.context.step ?? "",
    intent: { keyScope: contract.scope, submissionCount: BigInt(submissionCount) },
    now: new Date(nowMs),
  });
}

function invalid(errors: { pointer: string; message: string }[]): PrepareResult {
  return { ok: false, code: "invalid_args", errors };
}

const UNSAFE = "This number has more digits than a double can carry; send it as a string.";
