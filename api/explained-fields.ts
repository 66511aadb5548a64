/** Args field by field, as a contract version reads them: what a screen needs to say which difference counts. */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import { isErased } from "@/lib/domain/erased";
import type { JsonObject } from "@/lib/domain/json";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import type { SubmissionRow } from "@/lib/store/submissions";
import type { ExplainedField } from "@/lib/wire/explained-field";
import type { SubmissionDto } from "@/lib/wire/intent";
import type { ApiDeps } from "./deps";

type Deps = Pick<ApiDeps, "catalog">;
type Args = { args: JsonObject; argsDigest: string };

/** Null: they are erased, or this version cannot read them. `args` are as they are executed, defaults in. */
export function explainFields(contract: CompiledContract, { args, argsDigest }: Args): ExplainedField[] | null {
  if (isErased({ args, argsDigest })) return null;
  const read = normaliseArgs(contract.fields, args);
  if (!read.ok) return null;
  return read.fields.map(({ pointer, role, as, raw, normalised }) => ({ pointer, role, as, raw, normalised }));
}

/** In the order of the rows. Each version is compiled once a process, however many rows have it. */
export async function explainSubmissions(
  { catalog }: Deps,
  tool: string,
  rows: SubmissionRow[],
): Promise<SubmissionDto["fields"][]> {
  const versions = [...new Set(rows.map(({ contractVersion }) => contractVersion))];
  const contracts = new Map(
    await Promise.all(versions.map(async (version) => [version, await catalog.version(tool, version)] as const)),
  );
  return rows.map(({ contractVersion, executableArgs, argsDigest, erasedAt }) => {
    const contract = contracts.get(contractVersion);
    if (contract === undefined || erasedAt !== null) return null;
    return explainFields(contract, { args: executableArgs, argsDigest });
  });
}
