import * as z from "zod";
import { LIST_LIMIT_MAX } from "./intent";
import { Text } from "./text";

const PIN_VALUES_MAX = 100;
const POINTER_LENGTH_MAX = 1_000;

const Bound = z.union([z.number(), Text.max(1_000)]);

/** All that are given must hold. Values are read by the field's own rule, money in major units. */
export const GrantPin = z
  .strictObject({
    eq: z.unknown().optional(),
    in: z.array(z.unknown()).min(1).max(PIN_VALUES_MAX).optional(),
    lt: Bound.optional(),
    lte: Bound.optional(),
    gt: Bound.optional(),
    gte: Bound.optional(),
  })
  .meta({ id: "GrantPin" });
export type GrantPin = z.infer<typeof GrantPin>;

export const GrantBody = z
  .strictObject({
    tool: Text.min(1).max(128),
    agentId: Text.min(1).max(64).nullish(),
    namespace: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, { error: "Expected a namespace such as default." })
      .nullish()
      .meta({ description: "For every agent of this namespace; `default` if no agent is named either." }),
    where: z
      .record(z.string().max(POINTER_LENGTH_MAX), GrantPin)
      .meta({ description: 'By JSON pointer, for example {"/amount": {"lte": 50}, "/currency": {"eq": "USD"}}.' }),
    expiresAt: z.iso.datetime({ offset: true }),
    usesMax: z.int().min(1).max(1_000_000_000).nullish(),
    sumMax: z
      .union([z.number(), Text.max(100)])
      .nullish()
      .meta({ description: "The most that all uses may add up to, money in major units and by currency." }),
    sum: Text.max(POINTER_LENGTH_MAX)
      .nullish()
      .meta({ description: "What is added up; by default the only number pinned, else the tool's only money." }),
    reason: Text.trim().max(2_000).nullish(),
  })
  .superRefine(({ agentId, namespace }, context) => {
    const both = typeof agentId === "string" && typeof namespace === "string";
    if (both)
      context.addIssue({ code: "custom", path: ["namespace"], message: "Name an agent or a namespace, not both." });
  })
  .meta({ id: "CreateGrant" });
export type GrantBody = z.infer<typeof GrantBody>;

const Named = z.object({ id: z.string(), name: z.string() });

/** Exact, in major units where it is money; `currency` is null for a plain number. */
const Amount = z.object({ currency: z.string().nullable(), amount: z.string() });

export const GrantState = z.enum(["active", "used_up", "expired", "revoked"]);
export type GrantState = z.infer<typeof GrantState>;

/** How a pin reads its field: what the contract said when the grant was made. */
const PinReading = z.object({
  pointer: z.string(),
  /** The normaliser. */
  as: z.string(),
  /** Of an amount, where it was known; null for other fields and where any will do. */
  currency: z.string().nullable(),
});
export type PinReading = z.infer<typeof PinReading>;

export const GrantDto = z
  .object({
    id: z.string(),
    tool: z.string(),
    /** What the active contract calls the tool. */
    title: z.string(),
    /** One of the two: the agent it names, or the namespace. */
    agent: Named.nullable(),
    namespace: z.string().nullable(),
    state: GrantState,
    where: z.record(z.string(), GrantPin),
    /** What is pinned, and what is added up. */
    pins: z.array(PinReading),
    expiresAt: z.iso.datetime(),
    usesMax: z.int().nullable(),
    usesCount: z.int(),
    /** Text where a double would lose digits. */
    sumMax: z.union([z.number(), z.string()]).nullable(),
    sum: z.string().nullable(),
    sums: z.array(Amount),
    lastUsedAt: z.iso.datetime().nullable(),
    reason: z.string().nullable(),
    createdBy: Named,
    createdAt: z.iso.datetime(),
    revokedBy: Named.nullable(),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Grant" });
export type GrantDto = z.infer<typeof GrantDto>;

export const CreatedGrantDto = GrantDto.extend({ warnings: z.array(z.string()) }).meta({ id: "CreatedGrant" });
export type CreatedGrantDto = z.infer<typeof CreatedGrantDto>;

export const GrantListDto = z
  .object({ items: z.array(GrantDto), nextCursor: z.string().nullable() })
  .meta({ id: "GrantList" });
export type GrantListDto = z.infer<typeof GrantListDto>;

export const GrantUseDto = Amount.extend({
  /** The decision that the grant made. */
  id: z.string(),
  intentId: z.string(),
  at: z.iso.datetime(),
}).meta({ id: "GrantUse" });
export type GrantUseDto = z.infer<typeof GrantUseDto>;

export const GrantUseListDto = z
  .object({ items: z.array(GrantUseDto), nextCursor: z.string().nullable() })
  .meta({ id: "GrantUseList" });
export type GrantUseListDto = z.infer<typeof GrantUseListDto>;

/** Newest first. */
const Page = {
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  cursor: z.string().max(200).optional(),
};

export const GrantListQuery = z.object({
  tool: Text.min(1).max(128).optional(),
  agent: Text.min(1).max(64).optional(),
  active: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
  state: GrantState.optional(),
  ...Page,
});

export const GrantUseListQuery = z.object(Page);
