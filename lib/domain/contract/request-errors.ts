/**
 * What a contract's requests may not say: templates that mean nothing or name no argument (at run time that would be an
 * empty text, and `/users/{args.usrId}` the address of all users), and what is not the owner's to set.
 */
import { appendToken } from "../pointer";
import { parseTemplate, type TemplateUse } from "../template";
import { bodyErrors } from "./body-errors";
import { CLIENT_HEADERS, clientSets } from "./client-headers";
import { attempt, type ContractError } from "./contract-error";
import type { ContractDefinition } from "./definition";
import { listErrors } from "./list-errors";
import { schemaAt } from "./schema-at";

type Headers = Record<string, string> | undefined;
type CheckTemplates = (value: unknown, pointer: string, use?: TemplateUse) => ContractError[];

const DEFAULT_KEY_HEADER = "idempotency-key";

/** The protocol's own: the session and what is asked for are told by the client. */
const MCP_HEADERS = new Set([
  ...["accept", "content-type", "mcp-protocol-version", "mcp-session-id", "mcp-method", "mcp-name", "last-event-id"],
]);

export function requestErrors(definition: ContractDefinition): ContractError[] {
  return [...effectRequestErrors(definition), ...listErrors(definition)];
}

function effectRequestErrors(definition: ContractDefinition): ContractError[] {
  const { execute, args } = definition;
  const check: CheckTemplates = (value, pointer, use) => templateErrors(args, value, pointer, use);
  const keyHeaders = new Set([DEFAULT_KEY_HEADER]);
  const errors: ContractError[] = [];
  if (execute.connector === "http") {
    const { request, idempotency } = execute;
    keyHeaders.add((idempotency?.header ?? DEFAULT_KEY_HEADER).toLowerCase());
    errors.push(...check(request.url, "/execute/request/url", "address"));
    errors.push(...headerErrors(request.headers, "/execute/request/headers", keyHeaders, check));
    errors.push(...check(request.body, "/execute/request/body"), ...bodyErrors(execute, args));
    if (idempotency?.header !== undefined && CLIENT_HEADERS.has(idempotency.header.toLowerCase())) {
      errors.push({ pointer: "/execute/idempotency/header", message: clientSets(idempotency.header) });
    }
  }
  if (execute.connector === "mcp") {
    errors.push(...check(execute.server.url, "/execute/server/url", "address"));
    errors.push(...headerErrors(execute.server.headers, "/execute/server/headers", MCP_HEADERS, check));
    errors.push(...check(execute.arguments, "/execute/arguments"));
  }
  const { probe } = execute;
  if (probe === undefined) return errors;
  return [
    ...errors,
    ...check(probe.url, "/execute/probe/url", "address"),
    ...headerErrors(probe.headers, "/execute/probe/headers", keyHeaders, check),
  ];
}

function headerErrors(headers: Headers, pointer: string, ours: Set<string>, check: CheckTemplates): ContractError[] {
  return Object.entries(headers ?? {}).flatMap(([name, template]) => {
    const at = appendToken(pointer, name);
    const lower = name.toLowerCase();
    if (MCP_HEADERS === ours && ours.has(lower)) return [{ pointer: at, message: `${name} belongs to the protocol.` }];
    if (ours.has(lower)) return [{ pointer: at, message: `Interlock itself sends the key in ${name}.` }];
    if (CLIENT_HEADERS.has(lower)) return [{ pointer: at, message: clientSets(name) }];
    return check(template, at);
  });
}

/** Every string in it, at any depth. */
function templateErrors(
  args: ContractDefinition["args"],
  value: unknown,
  pointer: string,
  use: TemplateUse = "text",
): ContractError[] {
  if (typeof value === "string") {
    const broken = attempt(pointer, () => parseTemplate(value, use));
    return broken.length > 0 ? broken : unknownArgs(args, value, use).map((message) => ({ pointer, message }));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => templateErrors(args, member, appendToken(pointer, name)));
}

function unknownArgs(args: ContractDefinition["args"], template: string, use: TemplateUse): string[] {
  return argsIn(template, use)
    .filter(({ pointer }) => schemaAt(args, pointer).kind === "absent")
    .map(({ name, pointer }) => `The template names {${name}}, but the args schema has no property at ${pointer}.`);
}

type ArgInTemplate = { name: string; pointer: string; leadsElsewhere: boolean };

/** `leadsElsewhere`: without the argument it is another address; a query expression just leaves it out. */
function argsIn(template: string, use: TemplateUse): ArgInTemplate[] {
  return parseTemplate(template, use).flatMap((part) => {
    if (part.kind === "text") return [];
    return part.names
      .filter(({ name }) => name.startsWith("args."))
      .map(({ name }) => ({
        name,
        pointer: name.split(".").slice(1).reduce(appendToken, ""),
        leadsElsewhere: part.operator === "" || part.operator === "/",
      }));
  });
}

/** Takes a contract without errors. In an address, what may be missing may lead elsewhere. */
export function requestWarnings({ execute, args }: ContractDefinition): string[] {
  const addresses = {
    "execute/request/url": execute.connector === "http" ? execute.request.url : "",
    "execute/server/url": execute.connector === "mcp" ? execute.server.url : "",
    "execute/probe/url": execute.probe?.url ?? "",
  };
  return Object.entries(addresses).flatMap(([where, template]) =>
    argsIn(template, "address").flatMap(({ name, pointer, leadsElsewhere }) => {
      const found = schemaAt(args, pointer);
      const isSure = found.kind !== "found" || found.required || Object.hasOwn(found.schema, "default");
      return isSure || !leadsElsewhere
        ? []
        : [`${where} names {${name}}, which is not required: without it that part of the address is empty.`];
    }),
  );
}
