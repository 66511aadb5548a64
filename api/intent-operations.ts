/** What OpenAPI says of intents and explain. */
import * as z from "zod";
import { BypassBody } from "@/lib/wire/bypass";
import { ChoiceBody, ChoiceDto } from "@/lib/wire/choice";
import { DecisionBody, DecisionListDto } from "@/lib/wire/decision";
import { ResolutionBody } from "@/lib/wire/doubt";
import { ExplainBody, ExplanationDto } from "@/lib/wire/explain";
import {
  AttemptListDto,
  EventListDto,
  EventListQuery,
  IntentDto,
  IntentListDto,
  PartListQuery,
  ReasonBody,
  SubmissionListDto,
  SubmitBody,
} from "@/lib/wire/intent";
import { IntentFilterQuery, IntentListQuery, IntentTotalsDto } from "@/lib/wire/intent-list";
import type { Operation } from "./operation";

const INTENTS = "/api/v1/intents";
const INTENT = "/api/v1/intents/{id}";
const WAIT = {
  Prefer:
    "wait=N: wait up to N seconds (at most 60) for the intent to end. A doubt is an answer too, once the contract's probe was answered for the first time.",
};

const SUBMIT: Operation = {
  method: "post",
  path: INTENTS,
  summary: "Submit an intent",
  who: "agent",
  headers: { "Idempotency-Key": "The caller's own key, quoted or bare, at most 255 characters.", ...WAIT },
  body: SubmitBody,
  answers: {
    200: {
      description: "A duplicate of an intent that has ended: the same result, the same effect id.",
      schema: IntentDto,
      headers: ["Idempotent-Replayed"],
      mayHave: ["Preference-Applied"],
    },
    201: {
      description: "New, and ended within the wait (or refused by policy).",
      schema: IntentDto,
      headers: ["Location"],
      mayHave: ["Preference-Applied"],
    },
    202: {
      description: "Still open, or in doubt: follow Location.",
      schema: IntentDto,
      headers: ["Location", "Retry-After"],
      mayHave: ["Idempotent-Replayed", "Preference-Applied"],
    },
  },
  problems: [404, 409, 422, 429],
};

export const INTENT_OPERATIONS: Operation[] = [
  SUBMIT,
  {
    method: "get",
    path: INTENTS,
    summary: "List intents, newest first; by amount, the largest first, where a currency is asked for",
    who: "both",
    query: IntentListQuery,
    answers: { 200: { description: "A page of intents.", schema: IntentListDto } },
    problems: [403],
  },
  {
    method: "get",
    path: `${INTENTS}/totals`,
    summary: "How many a filter finds, by state, and the sums of their amounts; up to 100,000",
    who: "both",
    query: IntentFilterQuery,
    answers: { 200: { description: "Counted as far as the bounds of number and time go.", schema: IntentTotalsDto } },
    problems: [403, 429],
  },
  {
    method: "get",
    path: `${INTENTS}/export`,
    summary: "What a filter finds, as CSV (role approver); itself on record",
    who: "operator",
    query: IntentFilterQuery,
    answers: {
      200: {
        description: "A line for each intent, in the order of the list. See docs/history.md.",
        schema: z.string(),
        type: "text/csv",
      },
    },
  },
  {
    method: "get",
    path: INTENT,
    summary: "Read one intent",
    who: "both",
    headers: WAIT,
    answers: { 200: { description: "The intent.", schema: IntentDto, mayHave: ["Preference-Applied"] } },
  },
  {
    method: "post",
    path: `${INTENT}/decisions`,
    summary: "Approve or deny what was on the screen",
    who: "operator",
    body: DecisionBody,
    answers: { 200: { description: "The intent after the decision.", schema: IntentDto } },
    problems: [409, 412, 422, 429],
  },
  {
    method: "post",
    path: `${INTENT}/explain`,
    summary: "What deciding on other args of an intent would be about, and whom it would take; writes nothing",
    who: "operator",
    body: ChoiceBody,
    answers: { 200: { description: "The args field by field, and the people it takes.", schema: ChoiceDto } },
    problems: [409, 422],
  },
  takeBack("withdraw", "Take it back before it is claimed", "agent"),
  takeBack("undo", "Take an approval back inside the undo window", "operator"),
  {
    method: "post",
    path: `${INTENT}/bypass`,
    summary: "Order a second effect of what has ended, or confirm such an order",
    who: "operator",
    body: BypassBody,
    answers: {
      201: {
        description: "Enough people have ordered it: the new generation of the same key.",
        schema: IntentDto,
        headers: ["Location"],
      },
      202: {
        description: "Ordered; `bypass` says how many other people must send the same call within 24 hours.",
        schema: IntentDto,
        headers: ["Location"],
      },
    },
    problems: [409, 429],
  },
  {
    method: "delete",
    path: `${INTENT}/bypass`,
    summary: "Take an order back that waits for people",
    who: "operator",
    answers: { 204: { description: "Nobody waits any more; nothing ran." } },
    problems: [429],
  },
  {
    method: "post",
    path: `${INTENT}/resolution`,
    summary: "Say, with evidence, how a doubt ended",
    who: "operator",
    body: ResolutionBody,
    answers: {
      200: {
        description: "The intent after it: resolved, or still in doubt until as many people as needed say the same.",
        schema: IntentDto,
      },
    },
    problems: [409, 429],
  },
  part("decisions", "Who or what decided, and on which args", DecisionListDto),
  part("submissions", "Every submission that asked for it", SubmissionListDto),
  part("attempts", "Every try to perform it", AttemptListDto),
  part("events", "Its history", EventListDto, EventListQuery),
  {
    method: "post",
    path: "/api/v1/explain",
    summary: "What would happen to a submission, step by step; writes nothing",
    who: "both",
    headers: { "Idempotency-Key": "As for a submission." },
    body: ExplainBody,
    answers: { 200: { description: "Fields, key parts, matches, verdict.", schema: ExplanationDto } },
    problems: [403, 404, 409, 422],
  },
];

function takeBack(verb: string, summary: string, who: "agent" | "operator"): Operation {
  return {
    method: "post",
    path: `${INTENT}/${verb}`,
    summary,
    who,
    body: ReasonBody,
    bodyIsOptional: true,
    answers: { 200: { description: "The intent after it.", schema: IntentDto } },
    problems: [409, 429],
  };
}

/** Oldest first; `nextCursor` of one page is the `cursor` of the next. */
function part(name: string, summary: string, schema: z.ZodType, query: z.ZodObject = PartListQuery): Operation {
  return {
    method: "get",
    path: `${INTENT}/${name}`,
    summary: `${summary}, oldest first`,
    who: "operator",
    query,
    answers: { 200: { description: "A page of them.", schema } },
  };
}
