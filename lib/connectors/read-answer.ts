import type { Dispatcher } from "undici";
import type { JsonValue } from "@/lib/domain/json";
import { isDeeperThan } from "@/lib/domain/json-depth";
import { quoteUnsafeNumbers } from "@/lib/domain/normalise/lossless";
import type { Answer } from "./classify";

const ANSWER_BYTES_MAX = 1_048_576;
const DEPTH_MAX = 64;
const RETRY_AFTER_MAX_MS = 3_600_000;

/** Reads at most a megabyte; what is longer is cut off and says so, because a half-read answer proves nothing. */
export async function readAnswer(response: Dispatcher.ResponseData): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let truncated = false;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) {
      truncated = true;
      break;
    }
    chunks.push(chunk);
  }
  if (truncated) response.body.destroy();
  const text = Buffer.concat(chunks).toString("utf8");
  // What is too deep to walk is as good as cut off.
  truncated ||= isDeeperThan(text, DEPTH_MAX);
  const body = truncated ? undefined : parseBody(text);
  return {
    status: response.statusCode,
    retryAfterMs: parseRetryAfter(response.headers["retry-after"]),
    body,
    truncated,
  };
}

function parseBody(text: string): JsonValue | undefined {
  try {
    return JSON.parse(quoteUnsafeNumbers(text)) as JsonValue;
  } catch {
    return text === "" ? undefined : text;
  }
}

function parseRetryAfter(header: string | string[] | undefined): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS) : null;
}
