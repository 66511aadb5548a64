/** Args field by field, as a contract version reads them: what a screen needs to say which difference counts. */
import { ifReadable } from "@/lib/application/contract-catalog";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import { isErased } from "@/lib/domain/erased";
import { intentAmount } from "@/lib/domain/intent-amount";
import type { JsonObject } from "@/lib/domain/json";
import { type Money, majorUnits } from "@/lib/domain/normalise/money";
import { type FieldReport, normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import type { SubmissionRow } from "@/lib/store/submissions";
import type { AboutDto } from "@/lib/wire/about";
import type { ExplainedField } from "@/lib/wire/explained-field";
import type { SubmissionDto } from "@/lib/wire/intent";
import { toAboutDto } from "./about-dto";
import type { ApiDeps } from "./deps";

type Deps = Pick<ApiDeps, "catalog">;
type Args = { args: JsonObject; argsDigest: string };
type Explained = Pick<SubmissionDto, "fields" | "about">;

/** Null: they are erased, or this version cannot read them. `args` are as they are executed, defaults in. */
export function explainFields(contract: CompiledContract | null, { args, argsDigest }: Args): FieldReport[] | null {
  if (contract === null || isErased({ args, argsDigest })) return null;
  const read = normaliseArgs(contract.fields, args);
  return read.ok ? read.fields : null;
}

export function toFieldDto({ pointer, role, as, raw, normalised }: FieldReport): ExplainedField {
  const money = as === "money" && normalised !== null ? (normalised as Money) : null;
  const amount = money === null ? {} : { amount: { value: majorUnits(money), currency: money.currency } };
  return { pointer, role, as, raw, normalised, ...amount };
}

/** Each version is compiled once a process, however many rows have it. */
export async function explainSubmissions(
  { catalog }: Deps,
  tool: string,
  rows: SubmissionRow[],
): Promise<(row: SubmissionRow) => Explained> {
  const versions = [...new Set(rows.map(({ contractVersion }) => contractVersion))];
  const contracts = new Map(
    await Promise.all(
      versions.map(async (version) => [version, await ifReadable(catalog.version(tool, version))] as const),
    ),
  );
  return (row) => {
    const contract = contracts.get(row.contractVersion);
    return contract == null || row.erasedAt !== null ? NOTHING : explain(contract, row);
  };
}

const NOTHING: Explained = { fields: null, about: null };

function explain(contract: CompiledContract, { executableArgs: args, argsDigest }: SubmissionRow): Explained {
  const fields = explainFields(contract, { args, argsDigest });
  if (fields === null) return NOTHING;
  return { fields: fields.map(toFieldDto), about: aboutArgs(contract, args, fields) };
}

/** What args would be about if they ran. */
export function aboutArgs(contract: CompiledContract, args: JsonObject, fields: readonly FieldReport[]): AboutDto {
  const found = intentAmount(contract.definition.fields, fields);
  return toAboutDto(contract, args, found === null ? null : { value: found.amount, currency: found.currency });
}
