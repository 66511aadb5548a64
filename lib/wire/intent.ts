import * as z from "zod";
import { AboutDto } from "./about";
import { BypassDto } from "./bypass";
import { DoubtDto } from "./doubt";
import { ExplainedField } from "./explained-field";
import { LimitUseDto } from "./limit";
import { Named, Role } from "./named";
import { Difference } from "./problem";
import { findUnstorable, isStorableText, Text, UNSTORABLE_TEXT } from "./text";

export const IntentState = z
  .enum([
    "refused",
    "held",
    "cleared",
    "executing",
    "succeeded",
    "partial",
    "failed",
    "denied",
    "expired",
    "withdrawn",
    "in_doubt",
  ])
  .meta({ id: "IntentState" });
export type IntentState = z.infer<typeof IntentState>;

export const Disposition = z.enum(["created", "coalesced", "replayed", "drifted", "lookalike", "reopened"]);
export type Disposition = z.infer<typeof Disposition>;

export const HoldReason = z.enum([
  "approval",
  "drift",
  "lookalike",
  "variant",
  "denied_before",
  "missing_key",
  "limit",
  "paused",
  "configuration",
]);
export type HoldReason = z.infer<typeof HoldReason>;

const JsonObject = z.record(z.string(), z.unknown());

/** Kept exactly as it was parsed: `z.record` would silently leave out a member named `__proto__`. */
export const RawObject = z
  .custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
    error: "Expected an object.",
  })
  .meta({ type: "object" });

const Metadata = RawObject.superRefine((value, context) => {
  for (const { path, message } of findUnstorable(value)) context.addIssue({ code: "custom", path, message });
});

/** A model may write a number where a name is meant; it is read as its decimal string (DESIGN 4). */
const ContextName = z
  .union([Text.min(1).max(255), z.int().transform((value) => String(value))])
  .meta({ description: "A string; an integer is read as its decimal string." });

export const SubmitBody = z
  .strictObject({
    tool: Text.min(1).max(128),
    args: RawObject,
    run: ContextName.nullish(),
    step: ContextName.nullish(),
    session: ContextName.nullish(),
    occurrence: z.int().min(1).max(1_000_000).nullish(),
    reason: Text.max(4_000).nullish(),
    contractVersion: z.int().min(1).nullish(),
    metadata: Metadata.nullish(),
    callbackUrl: z
      .url({ protocol: /^https?$/ })
      .max(2_048)
      .refine(isStorableText, { error: UNSTORABLE_TEXT })
      .nullish()
      .meta({
        description:
          "Told, signed (Standard Webhooks), when the intent ends, is in doubt, or the doubt is resolved. Its origin must be in INTERLOCK_CALLBACKS.",
      }),
  })
  .meta({ id: "SubmitIntent" });
export type SubmitBody = z.infer<typeof SubmitBody>;

/** What a person said no to about the same thing. */
export const DenialDto = z
  .object({
    intentId: z.string(),
    deniedBy: Named,
    deniedAt: z.iso.datetime(),
    reason: z.string(),
    /** What it asked for; null: its args were erased. */
    about: AboutDto.nullable(),
  })
  .meta({ id: "Denial" });
export type DenialDto = z.infer<typeof DenialDto>;

export const HoldDto = z
  .object({
    reasons: z.array(HoldReason),
    rule: z.string().nullable(),
    /** The least role that may decide. */
    role: Role,
    approvalsNeeded: z.int(),
    approvalsGiven: z.int(),
    /** Operators only: when it began, or began anew (a drift, a limit); an approval names it as what was seen. */
    since: z.iso.datetime().optional(),
    /** Operators only: who has approved exactly these args, by id. */
    approvedBy: z.array(z.string()).optional(),
    /** Null while nothing expires: it is paused. */
    expiresAt: z.iso.datetime().nullable(),
    /** Operators only, while its clock stands still: how long there will be to decide after a resume. */
    leftMs: z.int().optional(),
    /** Operators only: since when it is paused, by whom and why. */
    paused: z.object({ reason: z.string(), by: Named, since: z.iso.datetime() }).optional(),
    /**
     * In a sentence: where `configuration` is a reason, what is missing, to agents without the names of settings; to agents
     * also what `denied_before` means for them.
     */
    detail: z.string().optional(),
    /** Operators only, where a limit is a reason: the limits that these args count toward, as they are used now. */
    limits: z.array(LimitUseDto).optional(),
    /** Operators only, where `denied_before` is a reason: who denied what, when and why; the last denial first. */
    deniedBefore: z.array(DenialDto).optional(),
  })
  .meta({ id: "Hold" });
