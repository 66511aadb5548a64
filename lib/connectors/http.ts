/**
 * One attempt is one HTTP request: no client retries, no redirects followed, a bounded answer, only allow-listed
 * origins. The key goes along on every attempt, trusted or not (L4).
 */
import { Agent, request } from "undici";
import type { JsonValue } from "@/lib/domain/json";
import { valueAt } from "@/lib/domain/pointer";
import { type Answer, classifyAnswer, classifyError } from "./classify";
import { makeConnect } from "./connect";
import type { Connector, ConnectorSettings, Execution, Performed } from "./connector";
import { readAnswer } from "./read-answer";
import { makeRedactor } from "./redact";
import { makeStorable } from "./storable";
import { expandTemplate, MissingSettingError, type TemplateValues } from "./template";

type Built = { method: string; url: URL; headers: Record<string, string>; body: string | null };

/** Origins that are not allowed, or a secret bound to others: ours to mend, so the intent is held, not failed. */
class NotAllowedError extends Error {
  override name = "NotAllowedError";
}

/** The args cannot be put into this request; the same args never will. */
class UnsendableError extends Error {
  override name = "UnsendableError";
}

export function makeHttpConnector(settings: ConnectorSettings): Connector {
  // No limit on connections: the worker's slots are the limit, and a request that queues here would time out unsent.
  const dispatcher = new Agent({ pipelining: 1, connect: makeConnect() });
  const redact = makeRedactor(settings.secrets);

  async function perform(execution: Execution): Promise<Performed> {
    let built: Built;
    try {
      built = build(settings, execution);
    } catch (error) {
      if (error instanceof UnsendableError) {
        return {
          outcome: { class: "definitive", failure: { code: "unsendable", message: error.message } },
          exchange: null,
        };
      }
      if (!(error instanceof MissingSettingError) && !(error instanceof NotAllowedError)) throw error;
      const failure = { code: "configuration", message: redact(error.message) };
      return { outcome: { class: "configuration", failure, counted: false }, exchange: null };
    }
    const asked = { method: built.method, url: redact(built.url.href), headers: Object.keys(built.headers) };
    try {
      const answer = await send(built, execution, dispatcher);
      const outcome = classifyAnswer(execution.contract, keepable(answer, redact));
      return {
        outcome,
        exchange: { request: asked, response: { status: answer.status, truncated: answer.truncated } },
      };
    } catch (error) {
      const outcome = classifyError(error, execution.signal.aborted);
      return { outcome, exchange: { request: asked, response: null } };
    }
  }

  return { perform, close: () => dispatcher.destroy() };
}

async function send(built: Built, execution: Execution, dispatcher: Agent): Promise<Answer> {
  const { method, url, headers, body } = built;
  const { timeoutMs } = execution.contract.terms;
  const response = await request(url, {
    method: method as "POST",
    headers,
    body,
    dispatcher,
    signal: execution.signal,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return readAnswer(response);
}

function build(settings: ConnectorSettings, execution: Execution): Built {
  const { execute } = execution.contract.definition;
  const { args, key, intentId } = execution;
  const values: TemplateValues = { args, key, intentId, config: settings.config, secrets: settings.secrets };
  const address = expandTemplate(execute.request.url, values, encodePathText);
  const url = parseUrl(address.text);
  const secretsUsed = [...address.secretsUsed];
  const headers: Record<string, string> = { accept: "application/json", "user-agent": "interlock" };
  for (const [name, template] of Object.entries(execute.request.headers ?? {})) {
    const expanded = expandTemplate(template, values, headerText);
    headers[name.toLowerCase()] = expanded.text;
    secretsUsed.push(...expanded.secretsUsed);
  }
  // Last, so that nothing else can take its place (L4).
  headers[execute.idempotency?.header?.toLowerCase() ?? "idempotency-key"] = key;
  const { method } = execute.request;
  const sendsBody = method !== "GET" && method !== "DELETE";
  const body = sendsBody ? JSON.stringify(bodyOf(execute.request.body, values, secretsUsed)) : null;
  if (body !== null) headers["content-type"] ??= "application/json";
  requireAllowed(settings, url, secretsUsed);
  return { method, url, headers, body };
}

/** Absent: the args as they are. Otherwise the contract's own shape; a string that is one expression keeps its type. */
function bodyOf(mapping: unknown, values: TemplateValues, secretsUsed: string[]): JsonValue {
  if (mapping === undefined) return values.args;
  if (typeof mapping === "string") {
    const path = /^\{args\.([A-Za-z0-9_.-]+)\}$/.exec(mapping)?.[1];
    if (path !== undefined) return valueAt(values.args, path.split(".")) ?? null;
    const expanded = expandTemplate(mapping, values, (text) => text);
    secretsUsed.push(...expanded.secretsUsed);
    return expanded.text;
  }
  if (Array.isArray(mapping)) return mapping.map((item) => bodyOf(item, values, secretsUsed));
  if (typeof mapping !== "object" || mapping === null) return mapping as JsonValue;
  return Object.fromEntries(Object.entries(mapping).map(([name, item]) => [name, bodyOf(item, values, secretsUsed)]));
}

function requireAllowed(settings: ConnectorSettings, url: URL, secretsUsed: string[]): void {
  if (!settings.egress.includes(url.origin)) throw new NotAllowedError(`${url.origin} is not in INTERLOCK_EGRESS.`);
  for (const name of secretsUsed) {
    const origins = settings.secrets.get(name)?.origins ?? null;
    if (origins !== null && !origins.includes(url.origin)) {
      throw new NotAllowedError(`INTERLOCK_SECRET_${name} may not be sent to ${url.origin}.`);
    }
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new MissingSettingError("execute.request.url does not make an http or https address.");
  }
  return url;
}

/** `.` and `..` are not escaped by encoding, and as a path segment they would lead elsewhere. */
function encodePathText(text: string): string {
  if (text === "." || text === "..") throw new UnsendableError('A part of the address would be "." or "..".');
  return encodeURIComponent(text);
}

function headerText(text: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return text;
  throw new UnsendableError("A header would hold characters that headers cannot carry.");
}

function keepable(answer: Answer, redact: (text: string) => string): Answer {
  return answer.body === undefined ? answer : { ...answer, body: makeStorable(answer.body, redact) };
}
