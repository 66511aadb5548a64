/**
 * What a contract's requests may not say: templates that mean nothing or name no argument (at run time that would be an
 * empty text, and `/users/{args.usrId}` the address of all users), and headers that are not the owner's to set.
 */
import { appendToken } from "../pointer";
import { parseTemplate } from "../template";
import { attempt, type ContractError } from "./contract-error";
import type { ContractDefinition } from "./definition";
import { schemaAt } from "./schema-at";

type Headers = Record<string, string> | undefined;
type CheckTemplates = (value: unknown, pointer: string) => ContractError[];

const DEFAULT_KEY_HEADER = "idempotency-key";

/** They frame the message or belong to the connection: the HTTP client sets them, and two writers could disagree. */
const CLIENT_HEADERS = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "expect",
  "keep-alive",
  "te",
  "trailer",
]);

export function requestErrors({ execute, args }: ContractDefinition): ContractError[] {
  const { request, probe, idempotency } = execute;
  const keyHeaders = new Set([DEFAULT_KEY_HEADER, (idempotency?.header ?? DEFAULT_KEY_HEADER).toLowerCase()]);
  const check: CheckTemplates = (value, pointer) => templateErrors(args, value, pointer);
  const errors = [
    ...check(request.url, "/execute/request/url"),
    ...headerErrors(request.headers, "/execute/request/headers", keyHeaders, check),
    ...check(request.body, "/execute/request/body"),
  ];
  if (idempotency?.header !== undefined && CLIENT_HEADERS.has(idempotency.header.toLowerCase())) {
    errors.push({ pointer: "/execute/idempotency/header", message: clientSets(idempotency.header) });
  }
  if (probe === undefined) return errors;
  return [
    ...errors,
    ...check(probe.url, "/execute/probe/url"),
    ...headerErrors(probe.headers, "/execute/probe/headers", keyHeaders, check),
  ];
}

function headerErrors(
  headers: Headers,
  pointer: string,
  keyHeaders: Set<string>,
  check: CheckTemplates,
): ContractError[] {
  return Object.entries(headers ?? {}).flatMap(([name, template]) => {
    const at = appendToken(pointer, name);
    const lower = name.toLowerCase();
    if (keyHeaders.has(lower)) return [{ pointer: at, message: `Interlock itself sends the key in ${name}.` }];
    if (CLIENT_HEADERS.has(lower)) return [{ pointer: at, message: clientSets(name) }];
    return check(template, at);
  });
}

function clientSets(name: string): string {
  return `${name} is set by the HTTP client and cannot be chosen.`;
}

/** Every string in it, at any depth. */
function templateErrors(args: ContractDefinition["args"], value: unknown, pointer: string): ContractError[] {
  if (typeof value === "string") {
    const broken = attempt(pointer, () => parseTemplate(value));
    return broken.length > 0 ? broken : unknownArgs(args, value).map((message) => ({ pointer, message }));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => templateErrors(args, member, appendToken(pointer, name)));
}

function unknownArgs(args: ContractDefinition["args"], template: string): string[] {
  return argsIn(template)
    .filter(({ pointer }) => schemaAt(args, pointer).kind === "absent")
    .map(({ name, pointer }) => `The template names {${name}}, but the args schema has no property at ${pointer}.`);
}

function argsIn(template: string): { name: string; pointer: string }[] {
  return parseTemplate(template).flatMap((part) => {
    if (part.kind === "text" || !part.name.startsWith("args.")) return [];
    return [{ name: part.name, pointer: part.name.split(".").slice(1).reduce(appendToken, "") }];
  });
}

/** Takes a contract without errors. In an address, what may be missing may lead elsewhere. */
export function requestWarnings({ execute, args }: ContractDefinition): string[] {
  const addresses = { "execute/request/url": execute.request.url, "execute/probe/url": execute.probe?.url ?? "" };
  return Object.entries(addresses).flatMap(([where, template]) =>
    argsIn(template).flatMap(({ name, pointer }) => {
      const found = schemaAt(args, pointer);
      const isSure = found.kind !== "found" || found.required || Object.hasOwn(found.schema, "default");
      return isSure
        ? []
        : [`${where} names {${name}}, which is not required: without it that part of the address is empty.`];
    }),
  );
}
