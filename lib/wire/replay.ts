/** The Key Lab on the wire: a changed contract goes in, what it would do differently comes out. */
import * as z from "zod";
import { Engines } from "./engines";
import { Text } from "./text";

const EXAMPLES_MAX = 100;

export const ReplayQuery = z.object({
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  namespace: Text.min(1).max(128).optional(),
  /** Examples of each difference. */
  limit: z.coerce.number().int().min(0).max(EXAMPLES_MAX).default(10),
});
export type ReplayQuery = z.infer<typeof ReplayQuery>;

export const ReplayBody = z
  .strictObject({
    /** The changed contract, as an object or as the text of its file. */
    contract: z.union([z.record(z.string(), z.unknown()), z.string()]),
    /** Of a text; YAML unless said otherwise, which JSON is too. */
    format: z.enum(["json", "yaml"]).optional(),
    from: z.iso.datetime({ offset: true }).optional(),
    to: z.iso.datetime({ offset: true }).optional(),
    namespace: Text.min(1).max(128).optional(),
    limit: z.int().min(0).max(EXAMPLES_MAX).optional(),
  })
  .meta({ id: "ReplayBody" });
export type ReplayBody = z.infer<typeof ReplayBody>;

const OutcomeDto = z
  .object({
    fate: z.enum(["opened", "joined", "reopened", "refused", "invalid", "key_required"]),
    disposition: z.string().nullable(),
    refusal: z.string().nullable(),
    /** On record: the intent that it belongs to, or would belong to. */
    intentId: z.string().nullable(),
    verdict: z.enum(["clear", "hold", "refuse"]).nullable(),
    rule: z.string().nullable(),
    reasons: z.array(z.string()),
    approvals: z.object({ needed: z.int(), role: z.string() }).nullable(),
    drifted: z.boolean(),
    lookalike: z.boolean(),
    variant: z.boolean(),
    errors: z.array(z.object({ pointer: z.string(), message: z.string() })),
  })
  .meta({ id: "ReplayOutcome" });
export type OutcomeDto = z.infer<typeof OutcomeDto>;

const ExampleDto = z
  .object({
    submissionId: z.string(),
    intentId: z.string(),
    receivedAt: z.iso.datetime(),
    /** Under the active contract. */
    was: OutcomeDto,
    would: OutcomeDto,
    /** In what it differs from the submission that it would join, or no longer join: pointers, `run`, `step` and the like. */
    differs: z.array(z.string()),
  })
  .meta({ id: "ReplayExample" });
export type ExampleDto = z.infer<typeof ExampleDto>;

const UnknownDto = z
  .object({
    submissionId: z.string(),
    intentId: z.string(),
    receivedAt: z.iso.datetime(),
    recorded: z.object({
      disposition: z.string(),
      refusal: z.string().nullable(),
      verdict: z.enum(["clear", "hold", "refuse"]).nullable(),
      rule: z.string().nullable(),
      reasons: z.array(z.string()),
    }),
    replayed: OutcomeDto,
  })
  .meta({ id: "ReplayUnknown" });

const TallyDto = z.object({ count: z.int(), examples: z.array(ExampleDto) }).meta({ id: "ReplayTally" });

export const ReplayDto = z
  .object({
    tool: z.string(),
    comparedWith: z.object({ version: z.int(), derivation: z.string() }),
    /** How the changed contract derives keys. */
    derivation: z.string(),
    engines: Engines,
    keysChange: z.boolean(),
    warnings: z.array(z.string()),
    range: z.object({ from: z.iso.datetime(), to: z.iso.datetime(), cutAt: z.iso.datetime().nullable() }),
    submissions: z.object({
      read: z.int(),
      compared: z.int(),
      changed: z.int(),
      /** Judged on record by an earlier version; compared with what the active one makes of them. */
      underEarlierVersions: z.int(),
      leftOut: z.object({ erased: z.int(), notReproduced: z.int(), peoplesOrders: z.int() }),
      /** Read so that windows which reach into the range are known; `isCut`: there was more. */
      before: z.object({ read: z.int(), isCut: z.boolean() }),
    }),
    differences: z.record(z.string(), TallyDto),
    /** Of those left out: examples of what the active contract's own replay made otherwise than it is on record. */
    notReproduced: z.array(UnknownDto),
    tookMs: z.int(),
  })
  .meta({ id: "Replay" });
export type ReplayDto = z.infer<typeof ReplayDto>;

/** One line of the stream. */
export const ReplayLine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("progress"), done: z.int(), total: z.int() }),
  ReplayDto.extend({ type: z.literal("result") }),
  z.looseObject({ type: z.literal("problem"), title: z.string(), detail: z.string().optional() }),
]);
export type ReplayLine = z.infer<typeof ReplayLine>;
export const NDJSON_TYPE = "application/x-ndjson";
