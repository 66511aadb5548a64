import { InvalidError } from "@/lib/application/errors";

const CALLER_KEY_MAX = 255;

/** Quoted (a structured-field string) or bare; the 255 are counted without quotes. */
export function parseCallerKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  const trimmed = header.trim();
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(trimmed);
  const key = quoted === null ? trimmed : (quoted[1] ?? "").replace(/\\(["\\])/g, "$1");
  const isPrintable = /^[\x20-\x7e]+$/.test(key);
  if (!isPrintable || key.trim() === "" || key.length > CALLER_KEY_MAX) {
    const message = `Idempotency-Key must be 1 to ${CALLER_KEY_MAX} printable ASCII characters.`;
    throw new InvalidError("invalid_request", message, [{ pointer: "", message }]);
  }
  return key;
}
