/**
 * From what an agent sent to what the gate can decide on: validated and completed args, normalised fields, key parts,
 * digests, charges and the policy's verdict. Pure; nothing the model wrote chooses scope, generation or approval (L7).
 */
import type { CompiledContract, KeyReader } from "../contract/compile-contract";
import { digestJson } from "../digest";
import type { JsonObject } from "../json";
import { callerKeyDigest, deriveFamily, type SubmissionContext } from "../key";
import { chargesOf, type LimitCharge } from "../limits/charges";
import { type FieldReport, normaliseArgs } from "../normalise/normalise-args";
import { conditionArgs } from "../policy/condition-args";
import { evaluatePolicy, type PolicyVerdict } from "../policy/evaluate-policy";
import { type Reading, readEarlier, toReading } from "./reading";
import { findUnusable } from "./unusable";

export type Asker = { id: string; name: string; namespace: string; labels: Record<string, string> };

export type SubmissionInput = { asker: Asker; args: JsonObject; unsafeNumbers: string[]; context: SubmissionContext };

export type Prepared = Reading & {
  contract: CompiledContract;
  asker: Asker;
  context: SubmissionContext;
  /** As they will be executed: defaults applied, absent nulls dropped, not normalised. */
  args: JsonObject;
  argsDigest: string;
  fields: FieldReport[];
  /** The same submission as earlier derivations read it that may still have intents. */
  earlier: Reading[];
  /** What all occurrences in this context share; null where nothing moves the occurrence by itself. */
  family: string | null;
  /** Names the caller's key within namespace and tool; null: none was sent. */
  callerKey: string | null;
  charges: LimitCharge[];
  policy(submissionCount: number, nowMs: number): PolicyVerdict;
};

export type PrepareResult =
  | { ok: true; prepared: Prepared }
  | { ok: false; code: "invalid_args"; errors: { pointer: string; message: string }[] };

export function prepareSubmission(
  contract: CompiledContract,
  input: SubmissionInput,
  earlierVersions: KeyReader[] = [],
): PrepareResult {
  if (input.unsafeNumbers.length > 0)
    return invalid(input.unsafeNumbers.map((pointer) => ({ pointer, message: UNSAFE })));
  const unusable = findUnusable(input.args);
  if (unusable.length > 0) return invalid(unusable);
  const checked = contract.argsSchema.check(input.args);
  if (!checked.ok) return invalid(checked.errors);
  const fields = normaliseArgs(contract.fields, checked.args);
  if (!fields.ok) return invalid(fields.errors);

  const { asker, context } = input;
  const { namespace } = asker;
  const { definition, tool } = contract;
  const reading = toReading(contract, namespace, context, fields);
  const earlier = earlierVersions.flatMap((version) => readEarlier(version, namespace, context, input.args) ?? []);
  // One asked for by number counts as well: if the rule is changed to `allow` later, it must not be taken twice.
  const repeats = contract.duplicates.same === "allow" || definition.mode === "observe" || context.occurrence > 1;
  return {
    ok: true,
    prepared: {
      contract,
      asker,
      context,
      args: checked.args,
      argsDigest: digestJson(checked.args),
      fields: fields.fields,
      earlier,
      family: repeats && reading.keyParts !== null ? deriveFamily(reading.keyParts) : null,
      callerKey: context.callerKey === null ? null : callerKeyDigest(namespace, tool, context.callerKey),
      charges: chargesOf(definition, fields.fields, asker),
      policy: makePolicy(contract, input, () => conditionArgs(checked.args, fields.fields)),
      // Last: each member that is added to a copy costs V8 more than a whole digest.
      ...reading,
    },
  };
}

/** The view for CEL is built only when a rule is asked: a plain duplicate never is. */
function makePolicy(contract: CompiledContract, input: SubmissionInput, viewArgs: () => Record<string, unknown>) {
  const { id, name, labels } = input.asker;
  let args: Record<string, unknown> | null = null;
  return (submissionCount: number, nowMs: number) => {
    args ??= contract.rules.length === 0 ? {} : viewArgs();
    return evaluatePolicy(contract.definition, contract.rules, {
      args,
      agent: { id, name, labels },
      run: input.context.run ?? "",
      step: input.context.step ?? "",
      intent: { keyScope: contract.scope, submissionCount: BigInt(submissionCount) },
      now: new Date(nowMs),
    });
  };
}

function invalid(errors: { pointer: string; message: string }[]): PrepareResult {
  return { ok: false, code: "invalid_args", errors };
}

const UNSAFE = "This number has more digits than a double can carry; send it as a string.";
