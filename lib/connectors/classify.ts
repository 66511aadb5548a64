/**
 * From what happened on the wire to an outcome class (DESIGN 7 and 11). When in doubt, the answer is `unknown`.
 *
 * C1  Without an answer the contract has no say: only what was never given to a connection is `not_sent`.
 * C2  A rule of the contract (`execute.outcomes`) judges an answer first; a rule that fails makes it `unknown`.
 *     Only what proves that nothing was done is `definitive` for a write: a 303 is how a processed POST answers.
 * C3  Whoever says so, a write is no success without its effect id.
 */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import { findEffectId, placeOf, type Subject } from "@/lib/domain/contract/effect-id";
import type { Outcome } from "@/lib/domain/event";
import type { Failure } from "@/lib/domain/intent";
import { isJsonObject, type JsonValue } from "@/lib/domain/json";
import { AddressRefusedError } from "./egress";
import type { Answer } from "./read-answer";
import { shortenText } from "./storable";
import { TransportError } from "./transport";

/** A request that undici itself would not send, whatever the downstream. */
const NEVER_SENT_CODE = "UND_ERR_INVALID_ARG";
const CHAIN_MAX = 5;

export function classifyError(error: unknown, timedOut: boolean): Outcome {
  const code = errorCode(error);
  if (!(error instanceof TransportError) || error.sent) {
    const message = timedOut
      ? "The downstream did not answer in time."
      : `The connection broke before an answer came (${code}).`;
    return { class: "unknown", failure: { code: timedOut ? "downstream_timeout" : "connection_lost", message } };
  }
  if (code === NEVER_SENT_CODE) {
    return { class: "definitive", failure: { code: "unsendable", message: "These args do not make a valid request." } };
  }
  const refused = linksOf(error).find((link) => link instanceof AddressRefusedError);
  if (refused !== undefined) {
    return {
      class: "configuration",
      failure: { code: "configuration", message: (refused as Error).message },
      counted: false,
    };
  }
  const message = timedOut
    ? "The downstream could not be reached in time; nothing was sent."
    : `The downstream could not be reached (${code}); nothing was sent.`;
  return { class: "not_sent", failure: { code: "downstream_unreachable", message } };
}

type Read = Omit<Answer, "headers"> & { headers?: Answer["headers"] };

export function classifyAnswer(contract: CompiledContract, read: Read, subject: Subject): Outcome {
  const answer: Answer = { headers: {}, ...read };
  const failure = failureOf(answer.status, answer.body);
  return judge(contract, {
    seen: answer,
    failure,
    accept: (says) => accept(contract, answer, subject, says),
    usual: () => usualOutcome(contract, answer, subject, failure),
  });
}

export type Judgement = {
  seen: Pick<Answer, "status" | "headers" | "body" | "retryAfterMs">;
  failure: Failure;
  /** `says` is what the contract claims; without it, `partial` is looked for. */
  accept: (says?: "success" | "partial") => Outcome;
  usual: () => Outcome;
};

export function judge({ outcomes }: CompiledContract, { seen, failure, accept, usual }: Judgement): Outcome {
  for (const rule of outcomes) {
    const verdict = rule.when({ status: seen.status, headers: seen.headers, body: seen.body ?? null });
    if (verdict.kind === "no_match") continue;
    if (verdict.kind === "error") {
      const message = `${failure.message} The contract's rule for outcomes could not judge it.`;
      return { class: "unknown", failure: { code: "outcome_rule_failed", message } };
    }
    if (rule.is === "success" || rule.is === "partial") return accept(rule.is);
    return rule.is === "not_sent" ? notSent(failure, seen.retryAfterMs) : { class: rule.is, failure };
  }
  return usual();
}