export type HoldDto = z.infer<typeof HoldDto>;

/** What an intent waits for beside a decision. */
export const WaitingFor = z.enum(["downstream", "retry", "undo", "slot", "pause", "limit"]).meta({ id: "WaitingFor" });

export const WaitingDto = z
  .object({
    for: WaitingFor,
    since: z.iso.datetime(),
    /** When it goes on, or is looked at again; null: that depends on others. */
    until: z.iso.datetime().nullable(),
    /** Operators only, where a downstream is waited for. */
    downstream: z.object({ origin: z.string(), reason: z.string() }).optional(),
  })
  .meta({ id: "Waiting" });
export type WaitingDto = z.infer<typeof WaitingDto>;

export const IntentError = z
  .object({ code: z.string(), message: z.string(), retriable: z.boolean(), correctiveAction: z.string() })
  .meta({ id: "IntentError" });

export const ResembledDto = z
  .object({
    intentId: z.string(),
    kind: z.enum(["lookalike", "variant", "denied_before"]),
    differences: z.array(Difference),
  })
  .meta({ id: "Resembled" });

const ObservedDto = z
  .object({
    verdict: z.enum(["clear", "hold", "refuse", "join"]),
    reasons: z.array(HoldReason),
    /** Operators only. */
    rule: z.string().nullable(),
  })
  .meta({ id: "Observed" });

/** What an agent and an operator both see; at its end, what only operators do. */
export const IntentDto = z
  .object({
    id: z.string(),
    tool: z.string(),
    title: z.string(),
    contractVersion: z.int(),
    state: IntentState,
    hold: HoldDto.optional(),
    /** What it waits for, beside people: absent where it runs, has ended, or waits for a decision alone. */
    waiting: WaitingDto.optional(),
    submission: z.object({ id: z.string(), disposition: Disposition }).optional(),
    /** The last submission asked for other values than those that run (or ran). */
    drift: z.boolean().optional(),
    differences: z.array(Difference).optional(),
    /** Other intents that ask for the same thing under another key, or that a person denied. */
    resembles: z.array(ResembledDto).optional(),
    /** In observe mode: what enforcing the contract would have done. */
    observed: ObservedDto.optional(),
    args: JsonObject,
    argsDigest: z.string(),
    /** The args are gone, by retention or on request; their digest stays. */
    argsErased: z.literal(true).optional(),
    /** In the inbox only: they are too long for a row, and `args` is empty. Read the intent. */
    argsLeftOut: z.literal(true).optional(),
    result: z.unknown().nullable(),
    effectId: z.string().nullable(),
    error: IntentError.nullable(),
    correctiveAction: z.string().optional(),
    agent: Named,
    run: z.string().nullable(),
    step: z.string().nullable(),
    session: z.string().nullable(),
    reason: z.string().nullable(),
    submissionCount: z.int(),
    generation: z.int(),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    links: z.record(z.string(), z.string()),
    /** Operators only: what it is about, at a glance. */
    about: AboutDto.optional(),
    /** Operators only: until then the approval can be taken back. */
    undoUntil: z.iso.datetime().optional(),
    /** Operators only, in lists and where one intent is read: who or what had the last word. */
    lastDecision: z
      .object({
        verdict: z.string(),
        by: z.enum(["operator", "policy", "grant"]),
        operator: Named.nullable(),
        /** Of a policy its rule, of a grant its id. */
        rule: z.string().nullable(),
      })
      .optional(),
    /** Operators only: whose args these are. */
    submissionId: z.string().optional(),
    /** Operators only, where one intent is read: the args field by field; absent when they are erased. */
    fields: z.array(ExplainedField).optional(),
    /** Operators only, where one intent is read, or waits in the inbox. */
    bypass: BypassDto.optional(),
    /** Operators only, while it is in doubt. */
    doubt: DoubtDto.optional(),
    /** Operators only: no agent ever sees what names an action (DESIGN 1). */
    key: z.string().optional(),
    fingerprint: z.string().optional(),
    keyParts: z
      .object({
        namespace: z.string(),
        tool: z.string(),
        context: JsonObject,
        identity: JsonObject,
        generation: z.int(),
      })
      .optional(),
  })
  .meta({ id: "Intent" });
