import type { IncomingMessage, ServerResponse } from "node:http";

const BODY_MAX_BYTES = 1024 * 1024;
const DRAIN_MAX_BYTES = 16 * BODY_MAX_BYTES;
const BODY_DEPTH_MAX = 64;
const KEY_MAX_LENGTH = 255;

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Carries its own answer, so that any depth of the code can say no. */
export class Rejection extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

export function problem(status: number, code: string, message: string, headers: Record<string, string> = {}): Answer {
  return { status, body: { error: { code, message } }, headers };
}

export function send(res: ServerResponse, { status, body, headers }: Answer): void {
  if (res.headersSent || res.destroyed) return;
  const payload = JSON.stringify(body);
  res.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(payload),
    ...headers,
  });
  res.end(payload);
}

export async function readJson(req: IncomingMessage): Promise<unknown> {
  const parsed = parse((await readBody(req)).toString("utf8"));
  if (depthExceeds(parsed, BODY_DEPTH_MAX)) {
    throw new Rejection(400, "body_too_deep", `The body may be nested ${BODY_DEPTH_MAX} levels deep.`);
  }
  return parsed;
}

/** Too much is still drained for a while: who is cut off in mid-sentence never reads the refusal. */
async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= BODY_MAX_BYTES) chunks.push(chunk);
    if (bytes > DRAIN_MAX_BYTES) break;
  }
  if (bytes <= BODY_MAX_BYTES) return Buffer.concat(chunks);
  throw new Rejection(413, "body_too_large", `The body may have ${BODY_MAX_BYTES} bytes.`, { connection: "close" });
}

export async function readJsonObject(req: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await readJson(req);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Rejection(400, "invalid_body", "The body must be a JSON object.");
  }
  return body as Record<string, unknown>;
}

/** The draft standard writes the key as a quoted string, most clients write it bare: both name the same key. */
export function readKey(req: IncomingMessage): string | null {
  const header = req.headers["idempotency-key"];
  if (header === undefined) return null;
  const text = (Array.isArray(header) ? header.join(",") : header).trim();
  const key = /^"(.*)"$/s.exec(text)?.[1] ?? text;
  if (key === "") return null;
  if (key.length > KEY_MAX_LENGTH) {
    throw new Rejection(400, "key_too_long", `Idempotency-Key may have ${KEY_MAX_LENGTH} characters.`);
  }
  return key;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Rejection(400, "invalid_json", "The body is not valid JSON.");
  }
}

function depthExceeds(value: unknown, levelsLeft: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levelsLeft === 0) return true;
  return Object.values(value).some((child) => depthExceeds(child, levelsLeft - 1));
}
