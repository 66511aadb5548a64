import * as z from "zod";
import { EffectClass } from "./effect";
import { Engines } from "./engines";
import { LIST_LIMIT_MAX } from "./intent";
import { Role } from "./named";
import { ProposalDto, ProposedDto } from "./proposal";

export const ContractSummaryDto = z
  .object({
    tool: z.string(),
    title: z.string(),
    effect: EffectClass,
    value: z.enum(["low", "high"]),
    mode: z.enum(["enforce", "observe"]),
    version: z.int(),
    publishedAt: z.iso.datetime(),
    warningCount: z.int(),
  })
  .meta({ id: "ContractSummary" });
export type ContractSummaryDto = z.infer<typeof ContractSummaryDto>;

export const ContractVersionDto = z
  .object({
    version: z.int(),
    publishedAt: z.iso.datetime(),
    publishedBy: z.string().nullable(),
    publishedByName: z.string().nullable().meta({ description: "Null: it was published by no operator." }),
  })
  .meta({ id: "ContractVersion" });
export type ContractVersionDto = z.infer<typeof ContractVersionDto>;

export const VERSIONS_SHOWN_MAX = 100;

const HoldTerms = z.object({ approvals: z.int(), role: Role, expiresInMs: z.int() });
const PolicyOutcome = z
  .object({ then: z.enum(["clear", "hold", "refuse"]), hold: HoldTerms.nullable() })
  .meta({ id: "PolicyOutcome" });
const People = z.object({ role: Role, approvals: z.int() });

/** What a definition means once defaults are filled in: by effect class, by value, by what else it says. */
export const ContractTermsDto = z
  .object({
    duplicates: z.object({
      same: z.enum(["coalesce", "refuse", "allow"]),
      drift: z.enum(["coalesce", "refuse", "hold"]),
      lookalike: z.enum(["allow", "coalesce", "refuse", "hold"]),
      variant: z.enum(["allow", "refuse", "hold"]),
      missing: z.enum(["derive", "refuse", "hold"]),
    }),
    windowMs: z.int(),
    policy: z.array(PolicyOutcome).meta({ description: "What each rule does when it matches, in their order." }),
    otherwise: PolicyOutcome.meta({ description: "When no rule matches." }),
    bypass: People,
    resolution: People,
    publish: People,
    undoMs: z.int(),
    timeoutMs: z.int(),
    retries: z.object({ max: z.int(), baseMs: z.int(), capMs: z.int() }),
    honoursKeyMs: z.int().nullable(),
    absentAfterMs: z.int().nullable(),
    reconcile: z.object({ everyMs: z.int(), by: z.enum(["list", "probe"]) }).nullable(),
    retentionMs: z.int().nullable(),
    derivation: z
      .string()
      .meta({ description: "Names how keys and fingerprints are read: where it is equal, keys are too." }),
    engines: Engines,
  })
  .meta({ id: "ContractTerms" });
export type ContractTermsDto = z.infer<typeof ContractTermsDto>;

export const ContractDto = ContractSummaryDto.extend({
  definition: z.record(z.string(), z.unknown()),
  terms: ContractTermsDto,
  warnings: z.array(z.string()),
  versions: z
    .array(ContractVersionDto)
    .max(VERSIONS_SHOWN_MAX)
    .meta({ description: `The newest ${VERSIONS_SHOWN_MAX}; all of them: GET /api/v1/contracts/{tool}/versions.` }),
  proposal: ProposalDto.nullable().meta({ description: "What waits for more people before it is published." }),
}).meta({ id: "Contract" });
export type ContractDto = z.infer<typeof ContractDto>;

export const ContractVersionDetailDto = ContractSummaryDto.extend(ContractVersionDto.shape)
  .extend({
    definition: z.record(z.string(), z.unknown()),
    terms: ContractTermsDto,
    warnings: z.array(z.string()),
    source: z.string().meta({ description: "As its owner wrote it." }),
    format: z.enum(["yaml", "json"]),
  })
  .meta({ id: "ContractVersionDetail" });
export type ContractVersionDetailDto = z.infer<typeof ContractVersionDetailDto>;

export const ContractListDto = z
  .object({ items: z.array(ContractSummaryDto), nextCursor: z.string().nullable() })
  .meta({ id: "ContractList" });
export type ContractListDto = z.infer<typeof ContractListDto>;

export const ContractVersionListDto = z
  .object({ items: z.array(ContractVersionDto), nextCursor: z.string().nullable() })
  .meta({ id: "ContractVersionList" });
export type ContractVersionListDto = z.infer<typeof ContractVersionListDto>;

/** Tools by name, versions newest first. */
export const ContractListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_MAX),
  cursor: z.string().max(200).optional(),
});

export const PublishedDto = z
  .object({ tool: z.string(), version: z.int(), warnings: z.array(z.string()) })
  .meta({ id: "PublishedContract" });
export type PublishedDto = z.infer<typeof PublishedDto>;

/** Either of what publishing may answer: a version, or a proposal that waits. */
export const PublishAnswerDto = z.union([PublishedDto, ProposedDto]);
export type PublishAnswerDto = z.infer<typeof PublishAnswerDto>;
