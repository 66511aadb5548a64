/** One row of the table that OpenAPI, the docs page and their test are made from. */
import type { z } from "zod";
import { PROBLEM_TYPE, Problem } from "@/lib/wire/problem";

export type HeaderName =
  | "Location"
  | "Retry-After"
  | "Idempotent-Replayed"
  | "Preference-Applied"
  | "Set-Cookie"
  | "WWW-Authenticate";

export type Answer = {
  description: string;
  schema?: z.ZodType;
  /** Of the content; JSON unless said otherwise. */
  type?: string;
  /** Always there. */
  headers?: HeaderName[];
  /** There when they apply. */
  mayHave?: HeaderName[];
};

export type Operation = {
  method: "get" | "post" | "put" | "patch" | "delete";
  path: string;
  summary: string;
  /** `scraper`: an operator, or a scraper with INTERLOCK_METRICS_TOKEN. */
  who: "agent" | "operator" | "scraper" | "both" | "anyone";
  query?: z.ZodObject;
  headers?: Record<string, string>;
  body?: z.ZodType;
  bodyTypes?: string[];
  bodyIsOptional?: boolean;
  /** Taken as a stream of text, beside the body that the schema tells of. */
  uploadTypes?: string[];
  answers: Record<number, Answer>;
  /** Statuses beyond those that follow from the rest of the row. */
  problems?: number[];
  /** Answers without a look at the store: nothing can be unavailable. */
  isStatic?: boolean;
};

export const JSON_TYPE = "application/json";

/** Every answer of a call, problems too, by status. */
export function answersOf(operation: Operation): Record<number, Answer> {
  const problems = problemsOf(operation).map((status) => [status, toProblemAnswer(status)] as const);
  return { ...operation.answers, ...Object.fromEntries(problems) };
}

/** What a call can be refused with simply because it has credentials, a body, a query or an id in its address. */
function problemsOf({ who, path, body, query, problems = [], isStatic = false }: Operation): number[] {
  const statuses = new Set(problems);
  if (body !== undefined || query !== undefined) statuses.add(400);
  if (who !== "anyone") statuses.add(401);
  if (who === "agent" || who === "operator" || who === "scraper") statuses.add(403);
  if (path.includes("{")) statuses.add(404);
  if (body !== undefined) statuses.add(413);
  if (!isStatic) statuses.add(500).add(503);
  return [...statuses].sort((left, right) => left - right);
}

function toProblemAnswer(status: number): Answer {
  const headers = PROBLEM_HEADERS[status];
  return {
    description: PROBLEM_DESCRIPTIONS[status] ?? "A problem.",
    schema: Problem,
    type: PROBLEM_TYPE,
    ...(headers === undefined ? {} : { headers }),
  };
}

const PROBLEM_HEADERS: Record<number, HeaderName[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

const PROBLEM_DESCRIPTIONS: Record<number, string> = {
  400: "The request cannot be read, or something in it is not as expected; `errors` names what.",
  401: "Credentials are missing or wrong.",
  403: "These credentials may not do this.",
  404: "There is no such thing, or none that the caller may know of.",
  409: "It conflicts with what is on record.",
  412: "What was decided on is no longer what would run.",
  413: "The body is too large.",
  415: "The body is in another format than those that are read here.",
  422: "The request was understood, and what it says is not acceptable; `errors` or `differences` name what.",
  429: "Too fast.",
  500: "Something went wrong here; the same request may be sent again.",
  503: "The store cannot be reached; nothing was executed, the same request may be sent again.",
};
