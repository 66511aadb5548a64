// An OpenAPI document as a judge of answers: what it does not say must not happen, what it requires must be there.
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Schema = Record<string, unknown>;
type Content = Record<string, { schema: Schema }>;

export type DescribedAnswer = {
  description: string;
  headers?: Record<string, { required: boolean; schema: Schema }>;
  content?: Content;
};
export type DescribedOperation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, DescribedAnswer>;
};
export type OpenApi = {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Schema> };
};

/** By name: `POST /api/v1/intents/{id}/undo`. */
export function operationsOf({ paths }: OpenApi): Map<string, DescribedOperation> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
}

export type Got = { status: number; headers: Headers; text: string };

export interface Judge {
  /** Everything about an answer that the document does not say or forbids. */
  faultsOf(operation: DescribedOperation, got: Got): string[];
  /** What the document finds wrong with a body that the service took. */
  faultsOfBody(operation: DescribedOperation, body: unknown): string[];
}

export function makeJudge(document: OpenApi): Judge {
  const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }));
  const compiled = new Map<string, ValidateFunction>();

  function faults(schema: Schema, value: unknown, direction: "read" | "answered"): string[] {
    const text = JSON.stringify(schema);
    const known = `${direction} ${text}`;
    const $defs = document.components.schemas;
    const validate = compiled.get(known) ?? ajv.compile(standAlone({ ...schema, $defs }, direction === "answered"));
    compiled.set(known, validate);
    if (validate(value)) return [];
    return ((validate.errors ?? []) as ErrorObject[]).map(
      ({ instancePath, message, params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`,
    );
  }

  function faultsOf({ responses }: DescribedOperation, { status, headers, text }: Got): string[] {
    const answer = responses[String(status)];
    if (answer === undefined) return [`status ${status} is not documented: ${text.slice(0, 300)}`];
    return [...faultsOfHeaders(answer, headers), ...faultsOfContent(answer, headers, text)];
  }

  function faultsOfHeaders({ headers: described = {} }: DescribedAnswer, headers: Headers): string[] {
    const wanted = Object.entries(described).flatMap(([name, { required, schema }]) => {
      const value = headers.get(name);
      if (value === null) return required ? [`the header ${name} is missing`] : [];
      return faults(schema, value, "answered").map((fault) => `header ${name}: ${fault}`);
    });
    const known = new Set(Object.keys(described).map((name) => name.toLowerCase()));
    const unsaid = TOLD.filter((name) => headers.has(name) && !known.has(name));
    return [...wanted, ...unsaid.map((name) => `the header ${name} is not documented`)];
  }

  function faultsOfContent({ content }: DescribedAnswer, headers: Headers, text: string): string[] {
    if (content === undefined) return text === "" ? [] : ["content where none is documented"];
    const type = (headers.get("content-type") ?? "").split(";")[0] ?? "";
    const described = content[type];
    if (described === undefined) return [`content of type ${type || "none"} is not documented`];
    return faults(described.schema, /[/+]json$/.test(type) ? JSON.parse(text) : text, "answered");
  }

  return {
    faultsOf,
    faultsOfBody: ({ requestBody }, body) =>
      faults(requestBody?.content["application/json"]?.schema ?? {}, body, "read").map((fault) => `body: ${fault}`),
  };
}

/** Headers that mean something to callers, so a document must tell of them. */
const TOLD = ["location", "retry-after", "idempotent-replayed", "preference-applied", "set-cookie", "www-authenticate"];

/** With references that stand on their own; answers closed, so that a member nobody documented is a fault. */
function standAlone(schema: Schema, isClosed: boolean): Schema {
  const text = JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/");
  return JSON.parse(text, (_name, value) => {
    const isObject = typeof value === "object" && value !== null && typeof value.properties === "object";
    const isOpen = isObject && !("additionalProperties" in value) && value.type === "object";
    return isClosed && isOpen ? { ...value, additionalProperties: false } : value;
  }) as Schema;
}
