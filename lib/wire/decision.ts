/** What was decided on an intent, and how somebody decides. */
import * as z from "zod";
import { HoldReason, RawObject } from "./intent";
import { Named } from "./named";
import { Text } from "./text";

/** Who or what decided, and on which args: it counts for exactly those. */
export const DecisionDto = z
  .object({
    id: z.string(),
    verdict: z.string(),
    by: z.enum(["operator", "policy", "grant"]),
    operator: Named.nullable(),
    /** Of a policy: its rule. */
    rule: z.string().nullable(),
    /** Of a hold: all that it was held for. Without `approval` the rule alone would have cleared it. */
    reasons: z.array(HoldReason).optional(),
    /** Of a grant: which one. */
    grantId: z.string().nullable(),
    argsDigest: z.string(),
    submissionId: z.string(),
    /** Somebody chose another submission's args, or edited them. */
    choice: z.enum(["chosen", "edited"]).nullable(),
    reason: z.string().nullable(),
    at: z.iso.datetime(),
  })
  .meta({ id: "DecisionRecord" });
export type DecisionDto = z.infer<typeof DecisionDto>;

export const DecisionListDto = z.object({ items: z.array(DecisionDto), nextCursor: z.string().nullable() });

export const DecisionBody = z
  .strictObject({
    verdict: z.enum(["approve", "deny"]),
    /** Of the args that will run: with `submissionId`, of that submission's. Anything else is 412 `args_changed`. */
    argsDigest: Text.max(128).optional(),
    /** To approve other args: the digest of those on the screen that they replace. No longer current: 412. */
    replaces: Text.max(128).optional(),
    /** To approve: the `hold.since` on the screen. A hold that began anew meanwhile is refused (412 `hold_changed`). */
    heldSince: z.iso.datetime().optional(),
    /** Approve this submission's args instead of those that would run now. */
    submissionId: Text.max(64).optional(),
    /** Approve these args, edited by the operator; `argsDigest` names them as explain does, or what was edited. */
    args: RawObject.optional(),
    reason: Text.trim().max(2_000).optional(),
  })
  .meta({ id: "Decision" });
export type DecisionBody = z.infer<typeof DecisionBody>;
