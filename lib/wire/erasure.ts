import * as z from "zod";
import { LIST_LIMIT_MAX } from "./intent";
import { Named } from "./named";
import { Text } from "./text";

export const ErasureBody = z
  .strictObject({
    /** A value of an identity field, as anybody would write it: each contract reads it its own way. */
    identity: Text.trim().min(1).max(1_000),
    /** Only intents of this tool. */
    tool: Text.max(128).optional(),
    /** Your name for the request, such as a ticket's number. Kept: never a name of the person. */
    reference: Text.trim().min(1).max(200).optional(),
    /** Only tell what would be erased. */
    dryRun: z.boolean().default(false),
  })
  .meta({ id: "ErasureRequest" });
export type ErasureBody = z.infer<typeof ErasureBody>;

export const ErasureDto = z
  .object({
    id: z.string(),
    state: z.enum(["running", "finished"]),
    reference: z.string().nullable(),
    tool: z.string().nullable(),
    requestedBy: Named,
    /** Some 100,000 at most; ask again for the rest. */
    foundCount: z.int(),
    erasedCount: z.int(),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Erasure" });
export type ErasureDto = z.infer<typeof ErasureDto>;

/** What an erasure would find; nothing has been done. */
export const ErasurePreviewDto = z
  .object({
    foundCount: z.int(),
    /** Those among them that are erased only when they have ended. */
    openCount: z.int(),
    byTool: z.record(z.string(), z.int()),
  })
  .meta({ id: "ErasurePreview" });
export type ErasurePreviewDto = z.infer<typeof ErasurePreviewDto>;

export const ErasureListDto = z
  .object({ items: z.array(ErasureDto), nextCursor: z.string().nullable() })
  .meta({ id: "ErasureList" });

export const ErasureListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});
