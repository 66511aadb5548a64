import { type BypassRule, bypassRuleOf, strictestBypass } from "@/lib/domain/contract/bypass-rule";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import { findActiveContract } from "@/lib/store/contracts";
import type { Tx } from "@/lib/store/database";
import type { VersionOf } from "../intake/pending";

/** What the version of the args asks for, what the owner asks for now, and what policy asks for on these args. */
export async function bypassRuleFor(
  tx: Tx,
  versionOf: VersionOf,
  { tool, version }: Pick<CompiledContract, "tool" | "version">,
  policy: BypassRule,
): Promise<BypassRule> {
  const active = await findActiveContract(tx, tool);
  const versions = [version, ...(active === null ? [] : [active.version])];
  const contracts = await Promise.all([...new Set(versions)].map((one) => versionOf(tx, tool, one)));
  return strictestBypass([...contracts.map(({ definition }) => bypassRuleOf(definition)), policy]);
}
