import * as z from "zod";
import { Named, Role } from "./named";
import { Text } from "./text";

/** An order to act again: one that waits for people, or the one that this intent was opened by. */
export const BypassDto = z
  .object({
    id: z.string(),
    state: z.enum(["pending", "given"]),
    /** The first ordered it, the others confirmed. */
    people: z.array(Named.extend({ reason: z.string(), at: z.iso.datetime() })),
    peopleNeeded: z.int(),
    /** The least role that may order it. */
    role: Role,
    /** Whose args it is about. */
    submissionId: z.string(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "BypassOrder" });
export type BypassDto = z.infer<typeof BypassDto>;

export const BypassBody = z
  .strictObject({
    reason: Text.trim().min(1).max(2_000),
    /** Act on this submission's args instead of those that ran or would have run. */
    submissionId: Text.max(64).optional(),
  })
  .meta({ id: "Bypass" });
export type BypassBody = z.infer<typeof BypassBody>;