export function usualOutcome(contract: CompiledContract, answer: Answer, subject: Subject, failure: Failure): Outcome {
  const { status, retryAfterMs } = answer;
  if (status >= 200 && status < 300) return accept(contract, answer, subject);
  if (status === 401 || status === 403) return { class: "configuration", failure, counted: true };
  if (status === 425 || status === 429 || (status === 503 && retryAfterMs !== null))
    return notSent(failure, retryAfterMs);
  if (status === 408 || status === CLOSED_BY_CLIENT || status >= 500) return { class: "unknown", failure };
  if (SEE_ELSEWHERE.includes(status) && !contract.terms.harmless) return { class: "unknown", failure };
  if (status === 409 && contract.terms.honoursKeyMs !== null) return { class: "unknown", failure };
  return { class: "definitive", failure };
}

/** A gateway's word for a client that went away: what stands behind it may have acted. */
const CLOSED_BY_CLIENT = 499;
/** "Done, look over there" as often as "not here"; 307 and 308 ask for the same request elsewhere, so it was not done. */
const SEE_ELSEWHERE = [301, 302, 303];

/** "At once" is no wish that a back-off should give way to. */
function notSent(failure: Failure, retryAfterMs: number | null): Outcome {
  return { class: "not_sent", failure, ...(retryAfterMs ? { retryAfterMs } : {}) };
}

export function accept(
  contract: CompiledContract,
  answer: Pick<Answer, "status" | "headers" | "body" | "truncated" | "prefix">,
  subject: Subject,
  says?: "success" | "partial",
): Outcome {
  const { execute, effect } = contract.definition;
  const { effectId: source, partial } = execute.connector === "module" ? {} : execute;
  const { status, headers, truncated } = answer;
  const read = (truncated ? answer.prefix : answer.body) ?? null;
  const effectId = source === undefined ? null : findEffectId(source, { headers, body: read }, subject);
  const result: JsonValue = truncated ? { truncated: true } : read;
  if (effectId === null && (effect !== "read" || truncated)) {
    const message = `The downstream answered ${status} without an effect id${source === undefined ? "" : ` ${placeOf(source)}`}${truncated ? "; its answer was too large or too deep to read" : ""}.`;
    return { class: "unknown", failure: { code: "no_effect_id", message } };
  }
  const isPartial =
    says === undefined ? looksPartial(contract, { status, headers, body: read, truncated }) : says === "partial";
  if (!isPartial || effectId === null) return { class: "success", effectId, result };
  const correctiveAction =
    partial?.correctiveAction ?? "Only part of it was done: read the result before asking for the rest.";
  return { class: "partial", effectId, result, correctiveAction };
}

/** A condition that cannot be evaluated, or has only half an answer to look at, is not a success: somebody has to look. */
function looksPartial(
  { partialWhen }: CompiledContract,
  {
    status,
    headers,
    body,
    truncated,
  }: { status: number; headers: Record<string, string>; body: JsonValue; truncated: boolean },
): boolean {
  if (status === 207 || (isJsonObject(body) && body["partial"] === true)) return true;
  if (partialWhen === null) return false;
  return truncated || partialWhen({ status, headers, body }).kind !== "no_match";
}

const DETAIL_MAX = 300;

export function failureOf(status: number, body: JsonValue | undefined): Failure {
  const detail = isJsonObject(body) ? (body["detail"] ?? body["message"] ?? body["error"]) : undefined;
  const said = typeof detail === "string" ? ` It said: ${shortenText(detail, DETAIL_MAX)}` : "";
  return { code: `downstream_${status}`, message: `The downstream answered ${status}.${said}` };
}

function linksOf(error: unknown): object[] {
  const links: object[] = [];
  let link: unknown = error;
  while (links.length < CHAIN_MAX && typeof link === "object" && link !== null) {
    links.push(link);
    link = (link as { cause?: unknown }).cause;
  }
  return links;
}

function errorCode(error: unknown): string {
  const coded = linksOf(error).map((link) => (link as { code?: unknown }).code);
  const code = coded.find((found) => typeof found === "string" && /^[A-Z0-9_]{1,64}$/.test(found));
  if (typeof code === "string") return code;
  const last = linksOf(error).at(-1);
  return last instanceof Error ? last.name : "unknown error";
}
