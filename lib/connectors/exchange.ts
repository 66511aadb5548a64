/**
 * What was asked and answered, as the attempt's record keeps it: evidence for whoever has to find out what happened.
 * Secrets are masked before anything is cut, and a header that is made with one is not kept at all; an answer's headers
 * only where they help to find the call at the other end. It goes with the args when those are erased.
 */
import type { JsonValue } from "@/lib/domain/json";
import type { Answer } from "./read-answer";
import { makeStorableText, shortenText } from "./storable";

type Redact = (text: string) => string;
type Headers = Record<string, string>;

const BODY_CHARACTERS_MAX = 8_000;
const HEADER_CHARACTERS_MAX = 300;
const MASK = "***";
const CREDENTIALS = /^(proxy-)?authorization$|cookie|secret|token|password|api-?key/i;
const TELLING = ["content-type", "location", "retry-after", "request-id", "x-request-id", "x-correlation-id"];

export type KeptText = { text: string /** Only the beginning of it. */; isCut: boolean };

/** `templates`: the headers as the contract writes them. */
export function keepHeaders(headers: Headers, templates: Headers | undefined, redact: Redact): Headers {
  const withSecret = new Set(
    Object.entries(templates ?? {}).flatMap(([name, template]) =>
      template.includes("{secret.") || template.includes("{+secret.") ? name.toLowerCase() : [],
    ),
  );
  return mapHeaders(headers, (name, value) =>
    withSecret.has(name) || CREDENTIALS.test(name) ? MASK : shortHeader(value, redact),
  );
}

export function keepAnswerHeaders(headers: Headers, redact: Redact): Headers {
  const telling = Object.entries(headers).filter(([name]) => TELLING.includes(name.toLowerCase()));
  return mapHeaders(Object.fromEntries(telling), (_name, value) => shortHeader(value, redact));
}

/** Null: there was none. */
export function keepBody(text: string | null, redact: Redact): KeptText | null {
  if (text === null) return null;
  const redacted = makeStorableText(text, redact);
  return { text: shortenText(redacted, BODY_CHARACTERS_MAX), isCut: redacted.length > BODY_CHARACTERS_MAX };
}

/** Of an answer that is masked already (`keepable`). */
export function keepAnswerBody({ body, prefix, truncated }: Answer): KeptText | null {
  const value = truncated ? prefix : body;
  if (value === undefined) return null;
  const kept = keepBody(textOf(value), (text) => text);
  return kept === null ? null : { ...kept, isCut: kept.isCut || truncated };
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function shortHeader(value: string, redact: Redact): string {
  return shortenText(makeStorableText(value, redact), HEADER_CHARACTERS_MAX);
}

function mapHeaders(headers: Headers, change: (name: string, value: string) => string): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(name.toLowerCase(), value)]));
}
