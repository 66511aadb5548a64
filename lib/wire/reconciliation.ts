import * as z from "zod";
import { Named } from "./named";
import { Text } from "./text";

const Instant = z.iso.datetime({ offset: true });
const LIST_LIMIT_MAX = 200;

export const ReconciliationBody = z
  .strictObject({
    tool: Text.min(1).max(128),
    /** By default the tool's listing, else its probe. */
    source: z.enum(["probe", "list"]).optional(),
    /** By default the last 24 hours. */
    from: Instant.optional(),
    to: Instant.optional(),
  })
  .meta({ id: "StartReconciliation" });
export type ReconciliationBody = z.infer<typeof ReconciliationBody>;

/** Of an upload. */
export const StatementQuery = z.object({
  tool: Text.min(1).max(128).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  unit: z.enum(["major", "minor"]).default("major"),
});

const RowFault = z.object({ line: z.int(), message: z.string() });

export const ReconciliationDto = z
  .object({
    id: z.string(),
    tool: z.string(),
    source: z.enum(["probe", "list", "statement"]),
    state: z.enum(["receiving", "running", "finished", "failed", "stopped"]),
    /** Why it failed; a short code. */
    failure: z.string().nullable(),
    /** What the source covers; null: a statement without dates, and nothing is called missing. */
    window: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).nullable(),
    progress: z.object({
      phase: z.enum(["receiving", "reading", "rows", "intents", "probing", "done"]),
      done: z.int(),
      /** Null: nobody knows yet. */
      total: z.int().nullable(),
    }),
    /** `missing`, `duplicate`, `orphan`, `mismatch`, `late`, and how often anything else came up. */
    counts: z.record(z.string(), z.int()),
    warnings: z.array(z.string()),
    /** The first rows that could not be read; `counts.bad` are all of them. */
    errors: z.array(RowFault),
    /** Null: the schedule. */
    requestedBy: Named.nullable(),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    links: z.object({ self: z.string(), errors: z.string(), findings: z.string() }),
  })
  .meta({ id: "Reconciliation" });
export type ReconciliationDto = z.infer<typeof ReconciliationDto>;

export const ReconciliationListDto = z
  .object({ items: z.array(ReconciliationDto), nextCursor: z.string().nullable() })
  .meta({ id: "ReconciliationList" });
export const RowFaultListDto = z
  .object({ items: z.array(RowFault), nextCursor: z.string().nullable() })
  .meta({ id: "StatementErrorList" });

export const ReconciliationListQuery = z.object({
  tool: Text.min(1).max(128).optional(),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});
export const RowFaultListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});
export const StopBody = z.strictObject({}).meta({ id: "StopReconciliation" });
