/** A contract that waits for more people before it is published, and what publishing answers. */
import * as z from "zod";
import { LIST_LIMIT_MAX } from "./intent";
import { Named } from "./named";
import { Text } from "./text";

const ContractFormat = z.enum(["yaml", "json"]);
/** Of those who confirm. */
const ConfirmerRole = z.enum(["approver", "admin"]);

export const ProposalDto = z
  .object({
    id: z.string(),
    tool: z.string(),
    state: z
      .enum(["open", "published", "withdrawn", "replaced", "expired", "void"])
      .meta({ description: "`void`: another version was published meanwhile." }),
    /** The active version when it was proposed, and that it is compared with. */
    baseVersion: z.int(),
    /** What whoever confirms it sends back. */
    digest: z.string(),
    format: ContractFormat,
    warnings: z.array(z.string()),
    /** The first proposed it, the others confirmed. */
    people: z.array(Named.extend({ at: z.iso.datetime() })),
    peopleNeeded: z.int(),
    role: ConfirmerRole,
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    endedBy: Named.nullable(),
    /** What it was published as. */
    version: z.int().nullable(),
  })
  .meta({ id: "Proposal" });
export type ProposalDto = z.infer<typeof ProposalDto>;

export const ProposalTextDto = ProposalDto.extend({ source: z.string() }).meta({ id: "ProposalText" });
export type ProposalTextDto = z.infer<typeof ProposalTextDto>;

export const ProposalListDto = z
  .object({ items: z.array(ProposalDto), nextCursor: z.string().nullable() })
  .meta({ id: "ProposalList" });
export type ProposalListDto = z.infer<typeof ProposalListDto>;

export const ProposalListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_MAX),
  cursor: z.string().max(200).optional(),
});

export const PublishQuery = z.object({
  expectedVersion: z.coerce.number().int().min(0).max(1_000_000_000).optional().meta({
    description: "The version that is active as far as you know, 0 for none: 412 if it is another one by now.",
  }),
});

/** 202: nothing is published before other people confirm it. */
export const ProposedDto = z
  .object({ tool: z.string(), proposal: ProposalDto, warnings: z.array(z.string()) })
  .meta({ id: "ProposedContract" });
export type ProposedDto = z.infer<typeof ProposedDto>;

export const ConfirmBody = z
  .strictObject({
    /** Of the proposal that was on the screen. */
    digest: Text.min(1).max(128),
  })
  .meta({ id: "ConfirmProposal" });
export type ConfirmBody = z.infer<typeof ConfirmBody>;

export const ContractCheckDto = z
  .object({
    tool: z.string(),
    activeVersion: z.int().nullable(),
    digest: z.string(),
    /** Whether it says anything else than the active version; comments and layout say nothing. */
    isChange: z.boolean(),
    keysChange: z.boolean(),
    warnings: z.array(z.string()),
    /** How many people it takes to publish it, the one who begins included. */
    peopleNeeded: z.int(),
    role: ConfirmerRole,
  })
  .meta({ id: "ContractCheck" });
export type ContractCheckDto = z.infer<typeof ContractCheckDto>;
