/** What happened in a time, counted: `GET /api/v1/overview`. */
import * as z from "zod";
import { Lifetime } from "./duration";
import { IntentState } from "./intent";
import { Named } from "./named";
import { requirePeriod } from "./period";

const Instant = z.iso.datetime({ offset: true });

export const OverviewQuery = z
  .object({
    last: Lifetime.optional().meta({
      description: "So much time up to now, in whole buckets; 24h unless something else is asked for.",
    }),
    from: Instant.optional().meta({ description: "From this time on; 24 hours before `to` unless given." }),
    to: Instant.optional().meta({ description: "Before this time; now unless given." }),
  })
  .superRefine((query, context) => {
    requirePeriod(query, context);
    if (query.last === undefined || (query.from === undefined && query.to === undefined)) return;
    context.addIssue({
      code: "custom",
      path: ["last"],
      message: "Ask for `last`, or for `from` and `to`: not for both.",
    });
  });
export type OverviewQuery = z.infer<typeof OverviewQuery>;

const Count = z.int().min(0);
const Milliseconds = z.int().min(0);

/** Exact, in major units; amounts of different currencies are never added. */
const PreventedDto = z
  .object({ currency: z.string(), amount: z.string(), /** How many of the duplicates have it. */ duplicates: Count })
  .meta({ id: "PreventedAmount" });
export type PreventedDto = z.infer<typeof PreventedDto>;

/** From when an intent began to wait for people until one of them approved or denied it. */
const DecisionTimeDto = z
  .object({ count: Count, p50Ms: Milliseconds, p95Ms: Milliseconds })
  .meta({ id: "DecisionTime" });

const BucketDto = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    submissions: Count,
    effects: Count,
    duplicates: Count,
    prevented: z.array(PreventedDto),
    /** Null: nobody decided. */
    decisionTime: DecisionTimeDto.nullable(),
  })
  .meta({ id: "OverviewBucket" });
export type BucketDto = z.infer<typeof BucketDto>;

/** `held`, `denied` and `inDoubt`: what state the intents are in now that were opened in the time. */
const SHARE = {
  submissions: Count,
  effects: Count,
  duplicates: Count,
  held: Count,
  denied: Count,
  inDoubt: Count,
};
const ToolShareDto = z.object({ tool: z.string(), title: z.string(), ...SHARE }).meta({ id: "ToolShare" });
export type ToolShareDto = z.infer<typeof ToolShareDto>;
const AgentShareDto = z.object({ agent: Named, ...SHARE }).meta({ id: "AgentShare" });
export type AgentShareDto = z.infer<typeof AgentShareDto>;

const RetrySourceDto = z
  .object({
    agent: Named,
    tool: z.string(),
    title: z.string(),
    submissions: Count,
    duplicates: Count,
    /** How many intents they asked for again. */
    intents: Count,
    /** Of the agent and the tool, in the same time. */
    effects: Count,
    /** The run that most of the duplicates came from, where one did. */
    run: z.object({ name: z.string(), duplicates: Count }).nullable(),
  })
  .meta({ id: "RetrySource" });
export type RetrySourceDto = z.infer<typeof RetrySourceDto>;

export const OverviewDto = z
  .object({
    from: z.iso.datetime(),
    /** Not part of it. */
    to: z.iso.datetime(),
    /** When it was counted. Everything is as of this moment. */
    asOf: z.iso.datetime(),
    bucketMs: Milliseconds,
    totals: z.object({
      submissions: Count,
      /** Effects that happened in the time, each once. */
      effects: Count,
      /** Submissions that joined an intent or were refused because of one, and so caused nothing. */
      duplicates: Count,
      /** Intents that were opened in the time. */
      intents: Count,
    }),
    buckets: z.array(BucketDto),
    /** What the duplicates were worth: the amounts of the intents that they asked for again. */
    prevented: z.array(PreventedDto),
    /** Null: nobody decided. */
    decisionTime: DecisionTimeDto.nullable(),
    /** The states that the intents are in now that were opened in the time. */
    states: z.array(z.object({ state: IntentState, count: Count })),
    /** Everything that is in doubt now, whenever it was opened. */
    inDoubt: z.object({
      count: Count,
      oldestSince: z.iso.datetime().nullable(),
      /** Younger ones first; `toMs` null: that old or older. */
      ages: z.array(z.object({ fromMs: Milliseconds, toMs: Milliseconds.nullable(), count: Count })),
    }),
    /** Those with the most submissions, most first; `more`: how many others there are. */
    tools: z.object({ items: z.array(ToolShareDto), more: Count }),
    agents: z.object({ items: z.array(AgentShareDto), more: Count }),
    /** The ten with the most duplicates, most first. */
    retrySources: z.array(RetrySourceDto),
  })
  .meta({ id: "Overview" });
export type OverviewDto = z.infer<typeof OverviewDto>;
