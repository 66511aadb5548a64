/** OpenAPI 3.1 from the schemas that the handlers themselves parse and present with. */
import { z } from "zod";
import { ContractDto, ContractListDto, PublishedDto } from "@/lib/wire/contract";
import {
  AttemptListDto,
  DecisionBody,
  EventListDto,
  IntentDto,
  IntentListDto,
  IntentListQuery,
  PartListQuery,
  SubmissionListDto,
  SubmitBody,
} from "@/lib/wire/intent";
import { PROBLEM_TYPE, Problem } from "@/lib/wire/problem";
import { SessionDto, SignInBody } from "@/lib/wire/session";

type Operation = {
  method: "get" | "post" | "put" | "delete";
  path: string;
  summary: string;
  who: "agent" | "operator" | "both" | "anyone";
  query?: z.ZodObject;
  headers?: Record<string, string>;
  body?: z.ZodType;
  answers: Record<number, { description: string; schema?: z.ZodType }>;
  problems?: number[];
};

const WAIT = { Prefer: "wait=N: wait up to N seconds (at most 60) for the intent to end." };

export const OPERATIONS: Operation[] = [
  {
    method: "post",
    path: "/api/v1/intents",
    summary: "Submit an intent",
    who: "agent",
    headers: { "Idempotency-Key": "The caller's own key, quoted or bare, at most 255 characters.", ...WAIT },
    body: SubmitBody,
    answers: {
      200: {
        description: "A duplicate of an intent that has ended: the same result, the same effect id.",
        schema: IntentDto,
      },
      201: { description: "New, and ended within the wait (or refused by policy).", schema: IntentDto },
      202: { description: "Still open, or in doubt: follow Location.", schema: IntentDto },
    },
    problems: [400, 401, 403, 404, 409, 413, 422, 429, 503],
  },
  {
    method: "get",
    path: "/api/v1/intents",
    summary: "List intents, newest first",
    who: "both",
    query: IntentListQuery,
    answers: { 200: { description: "A page of intents.", schema: IntentListDto } },
    problems: [400, 401, 503],
  },
  read("/api/v1/intents/{id}", "Read one intent", "both", IntentDto, WAIT),
  {
    method: "post",
    path: "/api/v1/intents/{id}/decisions",
    summary: "Approve or deny what was on the screen",
    who: "operator",
    body: DecisionBody,
    answers: { 200: { description: "The intent after the decision.", schema: IntentDto } },
    problems: [400, 401, 403, 404, 409, 412, 503],
  },
  readPage("/api/v1/intents/{id}/submissions", "Every submission that asked for it", SubmissionListDto),
  read("/api/v1/intents/{id}/attempts", "Every try to perform it", "operator", AttemptListDto),
  readPage("/api/v1/intents/{id}/events", "Its history", EventListDto),
  read("/api/v1/contracts", "The active contracts", "operator", ContractListDto),
  read("/api/v1/contracts/{tool}", "One contract with its versions", "operator", ContractDto),
  {
    method: "put",
    path: "/api/v1/contracts/{tool}",
    summary: "Publish a contract (YAML or JSON by content type; role admin)",
    who: "operator",
    body: z.record(z.string(), z.unknown()),
    answers: {
      200: { description: "The same contract is active already.", schema: PublishedDto },
      201: { description: "A new version, active now.", schema: PublishedDto },
    },
    problems: [401, 403, 404, 413, 415, 422, 503],
  },
  {
    method: "post",
    path: "/api/v1/session",
    summary: "Sign in",
    who: "anyone",
    body: SignInBody,
    answers: { 200: { description: "Signed in; a cookie is set.", schema: SessionDto } },
    problems: [400, 401, 429, 503],
  },
  read("/api/v1/session", "Who is signed in", "operator", SessionDto),
  {
    method: "delete",
    path: "/api/v1/session",
    summary: "Sign out",
    who: "operator",
    answers: { 204: { description: "Signed out." } },
    problems: [401, 403, 503],
  },
  read("/api/health/live", "The process answers", "anyone", z.object({ status: z.literal("live") })),
  read("/api/health/ready", "It can record an intent", "anyone", z.object({ status: z.literal("ready") })),
];

function read(
  path: string,
  summary: string,
  who: Operation["who"],
  schema: z.ZodType,
  headers?: Record<string, string>,
): Operation {
  const problems = who === "anyone" ? [503] : [401, 403, 404, 503];
  return {
    method: "get",
    path,
    summary,
    who,
    answers: { 200: { description: summary, schema } },
    problems,
    ...(headers ? { headers } : {}),
  };
}

/** Oldest first; `nextCursor` of one page is the `cursor` of the next. */
function readPage(path: string, summary: string, schema: z.ZodType): Operation {
  return { ...read(path, summary, "operator", schema), query: PartListQuery, problems: [400, 401, 403, 404, 503] };
}

export function makeOpenApi(publicUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: toOperation(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Interlock",
      version: "1",
      description: "Agents propose. A deterministic gate decides. One effect lands.",
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: components(),
      securitySchemes: {
        agentKey: { type: "http", scheme: "bearer", description: "An agent's API key." },
        operatorToken: { type: "http", scheme: "bearer", description: "An operator's token." },
        session: { type: "apiKey", in: "cookie", name: "interlock_session" },
      },
    },
  };
}

function toOperation(operation: Operation): Record<string, unknown> {
  const { summary, who, query, headers, body, answers, problems } = operation;
  const responses: Record<string, unknown> = {};
  for (const [status, { description, schema }] of Object.entries(answers)) {
    responses[status] = {
      description,
      ...(schema ? { content: { "application/json": { schema: refer(schema, "output") } } } : {}),
    };
  }
  for (const status of problems ?? []) {
    responses[status] = {
      description: "A problem.",
      content: { [PROBLEM_TYPE]: { schema: refer(Problem, "output") } },
    };
  }
  return {
    summary,
    operationId: `${operation.method}${operation.path.replace(/^\/api(\/v1)?/, "").replace(/[/{}]+(\w?)/g, (_all, next: string) => next.toUpperCase())}`,
    security: SECURITY[who],
    parameters: [...pathParameters(operation.path), ...queryParameters(query), ...headerParameters(headers)],
    ...(body
      ? { requestBody: { required: true, content: { "application/json": { schema: refer(body, "input") } } } }
      : {}),
    responses,
  };
}

const SECURITY = {
  agent: [{ agentKey: [] }],
  operator: [{ session: [] }, { operatorToken: [] }],
  both: [{ agentKey: [] }, { session: [] }, { operatorToken: [] }],
  anyone: [],
};

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

const queryParameters = (query: z.ZodObject | undefined) =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema: refer(schema as z.ZodType, "input"),
  }));

const headerParameters = (headers: Record<string, string> = {}) =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));

/** A schema that has a name is referred to by it; the others stand where they are used. */
function refer(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const id = schema.meta()?.id;
  if (id !== undefined) return { $ref: `#/components/schemas/${id}` };
  const {
    $schema: _dialect,
    $defs: _local,
    ...inline
  } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Record<string, unknown>;
  return JSON.parse(JSON.stringify(inline).replaceAll("#/$defs/", "#/components/schemas/")) as Record<string, unknown>;
}

function components(): Record<string, unknown> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io: "input",
    unrepresentable: "any",
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _uri, ...schema }]) => [id, schema]),
  );
}
