/** What a contract may not say about the body of its HTTP request, and about the key inside it. */
import { isJsonObject } from "../json";
import { EVERY_ELEMENT, isArrayIndex, parsePointer } from "../pointer";
import type { ContractError } from "./contract-error";
import type { ContractDefinition } from "./definition";
import type { HttpExecute } from "./execute";
import { schemaAt } from "./schema-at";

/** Methods whose requests carry a body. */
export function carriesBody({ method }: { method: string }): boolean {
  return method !== "GET" && method !== "DELETE";
}

export function bodyErrors(execute: HttpExecute, args: ContractDefinition["args"]): ContractError[] {
  const { request } = execute;
  const errors: ContractError[] = [];
  if (!carriesBody(request)) {
    for (const member of ["body", "encoding"] as const) {
      if (request[member] === undefined) continue;
      const message = `A ${request.method} carries no body: expected no ${member}.`;
      errors.push({ pointer: `/execute/request/${member}`, message });
    }
  } else if (request.encoding === "form" && request.body !== undefined && !isJsonObject(request.body)) {
    errors.push({ pointer: "/execute/request/body", message: "A form has named fields: expected an object." });
  }
  return [...errors, ...keyInBodyErrors(execute, args)];
}

function keyInBodyErrors({ request, idempotency }: HttpExecute, args: ContractDefinition["args"]): ContractError[] {
  const pointer = "/execute/idempotency/body";
  const at = idempotency?.body;
  if (at === undefined) return [];
  if (!carriesBody(request)) return [{ pointer, message: `A ${request.method} carries no body to put the key in.` }];
  const tokens = parsePointer(at);
  if (tokens.some((token) => token === EVERY_ELEMENT || isArrayIndex(token) || token === "-")) {
    return [{ pointer, message: "Expected the pointer of a member such as /requestId: the key goes into no list." }];
  }
  if (request.body === undefined) {
    const taken = schemaAt(args, at).kind === "found";
    return taken ? [{ pointer, message: `${at} is an argument; the key needs a place of its own.` }] : [];
  }
  return bodyHasRoom(request.body, tokens)
    ? []
    : [{ pointer, message: `request.body has something else at ${at}; the key needs a place of its own.` }];
}

function bodyHasRoom(body: unknown, tokens: string[]): boolean {
  let value: unknown = body;
  for (const token of tokens) {
    if (!isJsonObject(value)) return false;
    if (!Object.hasOwn(value, token)) return true;
    value = value[token];
  }
  return false;
}
