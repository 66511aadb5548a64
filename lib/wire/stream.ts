/** What `GET /api/v1/stream` says: not what changed, but what to read again. */
import * as z from "zod";

/** Screens name what they read by these: the first part of a query's key. */
export const Topic = z.enum([
  "intents",
  "contracts",
  "pauses",
  "downstreams",
  "findings",
  "reconciliations",
  "key_audits",
  "agents",
  "operators",
  "grants",
  "erasures",
  "audit",
]);
export type Topic = z.infer<typeof Topic>;

export const INTENT_IDS_MAX = 200;

export const ChangeDto = z
  .object({
    topics: z.array(Topic),
    /** Those that changed; null: too many to name. */
    intentIds: z.array(z.string()).max(INTENT_IDS_MAX).nullable(),
  })
  .meta({ id: "Change" });
export type ChangeDto = z.infer<typeof ChangeDto>;

/** How often the stream says that it is alive; a silence of twice that is a broken connection. */
export const BEAT_MS = 10_000;
