/**
 * How a screen talks to the API: same origin, cookie session, one bounded wait. What comes back is parsed with the
 * schema that the server presents by; everything that goes wrong is a `ProblemError`, also when nobody answered.
 *
 * Schemas weigh 40 kB and nobody needs one before the first answer, so they are fetched beside it and not before the
 * page: import them from here or from a screen with `import()`, their types with `import type`.
 */
import type { z } from "zod";
import type { Problem } from "./problem";

export const ANSWER_WAIT_MAX_MS = 20_000;

/** `message` is what went wrong, as a sentence; what to do about it is `problem.correctiveAction`. */
export class ProblemError extends Error {
  readonly problem: Problem;
  readonly retryAfterMs: number | null;

  constructor(problem: Problem, retryAfterMs: number | null = null, cause?: unknown) {
    super(toSentence(problem.detail ?? problem.title), { cause });
    this.name = "ProblemError";
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

export type Send = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  /** In place of `body`: what is written already, with every digit as it is written. */
  text?: string;
  /** Beside those that every call has. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export async function fetchJson<S extends z.ZodType>(
  fetchSchema: () => Promise<S>,
  path: string,
  send: Send = {},
): Promise<z.output<S>> {
  const [schema, response] = await Promise.all([loadPart(fetchSchema), ask(path, send)]);
  const body = await readJson(response);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ProblemError(unexpectedAnswer(response.status), null, parsed.error);
  return parsed.data;
}

/** For what is checked by something stricter than a schema. */
export async function fetchUnknown(path: string): Promise<unknown> {
  return readJson(await ask(path, {}));
}

/** For calls that answer 204. */
export async function fetchNothing(path: string, send: Send): Promise<void> {
  await ask(path, send);
}

/** An answer that is no problem; its body is not read yet. */
export async function ask(
  path: string,
  { method = "GET", body, text, headers: more, signal }: Send,
  deadline = AbortSignal.timeout(ANSWER_WAIT_MAX_MS),
): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json" };
  // Also without a body: the API takes a mutation only from a caller that can set this header.
  if (method !== "GET") headers["content-type"] = "application/json";
  Object.assign(headers, more);
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: text ?? (body === undefined ? undefined : JSON.stringify(body)),
      credentials: "same-origin",
      cache: "no-store",
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ProblemError(UNREACHABLE, null, cause);
  }
  if (!response.ok) throw await toProblemError(response);
  return response;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw new ProblemError(unexpectedAnswer(response.status), null, cause);
  }
}

export async function loadPart<T>(fetchPart: () => Promise<T>): Promise<T> {
  try {
    return await fetchPart();
  } catch (cause) {
    throw new ProblemError(UNREACHABLE, null, cause);
  }
}

async function toProblemError(response: Response): Promise<ProblemError> {
  const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"));
  const { Problem } = await loadPart(() => import("./problem"));
  // Whoever stands between us and Interlock may answer for it, with a page of its own.
  const body: unknown = await response.json().catch(() => null);
  const parsed = Problem.safeParse(body);
  return new ProblemError(parsed.success ? parsed.data : unexpectedAnswer(response.status), retryAfterMs);
}

function toSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

function parseRetryAfter(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null;
}

export const UNREACHABLE: Problem = {
  type: "about:blank",
  title: "Interlock did not answer",
  status: 0,
  detail: "The request got no answer, so nothing is known about it.",
  code: "unreachable",
  retriable: true,
  correctiveAction: "Check that Interlock is running and that you are connected, then try again.",
};

export function unexpectedAnswer(status: number): Problem {
  if (status >= 500) return unavailable(status);
  return {
    type: "about:blank",
    title: "Interlock answered in a way that this page does not understand",
    status,
    detail: `The answer had status ${status} and not the expected content.`,
    code: "unexpected_answer",
    retriable: false,
    correctiveAction: "Reload the page: it may be older than the server behind it.",
  };
}

/** Whoever stands in front of Interlock says that it does not answer; the page itself is not to blame. */
function unavailable(status: number): Problem {
  return {
    type: "about:blank",
    title: "Interlock is not available",
    status,
    detail: `Interlock is not available now: the answer had status ${status} and did not say why.`,
    code: "unexpected_answer",
    retriable: true,
    correctiveAction: "Try again in a moment. If it stays like this, tell whoever runs Interlock.",
  };
}
