import type { Dispatcher } from "undici";
import type { JsonValue } from "@/lib/domain/json";
import { isDeeperThan } from "@/lib/domain/json-depth";
import { quoteUnsafeNumbers } from "@/lib/domain/normalise/lossless";
import { parseJsonPrefix } from "./json-prefix";
import { retryAfterMs } from "./retry-after";

export type Answer = {
  status: number;
  headers: Record<string, string>;
  retryAfterMs: number | null;
  body: JsonValue | undefined;
  /** Longer or deeper than we read: there is no body, and `prefix` holds what was whole in the part that was read. */
  truncated: boolean;
  prefix?: JsonValue | undefined;
};

export const ANSWER_BYTES_MAX = 1_048_576;
export const ANSWER_DEPTH_MAX = 64;

/** Reads at most a megabyte; what is longer is cut off and says so, because a half-read answer proves little. */
export async function readAnswer(response: Dispatcher.ResponseData): Promise<Answer> {
  const { bytes, truncated } = await readBytes(response);
  const text = bytes.toString("utf8");
  const isTooDeep = isDeeperThan(text, ANSWER_DEPTH_MAX);
  const headers = flatten(response.headers);
  const read = { status: response.statusCode, headers, retryAfterMs: retryAfterMs(headers) };
  if (!truncated && !isTooDeep) return { ...read, body: parseBody(text), truncated: false };
  const prefix = parseJsonPrefix(quoteUnsafeNumbers(text), ANSWER_DEPTH_MAX);
  return { ...read, body: undefined, truncated: true, prefix };
}

async function readBytes(response: Dispatcher.ResponseData): Promise<{ bytes: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    const room = ANSWER_BYTES_MAX - size;
    if (chunk.length > room) {
      chunks.push(chunk.subarray(0, room));
      response.body.destroy();
      return { bytes: Buffer.concat(chunks), truncated: true };
    }
    chunks.push(chunk);
    size += chunk.length;
  }
  return { bytes: Buffer.concat(chunks), truncated: false };
}

export function parseBody(text: string): JsonValue | undefined {
  try {
    return JSON.parse(quoteUnsafeNumbers(text)) as JsonValue;
  } catch {
    return text === "" ? undefined : text;
  }
}

function flatten(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] as const],
  );
  return Object.fromEntries(named);
}
