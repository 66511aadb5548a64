import { z } from "zod";
import { LIST_LIMIT_MAX } from "./intent";

export const EffectClass = z.enum(["read", "write_idempotent", "write_non_idempotent", "irreversible"]);
export type EffectClass = z.infer<typeof EffectClass>;

export const ContractSummaryDto = z
  .object({
    tool: z.string(),
    title: z.string(),
    effect: EffectClass,
    value: z.enum(["low", "high"]),
    version: z.int(),
    publishedAt: z.iso.datetime(),
  })
  .meta({ id: "ContractSummary" });
export type ContractSummaryDto = z.infer<typeof ContractSummaryDto>;

export const ContractVersionDto = z
  .object({ version: z.int(), publishedAt: z.iso.datetime(), publishedBy: z.string().nullable() })
  .meta({ id: "ContractVersion" });
export type ContractVersionDto = z.infer<typeof ContractVersionDto>;

export const VERSIONS_SHOWN_MAX = 100;

export const ContractDto = ContractSummaryDto.extend({
  definition: z.record(z.string(), z.unknown()),
  warnings: z.array(z.string()),
  versions: z
    .array(ContractVersionDto)
    .max(VERSIONS_SHOWN_MAX)
    .meta({ description: `The newest ${VERSIONS_SHOWN_MAX}; all of them: GET /api/v1/contracts/{tool}/versions.` }),
}).meta({ id: "Contract" });
export type ContractDto = z.infer<typeof ContractDto>;

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