export type IntentDto = z.infer<typeof IntentDto>;

/** Of what is read from history. */
export const BehindMs = z.int().meta({
  description: "Only where history is behind: what changed in the last so many milliseconds may be missing here.",
});

export const IntentListDto = z
  .object({ items: z.array(IntentDto), nextCursor: z.string().nullable(), behindMs: BehindMs.optional() })
  .meta({ id: "IntentList" });
export type IntentListDto = z.infer<typeof IntentListDto>;

export const LIST_LIMIT_MAX = 200;

/** What belongs to one intent, oldest first. */
export const PartListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_MAX),
  cursor: z.string().max(200).optional(),
});

export const SubmissionDto = z
  .object({
    id: z.string(),
    receivedAt: z.iso.datetime(),
    disposition: Disposition,
    agent: Named.nullable(),
    operator: Named.nullable(),
    args: JsonObject,
    run: z.string().nullable(),
    step: z.string().nullable(),
    session: z.string().nullable(),
    /** The Idempotency-Key that its caller sent. */
    callerKey: z.string().nullable(),
    reason: z.string().nullable(),
    differences: z.array(Difference),
    /** The code it was refused with; null: it joined or opened the intent. */
    refusal: z.string().nullable(),
    resembles: z.array(ResembledDto),
    /** Of the args as they would be executed: what a decision that chooses this submission names. */
    argsDigest: z.string(),
    executableArgs: JsonObject,
    /** The executable args field by field, as their contract version reads them; null when they are erased. */
    fields: z.array(ExplainedField).nullable(),
    /** What it would be about if these args ran; null when they are erased. */
    about: AboutDto.nullable(),
    contractVersion: z.int(),
    /** An operator's own version of the args. */
    edited: z.boolean(),
    /** Since then its args are gone; digests stay. */
    erasedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Submission" });
export type SubmissionDto = z.infer<typeof SubmissionDto>;

export const AttemptDto = z
  .object({
    id: z.string(),
    fence: z.int(),
    worker: z.string(),
    startedAt: z.iso.datetime(),
    leaseUntil: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    outcome: z.enum(["success", "partial", "definitive", "not_sent", "unknown", "configuration"]).nullable(),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    exchange: z.unknown().nullable(),
  })
  .meta({ id: "Attempt" });
export type AttemptDto = z.infer<typeof AttemptDto>;

/** Who did it; without a name where it is no person and no agent. */
export const EventActor = z.object({
  kind: z.enum(["agent", "operator", "policy", "worker", "system"]),
  id: z.string(),
  name: z.string().nullable(),
});

export const EventListQuery = PartListQuery.extend({
  actor: EventActor.shape.kind.optional().meta({ description: "Only what such an actor did, such as `operator`." }),
});

export const EventDto = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    type: z.string(),
    actor: EventActor,
    /** As it is sealed: ids, digests, pointers, counts and states. */
    data: JsonObject,
    /** What people said and what was exchanged; `data` holds only a digest of it. Null: nothing, or it was erased. */
    details: JsonObject.nullable(),
  })
  .meta({ id: "AuditEvent" });
export type EventDto = z.infer<typeof EventDto>;

export const SubmissionListDto = z.object({ items: z.array(SubmissionDto), nextCursor: z.string().nullable() });
export const AttemptListDto = z.object({ items: z.array(AttemptDto), nextCursor: z.string().nullable() });
export const EventListDto = z.object({ items: z.array(EventDto), nextCursor: z.string().nullable() });

/** Withdraw and undo: an optional word on why. */
export const ReasonBody = z.strictObject({ reason: Text.trim().max(2_000).nullish() }).meta({ id: "Reason" });
