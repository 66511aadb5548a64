/** Contracts as operators are shown them: what was written, and what it means once defaults are filled in. */
import { bypassRuleOf } from "@/lib/domain/contract/bypass-rule";
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import { derivationOf } from "@/lib/domain/contract/derivation";
import { publishRuleOf } from "@/lib/domain/contract/publish-rule";
import { duplicateRulesOf, termsOf } from "@/lib/domain/contract/terms";
import { parseDurationMs } from "@/lib/domain/duration";
import type { Engines } from "@/lib/domain/normalise/engines";
import { type PolicyVerdict, policyTermsOf } from "@/lib/domain/policy/evaluate-policy";
import { scheduleOf } from "@/lib/domain/reconcile/window";
import type { ListedContract, PublishedVersion, StoredContract, WrittenContract } from "@/lib/store/contracts";
import type {
  ContractDto,
  ContractSummaryDto,
  ContractTermsDto,
  ContractVersionDetailDto,
  ContractVersionDto,
} from "@/lib/wire/contract";
import { toEnginesDto } from "./engines-dto";

/** Operators' names by their ids. */
type Names = ReadonlyMap<string, string>;

export function toSummaryDto({ publishedAt, ...listed }: ListedContract): ContractSummaryDto {
  return { ...listed, publishedAt: publishedAt.toISOString() };
}

export function toContractDto(
  active: StoredContract,
  engines: Engines,
  versions: PublishedVersion[],
  names: Names,
): Omit<ContractDto, "proposal"> {
  return { ...toReadDto(active, engines), versions: versions.map((one) => toVersionDto(one, names)) };
}

/** What any version is shown with. `engines`: those that make its keys. */
function toReadDto({ tool, version, publishedAt, warnings, ...stored }: StoredContract, engines: Engines) {
  const definition = stored.definition as ContractDefinition;
  const { title, effect, value, mode } = definition;
  return {
    ...toSummaryDto({ tool, title, effect, value, mode, version, publishedAt, warningCount: warnings.length }),
    definition,
    terms: toTermsDto(definition, engines),
    warnings,
  };
}

export function toVersionDto(
  { version, publishedAt, publishedBy }: PublishedVersion,
  names: Names,
): ContractVersionDto {
  const publishedByName = publishedBy === null ? null : (names.get(publishedBy) ?? null);
  return { version, publishedAt: publishedAt.toISOString(), publishedBy, publishedByName };
}

export function toVersionDetailDto(written: WrittenContract, engines: Engines, names: Names): ContractVersionDetailDto {
  const { source, format } = written;
  return { ...toReadDto(written, engines), ...toVersionDto(written, names), source, format };
}

function toTermsDto(definition: ContractDefinition, engines: Engines): ContractTermsDto {
  const { windowMs, undoMs, timeoutMs, retries, honoursKeyMs, probe, resolution } = termsOf(definition);
  const policy = policyTermsOf(definition);
  const bypass = bypassRuleOf(definition);
  const publish = publishRuleOf(definition);
  return {
    duplicates: duplicateRulesOf(definition),
    windowMs,
    policy: policy.rules.map(toOutcome),
    otherwise: toOutcome(policy.otherwise),
    bypass: { role: bypass.role, approvals: bypass.peopleNeeded },
    resolution,
    publish: { role: publish.role, approvals: publish.peopleNeeded },
    undoMs,
    timeoutMs,
    retries,
    honoursKeyMs,
    absentAfterMs: probe?.absentAfterMs ?? null,
    reconcile: scheduleOf(definition),
    retentionMs: definition.retention === undefined ? null : parseDurationMs(definition.retention),
    derivation: derivationOf(definition, engines),
    engines: toEnginesDto(engines),
  };
}

function toOutcome(verdict: PolicyVerdict): ContractTermsDto["otherwise"] {
  if (verdict.then !== "hold") return { then: verdict.then, hold: null };
  const { approvalsNeeded, role, expiresInMs } = verdict;
  return { then: "hold", hold: { approvals: approvalsNeeded, role, expiresInMs } };
}
