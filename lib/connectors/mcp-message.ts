/** JSON-RPC over streamable HTTP: reads the one message that answers a request, from JSON or from an event stream. */
import type { Dispatcher } from "undici";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/domain/json";
import { isDeeperThan } from "@/lib/domain/json-depth";
import { readEvents } from "./event-stream";
import { ANSWER_BYTES_MAX, ANSWER_DEPTH_MAX, type Answer, parseBody, readAnswer } from "./read-answer";
import { retryAfterMs } from "./retry-after";

/** `message`: the response to our request; null when none came. */
export type RpcAnswer = { answer: Answer; message: JsonObject | null };

export async function readRpcAnswer(response: Dispatcher.ResponseData, id: string): Promise<RpcAnswer> {
  const type = response.headers["content-type"];
  if (typeof type !== "string" || !type.toLowerCase().startsWith("text/event-stream")) {
    const answer = await readAnswer(response);
    const body = answer.truncated ? undefined : answer.body;
    return { answer, message: isResponseTo(body, id) || isErrorWithoutId(body) ? body : null };
  }
  const message = await findInStream(response, id);
  const headers = { "content-type": type };
  const read = { status: response.statusCode, headers, retryAfterMs: retryAfterMs(headers), truncated: false };
  return { answer: { ...read, body: message ?? undefined }, message };
}

/** Notifications and the server's own requests may come before; nobody here would answer them. */
async function findInStream(response: Dispatcher.ResponseData, id: string): Promise<JsonObject | null> {
  try {
    for await (const data of readEvents(response.body as AsyncIterable<Buffer>, ANSWER_BYTES_MAX)) {
      const message = isDeeperThan(data, ANSWER_DEPTH_MAX) ? undefined : parseBody(data);
      if (isResponseTo(message, id)) return message;
    }
    return null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    response.body.destroy();
  }
}

function isResponseTo(message: JsonValue | undefined, id: string): message is JsonObject {
  return isJsonObject(message) && message["id"] === id && ("result" in message || "error" in message);
}

/** A request that could not be read far enough is answered without its id. */
function isErrorWithoutId(message: JsonValue | undefined): message is JsonObject {
  return isJsonObject(message) && (message["id"] ?? null) === null && isJsonObject(message["error"]);
}

export function errorCodeOf(message: JsonObject | null): number | null {
  const error = message?.["error"];
  const code = isJsonObject(error) ? error["code"] : undefined;
  return typeof code === "number" ? code : null;
}
