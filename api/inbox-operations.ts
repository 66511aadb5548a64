/** What OpenAPI says of the inbox, of deciding many at once, and of the stream. */
import * as z from "zod";
import { BatchBody, BatchDto, InboxCountsDto, InboxCountsQuery, InboxDto, InboxQuery } from "@/lib/wire/inbox";
import type { Operation } from "./operation";

const INBOX = "/api/v1/inbox";

export const INBOX_OPERATIONS: Operation[] = [
  {
    method: "get",
    path: INBOX,
    summary: "What waits for a person, the soonest end first",
    who: "operator",
    query: InboxQuery,
    answers: { 200: { description: "A page of it.", schema: InboxDto } },
  },
  {
    method: "get",
    path: `${INBOX}/counts`,
    summary: "How much waits for a person, by reason",
    who: "operator",
    query: InboxCountsQuery,
    answers: { 200: { description: "The counts.", schema: InboxCountsDto } },
  },
  {
    method: "post",
    path: "/api/v1/decisions",
    summary: "Approve or deny many that were on the screen; what is of high value or irreversible is not approved here",
    who: "operator",
    body: BatchBody,
    answers: { 200: { description: "An answer for each, in the order of the items.", schema: BatchDto } },
  },
  {
    method: "get",
    path: "/api/v1/stream",
    summary: "Server-sent events for live screens: what to read again",
    who: "operator",
    answers: {
      200: {
        description:
          "`change` events (topics, ids of intents), a `beat` every ten seconds, `signed_out` at the end of a session.",
        type: "text/event-stream",
        schema: z.string(),
      },
    },
    problems: [429],
  },
];
