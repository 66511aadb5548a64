/** What publishing a text would refuse, warn of and ask for, without publishing it. */
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import { derivationOf } from "@/lib/domain/contract/derivation";
import { type PublishRule, publishRuleOf } from "@/lib/domain/contract/publish-rule";
import { findActiveContract } from "@/lib/store/contracts";
import type { Database } from "@/lib/store/database";
import { type ContractText, checkContractText } from "./check-contract-text";

export type CheckedChange = {
  activeVersion: number | null;
  digest: string;
  warnings: string[];
  /** Whether it says anything else than the active version; comments and layout say nothing. */
  isChange: boolean;
  keysChange: boolean;
  rule: PublishRule;
};

export async function checkContractChange({ db }: { db: Database }, input: ContractText): Promise<CheckedChange> {
  const { definition, digest, warnings } = checkContractText(input);
  const found = await findActiveContract(db.client, input.tool);
  const active = found === null ? null : (found.definition as ContractDefinition);
  return {
    activeVersion: found?.version ?? null,
    digest,
    warnings,
    isChange: found?.digest !== digest,
    keysChange: active !== null && derivationOf(active) !== derivationOf(definition),
    rule: publishRuleOf(active),
  };
}
