import * as z from "zod";
import { LIST_LIMIT_MAX } from "./intent";
import { Named } from "./named";

export const KeyAuditBody = z
  .strictObject({
    /** Default: seven days before `to`. */
    from: z.iso.datetime({ offset: true }).optional(),
    /** Default: now. */
    to: z.iso.datetime({ offset: true }).optional(),
  })
  .meta({ id: "KeyAuditBody" });

export const KeyAuditListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});

const counted = <S extends z.ZodType>(example: S) => z.object({ count: z.int(), examples: z.array(example) });

const SplitPair = z
  .object({ intentId: z.string(), otherId: z.string(), gapMs: z.int(), differs: z.array(z.string()) })
  .meta({ id: "KeyAuditPair" });

export const KeyAuditToolDto = z
  .object({
    intents: z.int(),
    submissions: z.int(),
    erased: z.int(),
    collisions: counted(z.object({ intentId: z.string(), effectIds: z.array(z.string()), source: z.string() })),
    lookalikes: counted(SplitPair),
    nearIdentical: counted(SplitPair).extend({ spelling: z.int() }),
    restarts: counted(SplitPair).extend({ bursts: z.array(z.object({ minute: z.iso.datetime(), count: z.int() })) }),
    suggestions: z.array(
      z.object({
        pointer: z.string(),
        suggests: z.enum(["normalise", "reconsider_material", "reconsider_incidental"]),
        says: z.string(),
        role: z.string(),
        as: z.string(),
        compared: z.int(),
        varied: z.int(),
        spelling: z.int(),
        examples: z.array(z.string()),
      }),
    ),
    retries: z.object({
      count: z.int(),
      layers: z.record(z.string(), counted(z.string())),
      /** By agent, then by layer. */
      agents: z.record(z.string(), z.record(z.string(), z.int())),
    }),
  })
  .meta({ id: "KeyAuditTool" });
export type KeyAuditToolDto = z.infer<typeof KeyAuditToolDto>;

export const KeyAuditSummaryDto = z
  .object({
    id: z.string(),
    state: z.enum(["waiting", "running", "finished", "failed"]),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    /** Null: the schedule. */
    requestedBy: Named.nullable(),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
    /** Intents. */
    progress: z.object({ done: z.int(), total: z.int().nullable() }),
    failure: z.string().nullable(),
  })
  .meta({ id: "KeyAuditSummary" });
export type KeyAuditSummaryDto = z.infer<typeof KeyAuditSummaryDto>;

export const KeyAuditDto = KeyAuditSummaryDto.extend({
  /** By tool; null until it has finished. */
  tools: z.record(z.string(), KeyAuditToolDto).nullable(),
}).meta({ id: "KeyAudit" });
export type KeyAuditDto = z.infer<typeof KeyAuditDto>;

export const KeyAuditListDto = z
  .object({ items: z.array(KeyAuditSummaryDto), nextCursor: z.string().nullable() })
  .meta({ id: "KeyAuditList" });
export type KeyAuditListDto = z.infer<typeof KeyAuditListDto>;
