/**
 * The question "did you do it?", asked the way effects are sent: listed origins only, secrets in the worker only, no
 * redirects, a bounded answer, one request. It never throws: what it cannot read as a yes or a no is `unknown` (L5).
 */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import { type EffectIdSource, findEffectId, type Subject } from "@/lib/domain/contract/effect-id";
import type { Execute } from "@/lib/domain/contract/execute";
import type { ProbeResult } from "@/lib/domain/event";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/domain/json";
import { parsePointer, valueAt } from "@/lib/domain/pointer";
import { classifyError } from "./classify";
import type { ConnectorSettings } from "./connector";
import { keepable } from "./http";
import { type Answer, readAnswer } from "./read-answer";
import { makeRedactor } from "./redact";
import { refusedToSend } from "./refusals";
import { buildAddress, buildHeaders, egressOf, requireAllowed, templateValues } from "./request";
import { type Built, makeTransport } from "./transport";

export type Question = {
  contract: CompiledContract;
  intentId: string;
  key: string;
  args: JsonObject;
  signal: AbortSignal;
};
/**
 * `exchange`: what was asked and answered, redacted; null when nothing was sent. `heardFrom`: the origin that answered,
 * whatever it said.
 */
export type Answered = { result: ProbeResult; exchange: unknown; heardFrom?: string };
export type Probe = { ask(question: Question): Promise<Answered>; close(): Promise<void> };
type ProbeRequest = NonNullable<Execute["probe"]>;

/** Nobody waits for the answer, but it keeps a slot from others. */
const PROBE_TIMEOUT_MAX_MS = 30_000;

export function makeProbe(settings: ConnectorSettings): Probe {
  const transport = makeTransport(egressOf(settings), settings);
  const redact = makeRedactor(settings.secrets);

  async function ask(question: Question): Promise<Answered> {
    const { probe } = question.contract.definition.execute;
    if (probe === undefined) return unknown("no_probe");
    let built: Built;
    try {
      built = build(settings, question, probe);
    } catch (error) {
      return unknown(failureCode(refusedToSend(error, redact).outcome));
    }
    const request = { method: built.method, url: redact(built.url.href) };
    const timeoutMs = Math.min(question.contract.terms.timeoutMs, PROBE_TIMEOUT_MAX_MS);
    const signal = AbortSignal.any([question.signal, AbortSignal.timeout(timeoutMs)]);
    // A question has no effect: it may be late.
    const options = { signal, timeoutMs, mayStillSend: () => true };
    try {
      const answer = keepable(await readAnswer(await transport.send(built, options)), redact);
      const exchange = { request, response: { status: answer.status } };
      return { result: readProbe(probe.effectId, answer, question), exchange, heardFrom: built.url.origin };
    } catch (error) {
      const why = failureCode(classifyError(error, signal.aborted));
      return { result: { kind: "unknown", why }, exchange: { request, response: null } };
    }
  }
  return { ask, close: transport.close };
}

/** The key is what is asked about; as a header it might be taken for an order. */
function build(settings: ConnectorSettings, question: Question, probe: ProbeRequest): Built {
  const values = templateValues(settings, question);
  const url = buildAddress(probe.url, values);
  const headers = buildHeaders(probe.headers, values);
  requireAllowed(settings, url, values);
  return { method: probe.method, url, headers, body: null };
}

/**
 * A yes is an effect id (one that the caller chose: the 200 itself). A no is a 404, or a 200 whose JSON has nothing at the
 * pointer; a page, half an answer, a text or header without it is neither.
 */
export function readProbe(source: EffectIdSource, answer: Answer, subject: Subject): ProbeResult {
  const { status, body, truncated, prefix } = answer;
  if (status === 404) return { kind: "absent" };
  if (status !== 200) return { kind: "unknown", why: `downstream_${status}` };
  const result = (truncated ? prefix : body) ?? null;
  const effectId = findEffectId(source, { headers: answer.headers, body: result }, subject);
  if (effectId !== null) return { kind: "present", effectId, result: truncated ? null : result };
  if (typeof source !== "string") return { kind: "unknown", why: "unreadable_answer" };
  const found = valueAt(result, parsePointer(source));
  const hasNothing = found === undefined || found === null || found === "";
  if (hasNothing && !truncated && isDocument(result)) return { kind: "absent" };
  return { kind: "unknown", why: "unreadable_answer" };
}

function isDocument(value: JsonValue): boolean {
  return isJsonObject(value) || Array.isArray(value);
}

function failureCode(outcome: object): string {
  const { failure } = outcome as { failure?: { code: string } };
  return failure?.code ?? "unknown";
}

function unknown(why: string): Answered {
  return { result: { kind: "unknown", why }, exchange: null };
}
