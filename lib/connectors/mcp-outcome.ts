/**
 * What an MCP server's answer to `tools/call` means. When in doubt, the answer is `unknown`.
 *
 * A server checks a tool's output after the tool has run, and answers "invalid params" then; `isError` says that the tool
 * failed, not that it did nothing. So no error is proof for a write once the call was sent (decision 029).
 */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { Subject } from "@/lib/domain/contract/effect-id";
import type { Outcome } from "@/lib/domain/event";
import type { Failure } from "@/lib/domain/intent";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/domain/json";
import { accept, failureOf, judge, usualOutcome } from "./classify";
import { errorCodeOf, type RpcAnswer } from "./mcp-message";
import type { NoSessionError } from "./mcp-session";
import { parseBody } from "./read-answer";
import { shortenText } from "./storable";

/** Parse error, invalid request, no such method, invalid params (and no such tool): asking a read again is no use. */
const TURNED_AWAY = [-32700, -32600, -32601, -32602];
/** Headers that contradict the body, a version that is not spoken: turned away, and a new session may help. */
const SPOKEN_WRONG = [-32020, -32021, -32022];

/** What servers say with 404 or 400 of a session that they do not know; all other codes may be the tool's own. */
const SESSION_UNKNOWN = [-32000, -32001];

const TEXT_MAX = 300;

/**
 * Our session, or the way we speak, was not accepted: nothing ran, and the next attempt starts afresh. The protocol has
 * both turned away with an HTTP status; what comes with 2xx was said by a server that took the call. So was an error that
 * names this very call: a gateway says -32000 and -32001 also of a server behind it that closed or took too long.
 */
export function lostSession(read: RpcAnswer, hadSession: boolean): boolean {
  if (isSuccess(read.answer.status)) return false;
  return isSpokenWrong(read.message) || (isOfNoCall(read.message) && mayHaveLost(read, hadSession));
}

/** It may be the session: another one is worth a try, whether the call ran or not. */
export function mayHaveLost({ answer: { status }, message }: RpcAnswer, hadSession: boolean): boolean {
  const isUnknown = isWithoutCode(message) || isOneOf(SESSION_UNKNOWN, message);
  return hadSession && (status === 404 || status === 400) && isUnknown;
}

export function isSpokenWrong(message: JsonObject | null): boolean {
  return isOneOf(SPOKEN_WRONG, message);
}

export function outcomeWithoutSession(error: NoSessionError): Outcome {
  const failure = { code: "mcp_no_session", message: error.message };
  if (error.status === 401 || error.status === 403) return { class: "configuration", failure, counted: true };
  return { class: "not_sent", failure };
}

export function classifyCall(contract: CompiledContract, { answer, message }: RpcAnswer, subject: Subject): Outcome {
  const result = isJsonObject(message?.["result"]) ? message["result"] : null;
  const failure = failureIn(answer.status, message, result);
  const value = result === null ? undefined : valueIn(result);
  const read = { ...answer, body: value };
  return judge(contract, {
    seen: { ...answer, body: message ?? answer.body },
    failure,
    accept: (says) => accept(contract, read, subject, says),
    usual: () => {
      const { harmless } = contract.terms;
      if (harmless && (isOneOf(TURNED_AWAY, message) || result?.["isError"] === true))
        return { class: "definitive", failure };
      if (!isSuccess(answer.status)) {
        const usual = usualOutcome(contract, answer, subject, failure);
        // The status alone would be a no; the server itself has more to say, and that is no proof.
        const isProof = (isOfNoCall(message) && isWithoutCode(message)) || harmless;
        return usual.class === "definitive" && !isProof ? { class: "unknown", failure } : usual;
      }
      if (result === null || result["isError"] === true) return { class: "unknown", failure };
      const isComplete = (result["resultType"] ?? "complete") === "complete";
      return isComplete ? accept(contract, read, subject) : { class: "unknown", failure };
    },
  });
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function isOneOf(codes: number[], message: JsonObject | null): boolean {
  const code = errorCodeOf(message);
  return code !== null && codes.includes(code);
}

/** No message of the protocol came, or one that does not say which call it answers. */
function isOfNoCall(message: JsonObject | null): boolean {
  return (message?.["id"] ?? null) === null;
}

/** Only the HTTP status speaks: no message of the protocol came, or an error that is none of it. */
function isWithoutCode(message: JsonObject | null): boolean {
  const error = message?.["error"];
  return message === null || (isJsonObject(error) && error["code"] === undefined);
}

/** Structured content, else the first text: as JSON if it is JSON. */
function valueIn(result: JsonObject): JsonValue {
  if (result["structuredContent"] !== undefined) return result["structuredContent"];
  const text = firstText(result);
  return text === null ? result : (parseBody(text) ?? "");
}

function firstText(result: JsonObject): string | null {
  const { content } = result;
  const found = Array.isArray(content) ? content.find((item) => isJsonObject(item) && item["type"] === "text") : null;
  const text = isJsonObject(found) ? found["text"] : null;
  return typeof text === "string" ? text : null;
}

function failureIn(status: number, message: JsonObject | null, result: JsonObject | null): Failure {
  const error = message?.["error"];
  if (isJsonObject(error)) {
    const said = typeof error["message"] === "string" ? shortenText(error["message"], TEXT_MAX) : "";
    return {
      code: "mcp_error",
      message: `The MCP server answered with error ${errorCodeOf(message)}. It said: ${said}`,
    };
  }
  if (result === null) return message === null && status < 300 ? NO_ANSWER : failureOf(status, undefined);
  if (result["isError"] !== true) return { code: "mcp_incomplete", message: "The tool did not come to an end." };
  return {
    code: "mcp_tool_error",
    message: `The tool reported an error. It said: ${shortenText(firstText(result) ?? "", TEXT_MAX)}`,
  };
}

const NO_ANSWER = {
  code: "mcp_no_answer",
  message: "The MCP server took the call, and no answer to it could be read.",
};
