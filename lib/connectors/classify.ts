/** From what happened on the wire to an outcome class (DESIGN 7 and 11). When in doubt, the answer is `unknown`. */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { Outcome } from "@/lib/domain/event";
import type { Failure } from "@/lib/domain/intent";
import { isJsonObject, type JsonValue } from "@/lib/domain/json";
import { parsePointer, valueAt } from "@/lib/domain/pointer";
import { wasNeverConnected } from "./connect";

export type Answer = { status: number; retryAfterMs: number | null; body: JsonValue | undefined; truncated: boolean };

/** A request that undici itself would not send, whatever the downstream. */
const NEVER_SENT_CODE = "UND_ERR_INVALID_ARG";

export function classifyError(error: unknown, timedOut: boolean): Outcome {
  const code = errorCode(error);
  if (code === NEVER_SENT_CODE) {
    return { class: "definitive", failure: { code: "unsendable", message: "These args do not make a valid request." } };
  }
  if (wasNeverConnected(error)) {
    const message = `The downstream could not be reached (${code}).`;
    return { class: "not_sent", failure: { code: "downstream_unreachable", message } };
  }
  if (timedOut) {
    const message = "The downstream did not answer in time.";
    return { class: "unknown", failure: { code: "downstream_timeout", message } };
  }
  const message = `The connection broke before an answer came (${code}).`;
  return { class: "unknown", failure: { code: "connection_lost", message } };
}

export function classifyAnswer(contract: CompiledContract, answer: Answer): Outcome {
  const { status, retryAfterMs } = answer;
  if (status >= 200 && status < 300) return classifySuccess(contract, answer);
  const failure = failureOf(status, answer.body);
  if (status === 401 || status === 403) return { class: "configuration", failure, counted: true };
  if (status === 425 || status === 429 || (status === 503 && retryAfterMs !== null)) {
    return { class: "not_sent", failure, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
  }
  if (status === 408 || status >= 500) return { class: "unknown", failure };
  if (status === 409 && contract.terms.honoursKeyMs !== null) return { class: "unknown", failure };
  return { class: "definitive", failure };
}

function classifySuccess(contract: CompiledContract, answer: Answer): Outcome {
  const { execute, effect } = contract.definition;
  const result = answer.body ?? null;
  const found = execute.effectId === undefined ? undefined : valueAt(result, parsePointer(execute.effectId));
  const effectId = typeof found === "string" || typeof found === "number" ? String(found) : "";
  if (effect === "read" && !answer.truncated)
    return { class: "success", effectId: effectId === "" ? null : effectId, result };
  if (effectId === "" || answer.truncated) {
    const message = `The downstream answered ${answer.status} without an effect id at ${execute.effectId ?? "(none declared)"}.`;
    return { class: "unknown", failure: { code: "no_effect_id", message } };
  }
  if (!isPartial(contract, answer.status, result)) return { class: "success", effectId, result };
  const correctiveAction =
    execute.partial?.correctiveAction ?? "Only part of it was done: read the result before asking for the rest.";
  return { class: "partial", effectId, result, correctiveAction };
}

/** A condition that cannot be evaluated is not a success: somebody has to look. */
function isPartial(contract: CompiledContract, status: number, body: JsonValue): boolean {
  if (status === 207 || (isJsonObject(body) && body["partial"] === true)) return true;
  return contract.partialWhen !== null && contract.partialWhen({ status, body }).kind !== "no_match";
}

const DETAIL_MAX = 300;

function failureOf(status: number, body: JsonValue | undefined): Failure {
  const detail = isJsonObject(body) ? (body["detail"] ?? body["message"] ?? body["error"]) : undefined;
  const said = typeof detail === "string" ? ` It said: ${detail.slice(0, DETAIL_MAX)}` : "";
  return { code: `downstream_${status}`, message: `The downstream answered ${status}.${said}` };
}

function errorCode(error: unknown): string {
  let link: unknown = error;
  for (let depth = 0; depth < 5 && typeof link === "object" && link !== null; depth += 1) {
    const { code, cause } = link as { code?: unknown; cause?: unknown };
    if (typeof code === "string") return code;
    link = cause;
  }
  return error instanceof Error ? error.name : "unknown error";
}
