import { z } from "zod";

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

export const ContractDto = ContractSummaryDto.extend({
  definition: z.record(z.string(), z.unknown()),
  warnings: z.array(z.string()),
  versions: z.array(z.object({ version: z.int(), publishedAt: z.iso.datetime(), publishedBy: z.string().nullable() })),
}).meta({ id: "Contract" });
export type ContractDto = z.infer<typeof ContractDto>;

export const ContractListDto = z.object({ items: z.array(ContractSummaryDto), nextCursor: z.string().nullable() });

export const PublishedDto = z
  .object({ tool: z.string(), version: z.int(), warnings: z.array(z.string()) })
  .meta({ id: "PublishedContract" });
export type PublishedDto = z.infer<typeof PublishedDto>;
