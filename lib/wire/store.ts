import * as z from "zod";
import { Text } from "./text";

export const StoreReleaseBody = z
  .strictObject({
    reason: Text.trim().min(1).max(2_000),
    /** Only what belongs to this tool. */
    tool: Text.min(1).max(128).optional(),
  })
  .meta({ id: "StoreRelease" });
export type StoreReleaseBody = z.infer<typeof StoreReleaseBody>;

export const StoreReleasedDto = z
  .object({
    /** Back to `cleared`: they run now, under the same key. */
    releasedCount: z.int(),
    /** Still in doubt because of a restore: an attempt of theirs is on record, or a witness saw one. */
    keptCount: z.int(),
  })
  .meta({ id: "StoreReleased" });
export type StoreReleasedDto = z.infer<typeof StoreReleasedDto>;

export const StoreStateDto = z
  .object({
    /** Grows each time the database is found to have gone back in time. */
    epoch: z.int(),
    /** True: nothing is claimed until all that may have run is in doubt. */
    restoring: z.boolean(),
    restoredAt: z.iso.datetime().nullable(),
    /** `claim_missing`, `epoch_missing`, `other_server` or `operator`; null: it never went back. */
    why: z.string().nullable(),
    /** In doubt because of a restore. */
    inDoubtCount: z.int(),
    /** Of those, what an admin can release at once. */
    releasableCount: z.int(),
  })
  .meta({ id: "StoreState" });
export type StoreStateDto = z.infer<typeof StoreStateDto>;
