/**
 * One attempt is one HTTP request: no client retries, no redirects followed, a bounded answer, only allow-listed
 * origins. The key goes along on every attempt, trusted or not (L4).
 */
import { Agent, request } from "undici";
import type { JsonValue } from "@/lib/domain/json";
import { type Answer, classifyAnswer, classifyError } from "./classify";
import type { Connector, ConnectorSettings, Execution, Performed } from "./connector";
import { readAnswer } from "./read-answer";
import { makeRedactor } from "./redact";
import { expandTemplate, MissingSettingError, type TemplateValues } from "./template";

type Built = { method: string; url: URL; headers: Record<string, string>; body: string | null };

/** Origins that are not allowed, or a secret bound to others: ours to mend, so the intent is held, not failed. */
class NotAllowedError extends Error {
  override name = "NotAllowedError";
}

const CONNECT_TIMEOUT_MS = 5_000;

export function makeHttpConnector(settings: ConnectorSettings): Connector {
  const dispatcher = new Agent({ connections: 64, pipelining: 1, connect: { timeout: CONNECT_TIMEOUT_MS } });
  const redact = makeRedactor(settings.secrets);

  async function perform(execution: Execution): Promise<Performed> {
    let built: Built;
    try {
      built = build(settings, execution);
    } catch (error) {
      if (!(error instanceof MissingSettingError) && !(error instanceof NotAllowedError)) throw error;
      const failure = { code: "configuration", message: redact(error.message) };
      return { outcome: { class: "configuration", failure, counted: false }, exchange: null };
    }
    const asked = { method: built.method, url: redact(built.url.href), headers: Object.keys(built.headers) };
    try {
      const answer = await send(built, execution, dispatcher);
      const outcome = classifyAnswer(execution.contract, redactAnswer(answer, redact));
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
  const address = expandTemplate(execute.request.url, values, encodeURIComponent);
  const url = parseUrl(address.text);
  const secretsUsed = [...address.secretsUsed];
  const headers: Record<string, string> = {
    accept: "application/json",
    "user-agent": "interlock",
    [execute.idempotency?.header?.toLowerCase() ?? "idempotency-key"]: key,
  };
  for (const [name, template] of Object.entries(execute.request.headers ?? {})) {
    const expanded = expandTemplate(template, values, refuseLineBreaks);
    headers[name.toLowerCase()] = expanded.text;
    secretsUsed.push(...expanded.secretsUsed);
  }
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
    const name = /^\{args\.([A-Za-z0-9_-]+)\}$/.exec(mapping)?.[1];
    if (name !== undefined) return Object.hasOwn(values.args, name) ? (values.args[name] ?? null) : null;
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

function refuseLineBreaks(text: string): string {
  if (/[\r\n\0]/.test(text)) throw new MissingSettingError("A header value would contain a line break.");
  return text;
}

function redactAnswer(answer: Answer, redact: (text: string) => string): Answer {
  if (answer.body === undefined) return answer;
  return { ...answer, body: JSON.parse(redact(JSON.stringify(answer.body))) as JsonValue };
}
