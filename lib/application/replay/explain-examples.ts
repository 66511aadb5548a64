/** For the few submissions that are shown: in what they differ from what they would join, or no longer join. */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import { canonicalJson, type JsonValue } from "@/lib/domain/json";
import { type FieldReport, normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import type { Example, ReplayResult } from "@/lib/domain/replay/replay";
import type { Database } from "@/lib/store/database";
import { type ExampleArgs, readExampleArgs } from "@/lib/store/replay-read";

/** By submission: pointers into args, and `run`, `step`, `session`, `Idempotency-Key` where those differ. */
export type ExplainedResult = { differs: Map<string, string[]> };

const POINTERS_MAX = 20;

export async function explainExamples(
  db: Pick<Database, "query">,
  contract: CompiledContract,
  { differences }: ReplayResult,
): Promise<ExplainedResult> {
  const pairs = new Map<string, string>();
  for (const { examples } of Object.values(differences)) {
    for (const example of examples) {
      const other = otherOf(example);
      if (other !== null) pairs.set(example.submissionId, other);
    }
  }
  const sent = await readExampleArgs(db, [...new Set([...pairs.keys(), ...pairs.values()])]);
  const differs = new Map<string, string[]>();
  for (const [id, otherId] of pairs) {
    const [one, other] = [sent.get(id), sent.get(otherId)];
    if (one === undefined || other === undefined || one.isErased || other.isErased) continue;
    differs.set(id, differencesOf(contract, one, other));
  }
  return { differs };
}

/** The submission that opened what it would join, else what it would leave. */
function otherOf({ submissionId, was, would }: Example): string | null {
  const others = [would.openedBy, was.openedBy].filter((id) => id !== null && id !== submissionId);
  return others[0] ?? null;
}

function differencesOf(contract: CompiledContract, one: ExampleArgs, other: ExampleArgs): string[] {
  const context = [
    ...(one.run === other.run ? [] : ["run"]),
    ...(one.step === other.step ? [] : ["step"]),
    ...(one.session === other.session ? [] : ["session"]),
    ...(one.callerKey === other.callerKey ? [] : ["Idempotency-Key"]),
  ];
  const [left, right] = [fieldsOf(contract, one), fieldsOf(contract, other)];
  const pointers = [...new Set([...left.keys(), ...right.keys()])].sort();
  const differing = pointers.filter((pointer) => left.get(pointer) !== right.get(pointer));
  return [...context, ...differing.map((pointer) => pointer.replace(/^#/, ""))].slice(0, POINTERS_MAX);
}

/** As the contract reads them; what it cannot read is compared as it was written. */
function fieldsOf(contract: CompiledContract, { args }: ExampleArgs): Map<string, string> {
  const read = normaliseArgs(contract.fields, contract.argsSchema.complete(args));
  const fields = read.ok
    ? read.fields.map(({ pointer, normalised }: FieldReport): [string, JsonValue] => [pointer, normalised])
    : Object.entries(args).map(([name, value]): [string, JsonValue] => [`/${name}`, value]);
  return new Map(fields.map(([pointer, value]) => [pointer, canonicalJson(value)]));
}
