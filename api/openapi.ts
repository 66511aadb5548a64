/** OpenAPI 3.1 from the schemas that the handlers themselves parse and present with. */
import type { z } from "zod";
import { SESSION_COOKIE } from "./caller";
import { type JsonSchema, makeSchemas } from "./openapi-schemas";
import { type Answer, answersOf, type HeaderName, JSON_TYPE, type Operation } from "./operation";
import { OPERATIONS } from "./operations";

type Refer = ReturnType<typeof makeSchemas>["refer"];
export type Described = { paths: Record<string, Record<string, unknown>>; schemas: Record<string, JsonSchema> };

export function makeOpenApi(publicUrl: string): Record<string, unknown> {
  const { paths, schemas } = describeApi();
  return {
    openapi: "3.1.0",
    info: {
      title: "Interlock",
      version: "1",
      description: "Agents propose. A deterministic gate decides. One effect lands.",
    },
    servers: [{ url: publicUrl }],
    tags: Object.keys(OPERATIONS).map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        agentKey: { type: "http", scheme: "bearer", description: "An agent's API key." },
        operatorToken: { type: "http", scheme: "bearer", description: "An operator's token." },
        metricsToken: { type: "http", scheme: "bearer", description: "INTERLOCK_METRICS_TOKEN." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: SESSION_COOKIE,
          description: "The console's session; changes must come from its own origin.",
        },
      },
    },
  };
}

let described: Described | undefined;

/** Made once: it takes tens of milliseconds, and anybody may ask for it. */
export function describeApi(): Described {
  described ??= describe();
  return described;
}

function describe(): Described {
  const { refer, all } = makeSchemas();
  const paths: Described["paths"] = {};
  for (const [tag, operations] of Object.entries(OPERATIONS)) {
    for (const operation of operations) {
      const { path, method } = operation;
      paths[path] = { ...paths[path], [method]: { tags: [tag], ...toOperation(operation, refer) } };
    }
  }
  return { paths, schemas: all() };
}

function toOperation(operation: Operation, refer: Refer): Record<string, unknown> {
  const { summary, who, query, headers, path } = operation;
  const responses = Object.entries(answersOf(operation)).map(([status, answer]) => [status, toResponse(answer, refer)]);
  return {
    summary,
    operationId: toOperationId(operation),
    security: SECURITY[who],
    parameters: [...pathParameters(path), ...queryParameters(query, refer), ...headerParameters(headers)],
    ...toRequestBody(operation, refer),
    responses: Object.fromEntries(responses),
  };
}

/** `POST /api/v1/agents/{id}/keys` is `postAgentsIdKeys`. */
function toOperationId({ method, path }: Operation): string {
  const words = path.replace(/^\/api(\/v1)?/, "").split(/[^A-Za-z0-9]+/);
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

const SECURITY = {
  agent: [{ agentKey: [] }],
  operator: [{ session: [] }, { operatorToken: [] }],
  scraper: [{ session: [] }, { operatorToken: [] }, { metricsToken: [] }],
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

const queryParameters = (query: z.ZodObject | undefined, refer: Refer) =>
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

function toRequestBody(operation: Operation, refer: Refer) {
  const { body, bodyTypes = [JSON_TYPE], bodyIsOptional = false, uploadTypes = [] } = operation;
  if (body === undefined) return {};
  const schema = refer(body, "input");
  const content = Object.fromEntries([
    ...bodyTypes.map((type) => [type, { schema }]),
    ...uploadTypes.map((type) => [type, { schema: { type: "string" } }]),
  ]);
  return { requestBody: { required: !bodyIsOptional, content } };
}

function toResponse({ description, schema, type = JSON_TYPE, headers = [], mayHave = [] }: Answer, refer: Refer) {
  const named = [
    ...headers.map((name) => [name, { ...HEADERS[name], required: true }]),
    ...mayHave.map((name) => [name, { ...HEADERS[name], required: false }]),
  ];
  return {
    description,
    ...(named.length > 0 ? { headers: Object.fromEntries(named) } : {}),
    ...(schema === undefined ? {} : { content: { [type]: { schema: refer(schema, "output") } } }),
  };
}

const SECONDS = { type: "string", pattern: "^[0-9]+$" };

const HEADERS: Record<HeaderName, { description: string; schema: JsonSchema }> = {
  Location: { description: "Where it can be read.", schema: { type: "string", pattern: "^/api/v1/" } },
  "Retry-After": { description: "Seconds to wait before asking again.", schema: SECONDS },
  "Idempotent-Replayed": {
    description: "This submission joined an intent that was there already.",
    schema: { type: "string", const: "true" },
  },
  "Preference-Applied": {
    description: "The wait that was used.",
    schema: { type: "string", pattern: "^wait=[0-9]{1,2}$" },
  },
  "Set-Cookie": { description: "The session's cookie, or its removal.", schema: { type: "string" } },
  "WWW-Authenticate": { description: "Which credentials are taken.", schema: { type: "string", const: "Bearer" } },
};
