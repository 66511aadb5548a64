/** Builds a request from a contract's templates, or refuses: nothing is sent that is not allowed to go there. */
import { carriesBody } from "@/lib/domain/contract/body-errors";
import type { HttpExecute } from "@/lib/domain/contract/execute";
import { parsePointer } from "@/lib/domain/pointer";
import { parseUrl } from "@/lib/domain/url";
import { encodeForm, mapBody, putKey } from "./body";
import type { ConnectorSettings, Execution } from "./connector";
import { requireListed } from "./egress";
import { ConfigurationError, UnsendableError } from "./refusals";
import { expandAddress, expandText, type TemplateValues } from "./template";
import type { Built } from "./transport";

const DEFAULT_KEY_HEADER = "idempotency-key";
const CONTENT_TYPES = { json: "application/json", form: "application/x-www-form-urlencoded" };

export function templateValues(
  { config, secrets }: ConnectorSettings,
  { args, key, intentId }: Pick<Execution, "args" | "key" | "intentId">,
): TemplateValues {
  return { args, key, intentId, config, secrets, secretsUsed: new Set() };
}

export function buildRequest(settings: ConnectorSettings, execution: Execution, execute: HttpExecute): Built {
  const values = templateValues(settings, execution);
  const { request, idempotency } = execute;
  const url = buildAddress(request.url, values);
  const headers = buildHeaders(request.headers, values);
  let body: string | null = null;
  if (carriesBody(request)) {
    const encoding = request.encoding ?? "json";
    const mapped = mapBody(request.body, values);
    const keyed = idempotency?.body === undefined ? mapped : putKey(mapped, parsePointer(idempotency.body), values.key);
    body = encoding === "form" ? encodeForm(keyed) : JSON.stringify(keyed);
    headers["content-type"] ??= CONTENT_TYPES[encoding];
  }
  // Last, so that nothing else can take its place (L4).
  const keyHeader = idempotency?.header ?? (idempotency?.body === undefined ? DEFAULT_KEY_HEADER : null);
  if (keyHeader !== null) headers[keyHeader.toLowerCase()] = values.key;
  requireAllowed(settings, url, values);
  return { method: request.method, url, headers, body };
}

export function buildAddress(template: string, values: TemplateValues): URL {
  const text = expandAddress(template, values);
  const url = parseUrl(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new ConfigurationError("The contract's url does not make an http or https address.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new ConfigurationError("An address must not carry a user or a password: use a header.");
  }
  return url;
}

export function buildHeaders(
  templates: Record<string, string> | undefined,
  values: TemplateValues,
): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json", "user-agent": "interlock" };
  for (const [name, template] of Object.entries(templates ?? {})) {
    headers[name.toLowerCase()] = headerText(expandText(template, values));
  }
  return headers;
}

/** After every template was expanded: only then is known which secrets would go along. */
export function requireAllowed(settings: ConnectorSettings, url: URL, { secretsUsed }: TemplateValues): void {
  requireListed(egressOf(settings), url);
  for (const name of secretsUsed) {
    const origins = settings.secrets.get(name)?.origins ?? null;
    if (origins !== null && !origins.includes(url.origin)) {
      throw new ConfigurationError(`INTERLOCK_SECRET_${name} may not be sent to ${url.origin}.`);
    }
  }
}

export function egressOf({ egress, egressPrivate = [] }: ConnectorSettings) {
  return { origins: egress, privateOrigins: egressPrivate };
}

function headerText(text: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return text;
  throw new UnsendableError("A header would hold characters that headers cannot carry.");
}
