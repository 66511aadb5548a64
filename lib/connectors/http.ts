/**
 * One attempt is one HTTP request: no client retries, no redirects followed, a bounded answer, only allow-listed
 * origins. The key goes along on every attempt, trusted or not (L4).
 */
import type { HttpExecute } from "@/lib/domain/contract/execute";
import { classifyAnswer, classifyError } from "./classify";
import type { Connector, ConnectorSettings, Execution, Performed } from "./connector";
import { keepAnswerBody, keepAnswerHeaders, keepBody, keepHeaders } from "./exchange";
import { type Answer, readAnswer } from "./read-answer";
import { makeRedactor } from "./redact";
import { refusedToSend } from "./refusals";
import { buildRequest, egressOf } from "./request";
import { makeStorable, makeStorableText } from "./storable";
import { type Built, makeTransport } from "./transport";

export function makeHttpConnector(settings: ConnectorSettings): Connector {
  const transport = makeTransport(egressOf(settings), settings);
  const redact = makeRedactor(settings.secrets);

  async function perform(execution: Execution): Promise<Performed> {
    const { contract, signal, mayStillSend } = execution;
    const execute = contract.definition.execute as HttpExecute;
    let built: Built;
    try {
      built = buildRequest(settings, execution, execute);
    } catch (error) {
      return refusedToSend(error, redact);
    }
    const { origin } = built.url;
    const request = {
      method: built.method,
      url: redact(built.url.href),
      headers: keepHeaders(built.headers, execute.request.headers, redact),
      body: keepBody(built.body, redact),
    };
    try {
      const answer = keepable(
        await readAnswer(await transport.send(built, { signal, timeoutMs: contract.terms.timeoutMs, mayStillSend })),
        redact,
      );
      const { status, truncated } = answer;
      const outcome = classifyAnswer(contract, answer, execution);
      const told = { headers: keepAnswerHeaders(answer.headers, redact), body: keepAnswerBody(answer) };
      return { outcome, exchange: { request, response: { status, truncated, ...told } }, reached: { origin, status } };
    } catch (error) {
      const outcome = classifyError(error, signal.aborted);
      return { outcome, exchange: { request, response: null }, reached: { origin, status: null } };
    }
  }

  return { perform, close: transport.close };
}

/** Secrets are masked before anything is read from it: an effect id or a message is stored and shown. */
export function keepable(answer: Answer, redact: (text: string) => string): Answer {
  const keep = (value: Answer["body"]) => (value === undefined ? undefined : makeStorable(value, redact));
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, makeStorableText(value, redact)]),
  );
  return {
    ...answer,
    headers,
    body: keep(answer.body),
    ...("prefix" in answer ? { prefix: keep(answer.prefix) } : {}),
  };
}
