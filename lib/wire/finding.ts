import { z } from "zod";
import { LIST_LIMIT_MAX } from "./intent";
import { Text } from "./text";

const FindingState = z.enum(["open", "acknowledged", "resolved"]);

export const FindingDto = z
  .object({
    id: z.string(),
    /** `drift`: other values after the effect was started. `late_settle`, `late_probe`: what came too late and says otherwise. */
    kind: z.string(),
    state: FindingState,
    namespace: z.string(),
    tool: z.string(),
    intentId: z.string().nullable(),
    submissionId: z.string().nullable(),
    data: z.record(z.string(), z.unknown()),
    note: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Finding" });
export type FindingDto = z.infer<typeof FindingDto>;

export const FindingListDto = z
  .object({ items: z.array(FindingDto), nextCursor: z.string().nullable() })
  .meta({ id: "FindingList" });

export const FindingListQuery = z.object({
  state: FindingState.optional(),
  kind: Text.max(64).optional(),
  tool: Text.max(128).optional(),
  intent: Text.max(64).optional(),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});
