import * as z from "zod";
import { LIST_LIMIT_MAX } from "./intent";
import { Named } from "./named";
import { Text } from "./text";

const FindingState = z.enum(["open", "acknowledged", "resolved"]);

export const FindingDto = z
  .object({
    id: z.string(),
    /**
     * `drift`: other values after the effect was started. `late_settle`, `late_probe`: what came too late and says
     * otherwise. `forgotten_effect`: a worker knows of an effect of which the database, put back to an earlier state, has no
     * record. `forgotten_claim`: the database forgot a claim, and the action was run again before that was known. `shared_effect`: an effect id that belongs to another intent. `contract_unreadable`: a version that no
     * longer compiles; its intents are set aside. By reconciliation: `missing`, `duplicate`, `orphan`, `mismatch`, `late`. By the key audit:
     * `key_collision`, `key_split`. Of the whole database, with `*` for namespace and tool: `store_restored`, `clock_jump`,
     * `witness_deaf` (a worker cannot write down its claims outside of it, and claims nothing).
     */
    kind: z.string(),
    state: FindingState,
    namespace: z.string(),
    tool: z.string(),
    intentId: z.string().nullable(),
    submissionId: z.string().nullable(),
    data: z.record(z.string(), z.unknown()),
    note: z.string().nullable(),
    createdAt: z.iso.datetime(),
    /** Who said so last, and when; null: nobody yet. */
    changedBy: Named.nullable(),
    changedAt: z.iso.datetime().nullable(),
    /** The last reconciliation that saw it. */
    reconciliationId: z.string().nullable(),
    seenAt: z.iso.datetime().nullable(),
    /** Grows with each change. */
    version: z.int(),
  })
  .meta({ id: "Finding" });
export type FindingDto = z.infer<typeof FindingDto>;

export const FindingListDto = z
  .object({ items: z.array(FindingDto), nextCursor: z.string().nullable() })
  .meta({ id: "FindingList" });

export const FindingListQuery = z.object({
  state: FindingState.optional(),
  kind: Text.min(1).max(64).optional(),
  tool: Text.min(1).max(128).optional(),
  intent: Text.min(1).max(64).optional(),
  reconciliation: Text.min(1).max(64).optional(),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});

export const FindingStateBody = z
  .strictObject({
    state: FindingState,
    note: Text.trim().min(1).max(4_000).optional(),
    /** The version on the screen: another one by now is a 409. */
    version: z.int().min(1).optional(),
  })
  .refine(({ state, note }) => state !== "resolved" || note !== undefined, {
    error: "To resolve it, say what came of it.",
    path: ["note"],
  })
  .meta({ id: "FindingState" });
export type FindingStateBody = z.infer<typeof FindingStateBody>;
