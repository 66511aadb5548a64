import * as z from "zod";
import { EventActor, LIST_LIMIT_MAX } from "./intent";
import { requireClosedPeriod, requirePeriod } from "./period";
import { Text } from "./text";

const JsonObject = z.record(z.string(), z.unknown());
const Instant = z.iso.datetime({ offset: true });

export const LoggedEventDto = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    type: z.string(),
    actor: EventActor,
    namespace: z.string().nullable(),
    intentId: z.string().nullable(),
    /** What it is about when it is not an intent: a tool, an agent, an operator, a grant. */
    subject: z.string().nullable(),
    /** As it is sealed: ids, digests, pointers, counts and states. */
    data: z.unknown(),
    /** What people said and what was exchanged; not sealed itself, but `data.detailDigest` is. May be erased. */
    details: JsonObject.nullable(),
    /** False: somebody has changed what is kept, it is not what `data.detailDigest` was made of. Null: nothing is kept. */
    detailsIntact: z.boolean().nullable(),
    /** Null until it is sealed. */
    position: z.int().nullable(),
    seal: z.int().nullable(),
  })
  .meta({ id: "LoggedEvent" });
export type LoggedEventDto = z.infer<typeof LoggedEventDto>;

export const LoggedEventListDto = z
  .object({
    items: z.array(LoggedEventDto),
    /** A page may be short, or even empty, and have a next: where no index helps, a page looks at so many and no more. */
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "LoggedEventList" });
export type LoggedEventListDto = z.infer<typeof LoggedEventListDto>;

export const LoggedEventListQuery = z
  .object({
    type: Text.min(1).max(64).optional(),
    /** The id of an operator, an agent, a worker, …. */
    actor: Text.min(1).max(200).optional(),
    intent: Text.min(1).max(64).optional(),
    subject: Text.min(1).max(200).optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    /** `newest` first (the default), or by `position`: what is sealed, oldest first. */
    order: z.enum(["newest", "position"]).default("newest"),
    limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
    cursor: z.string().max(200).optional(),
  })
  .superRefine(requirePeriod);

export const SealDto = z
  .object({
    number: z.int(),
    firstPosition: z.int(),
    lastPosition: z.int(),
    root: z.string(),
    /** The hash of the seal before; zeros for the first. */
    previous: z.string(),
    sealedAt: z.iso.datetime(),
    keyId: z.string(),
    hash: z.string(),
    signature: z.string(),
  })
  .meta({ id: "Seal" });

export const SealListDto = z
  .object({ items: z.array(SealDto), nextCursor: z.string().nullable() })
  .meta({ id: "SealList" });
export type SealListDto = z.infer<typeof SealListDto>;

export const SealListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
});

export const AuditKeyListDto = z
  .object({
    items: z.array(
      z.object({
        keyId: z.string(),
        /** PEM. */
        publicKey: z.string(),
        /** The one that seals now. */
        current: z.boolean(),
        /** Null: nothing is sealed with it yet. */
        firstUsedAt: z.iso.datetime().nullable(),
      }),
    ),
  })
  .meta({ id: "AuditKeyList" });
export type AuditKeyListDto = z.infer<typeof AuditKeyListDto>;

export const AuditExportQuery = z
  .object({
    /** By when events were sealed, which is a few seconds after they happened; whole seals, both ends included. */
    from: Instant.optional(),
    to: Instant.optional(),
  })
  .superRefine(requireClosedPeriod);
