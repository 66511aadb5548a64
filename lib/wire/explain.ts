import * as z from "zod";
import { Engines } from "./engines";
import { ExplainedField } from "./explained-field";
import { Disposition, HoldReason, IntentState, ResembledDto, SubmitBody } from "./intent";
import { Difference } from "./problem";
import { Text } from "./text";

/** What would be submitted; an operator also says for whom. */
export const ExplainBody = SubmitBody.extend({
  namespace: Text.min(1).max(64).nullish(),
  /** Id of the agent whose name and labels the policy sees. */
  agent: Text.min(1).max(64).nullish(),
}).meta({ id: "ExplainIntent" });
export type ExplainBody = z.infer<typeof ExplainBody>;

const JsonObject = z.record(z.string(), z.unknown());

export const ExplainedRule = z
  .object({
    rule: z.string(),
    when: z.string().nullable(),
    then: z.enum(["clear", "hold", "refuse"]),
    result: z.enum(["match", "no_match", "error", "not_asked"]),
    message: z.string().optional(),
  })
  .meta({ id: "ExplainedRule" });

export const ExplanationDto = z
  .object({
    tool: z.string(),
    contractVersion: z.int(),
    mode: z.enum(["enforce", "observe"]),
    args: JsonObject,
    argsDigest: z.string(),
    fields: z.array(ExplainedField),
    keyParts: z
      .object({
        scope: z.enum(["step", "run", "session", "business"]),
        namespace: z.string(),
        tool: z.string(),
        context: JsonObject,
        identity: JsonObject,
        generation: z.int(),
      })
      .nullable(),
    /** Operators only, as is everything marked so below: an agent must not learn key or thresholds. */
    key: z.string().nullable().optional(),
    fingerprint: z.string().optional(),
    engines: Engines.optional(),
    disposition: Disposition,
    /** The intent it would join, and why. */
    joins: z.object({ intentId: z.string(), state: IntentState, why: z.string() }).nullable(),
    resembles: z.array(ResembledDto.extend({ why: z.string() })),
    differences: z.array(Difference),
    verdict: z.enum(["clear", "hold", "refuse"]),
    hold: z
      .object({ reasons: z.array(HoldReason), approvalsNeeded: z.int(), role: z.string(), expiresAt: z.iso.datetime() })
      .nullable(),
    /** The code that submit would refuse with; null: it would be accepted. */
    refusal: z.string().nullable(),
    paused: z.boolean(),
    /** Operators only. */
    rule: z.string().nullable().optional(),
    rules: z.array(ExplainedRule).optional(),
    limits: z
      .array(
        z.object({
          limit: z.string(),
          /** What is counted is money: used, amount and max are in minor units. Null: they are plain numbers. */
          money: z.object({ currency: z.string(), fractionDigits: z.int() }).nullable(),
          used: z.string(),
          amount: z.string(),
          max: z.string(),
          over: z.enum(["hold", "refuse"]),
          exceeded: z.boolean(),
        }),
      )
      .optional(),
    grantId: z.string().nullable().optional(),
    observed: z
      .object({
        verdict: z.enum(["clear", "hold", "refuse", "join"]),
        reasons: z.array(HoldReason),
        rule: z.string().nullable(),
      })
      .nullable()
      .optional(),
  })
  .meta({ id: "Explanation" });
export type ExplanationDto = z.infer<typeof ExplanationDto>;
