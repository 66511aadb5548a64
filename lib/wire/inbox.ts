/** What waits for a person, and deciding many at once. */
import * as z from "zod";
import { AmountDto } from "./about";
import { HoldReason, IntentDto, IntentState, LIST_LIMIT_MAX } from "./intent";
import { Named } from "./named";
import { Problem } from "./problem";
import { Text } from "./text";

/** Why something waits for a person: a hold's reasons, a doubt, or an order of a bypass that lacks people. */
export const WaitReason = z.enum([...HoldReason.options, "in_doubt", "bypass"]).meta({ id: "WaitReason" });
export type WaitReason = z.infer<typeof WaitReason>;

/** What else was asked for in its place: by a drift of the same intent, or by another intent that resembles it. */
export const OtherAskDto = z
  .object({
    kind: z.enum(["drift", "lookalike", "variant", "denied_before"]),
    /** Of a drift the intent itself. */
    intentId: z.string(),
    /** Of a drift: the newest submission with these values. */
    submissionId: z.string().nullable(),
    /** What became of the other intent, which may have had its effect; null: a drift, or it is no longer stored. */
    state: IntentState.nullable(),
    endedAt: z.iso.datetime().nullable(),
    /** Where it asks for another amount. */
    amount: AmountDto.nullable(),
    /** Where it asks for something else, as it was written there; null: it leaves it out. */
    fields: z.array(z.object({ pointer: z.string(), value: z.string().nullable() })),
  })
  .meta({ id: "OtherAsk" });
export type OtherAskDto = z.infer<typeof OtherAskDto>;

export const InboxItemDto = IntentDto.extend({
  /** Newest first; a few of each kind. */
  others: z.array(OtherAskDto),
  /** In the place of an intent's own: what people are waited for with, and since when. A pause and limits are in `hold`. */
  waiting: z.object({
    reasons: z.array(WaitReason),
    since: z.iso.datetime(),
    /** The last moment for a decision; null: its clock stands still, or it has none. */
    until: z.iso.datetime().nullable(),
  }),
}).meta({ id: "InboxItem" });
export type InboxItemDto = z.infer<typeof InboxItemDto>;

export const InboxDto = z
  .object({ items: z.array(InboxItemDto), nextCursor: z.string().nullable() })
  .meta({ id: "Inbox" });
export type InboxDto = z.infer<typeof InboxDto>;

const Filters = z.object({
  reason: WaitReason.optional(),
  tool: Text.min(1).max(128).optional(),
  agent: Text.min(1).max(64).optional(),
  q: Text.min(1)
    .max(200)
    .optional()
    .meta({ description: "The intent's id or run, whole, or a value of an identity field." }),
});

export const InboxQuery = Filters.extend({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});
export type InboxQuery = z.infer<typeof InboxQuery>;

export const InboxCountsQuery = Filters.omit({ reason: true });

/** An intent with two reasons counts once in `total` and once for each reason. */
export const InboxCountsDto = z
  .object({
    total: z.int(),
    byReason: z.partialRecord(WaitReason, z.int()),
    /** Those with the most first, at most 100 of each. */
    byTool: z.array(z.object({ tool: z.string(), title: z.string(), count: z.int() })),
    byAgent: z.array(Named.extend({ count: z.int() })),
    newestId: z.string().nullable(),
  })
  .meta({ id: "InboxCounts" });
export type InboxCountsDto = z.infer<typeof InboxCountsDto>;

export const BATCH_MAX = 100;

export const BatchBody = z
  .strictObject({
    verdict: z.enum(["approve", "deny"]),
    /** Each with the digest that was on the screen (L10). */
    items: z
      .array(
        z.strictObject({
          intentId: Text.min(1).max(64),
          argsDigest: Text.min(1).max(128),
          /** To approve: the `hold.since` on the screen. */
          heldSince: z.iso.datetime().optional(),
        }),
      )
      .min(1)
      .max(BATCH_MAX),
    /** Required to deny. */
    reason: Text.trim().max(2_000).optional(),
  })
  .meta({ id: "DecideMany" });
export type BatchBody = z.infer<typeof BatchBody>;

/** Every item has an answer of its own, in the order that they were sent in. */
export const BatchDto = z
  .object({
    results: z.array(z.object({ intentId: z.string(), intent: IntentDto.nullable(), problem: Problem.nullable() })),
  })
  .meta({ id: "DecidedMany" });
export type BatchDto = z.infer<typeof BatchDto>;
