/** Why a request was never made. Nothing was sent in either case; they differ in who can mend it. */
import type { Performed } from "./connector";

/** Ours to mend (a setting that is missing, an origin or address that is not allowed): the intent is held. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

/** The args cannot be put into this request, and the same args never will. */
export class UnsendableError extends Error {
  override name = "UnsendableError";
}

/** Anything else is a bug, and stays one. */
export function refusedToSend(error: unknown, redact: (text: string) => string): Performed {
  if (error instanceof UnsendableError) return unsendable(redact(error.message));
  if (!(error instanceof ConfigurationError)) throw error;
  return misconfigured(redact(error.message));
}

function unsendable(message: string): Performed {
  return { outcome: { class: "definitive", failure: { code: "unsendable", message } }, exchange: null };
}

function misconfigured(message: string): Performed {
  const failure = { code: "configuration", message };
  return { outcome: { class: "configuration", failure, counted: false }, exchange: null };
}
