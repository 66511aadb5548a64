/** What a contract's requests may not say: templates that mean nothing, and headers that are not the owner's to set. */
import { appendToken } from "../pointer";
import { parseTemplate } from "../template";
import { attempt, type ContractError } from "./contract-error";
import type { ContractDefinition } from "./definition";

type Execute = ContractDefinition["execute"];
type Headers = Record<string, string> | undefined;

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

export function requestErrors({ request, probe, idempotency }: Execute): ContractError[] {
  const keyHeaders = new Set([DEFAULT_KEY_HEADER, (idempotency?.header ?? DEFAULT_KEY_HEADER).toLowerCase()]);
  const errors = [
    ...templateErrors(request.url, "/execute/request/url"),
    ...headerErrors(request.headers, "/execute/request/headers", keyHeaders),
    ...templateErrors(request.body, "/execute/request/body"),
  ];
  if (idempotency?.header !== undefined && CLIENT_HEADERS.has(idempotency.header.toLowerCase())) {
    errors.push({ pointer: "/execute/idempotency/header", message: clientSets(idempotency.header) });
  }
  if (probe === undefined) return errors;
  return [
    ...errors,
    ...templateErrors(probe.url, "/execute/probe/url"),
    ...headerErrors(probe.headers, "/execute/probe/headers", keyHeaders),
  ];
}

function headerErrors(headers: Headers, pointer: string, keyHeaders: Set<string>): ContractError[] {
  return Object.entries(headers ?? {}).flatMap(([name, template]) => {
    const at = appendToken(pointer, name);
    const lower = name.toLowerCase();
    if (keyHeaders.has(lower)) return [{ pointer: at, message: `Interlock itself sends the key in ${name}.` }];
    if (CLIENT_HEADERS.has(lower)) return [{ pointer: at, message: clientSets(name) }];
    return templateErrors(template, at);
  });
}

function clientSets(name: string): string {
  return `${name} is set by the HTTP client and cannot be chosen.`;
}

/** Every string in it, at any depth. */
function templateErrors(value: unknown, pointer: string): ContractError[] {
  if (typeof value === "string") return attempt(pointer, () => parseTemplate(value));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => templateErrors(member, appendToken(pointer, name)));
}
