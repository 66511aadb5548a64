/** An uploaded statement: its own bound, its own time, and nothing of it kept in memory. */
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import { TooManyError } from "@/lib/application/errors";
import {
  type Received,
  receiveStatement,
  STATEMENT_BYTES_MAX,
  STATEMENT_ROWS_MAX,
  type StatementInput,
  StatementTooLargeError,
} from "@/lib/application/reconcile/receive-statement";
import type { StatementFormat } from "@/lib/domain/reconcile/statement-reader";
import type { ApiDeps } from "./deps";
import { DISCARDED_BYTES_MAX, incomingOf } from "./node-io";
import { RequestError } from "./problem";

export const STATEMENT_TYPES: Record<string, StatementFormat> = {
  "text/csv": "csv",
  "application/x-ndjson": "ndjson",
  "application/ndjson": "ndjson",
  "application/json": "json",
};

/** Each takes a connection to the store and some time of this process. */
const UPLOADS_AT_ONCE_MAX = 2;
const RETRY_AFTER_S = 30;
let underWay = 0;

export async function receiveUpload(
  deps: ApiDeps,
  context: Context,
  input: Omit<StatementInput, "chunks">,
): Promise<Received> {
  if (underWay >= UPLOADS_AT_ONCE_MAX) throw new TooManyError("Other statements are being uploaded.", RETRY_AFTER_S);
  if (Number(context.req.header("content-length") ?? 0) > STATEMENT_BYTES_MAX) throw tooLarge();
  const incoming = incomingOf(context);
  const chunks = incoming === null ? webChunks(context) : nodeChunks(incoming);
  try {
    return await counted(() => receiveStatement(deps, { ...input, chunks }));
  } catch (error) {
    // Whoever is cut off while writing sees a broken connection instead of our answer.
    if (incoming !== null) await drain(incoming);
    throw error instanceof StatementTooLargeError ? tooLarge() : error;
  }
}

/** Whoever was refused and still writes keeps nobody else from uploading. */
async function counted<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}

async function* nodeChunks(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    const lost = "The connection was closed before the whole statement had arrived.";
    throw new RequestError(400, "invalid_request", lost, "Send the whole request again.");
  }
}

async function* webChunks(context: Context): AsyncGenerator<Uint8Array> {
  const { body } = context.req.raw;
  if (body !== null) yield* body as unknown as AsyncIterable<Uint8Array>;
}

async function drain(incoming: IncomingMessage): Promise<void> {
  if (incoming.destroyed || incoming.readableEnded) return;
  let byteCount = 0;
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      byteCount += chunk.byteLength;
      if (byteCount > DISCARDED_BYTES_MAX) return;
    }
  } catch {
    return; // nobody is left to be told
  }
}

function tooLarge(): RequestError {
  const most = `${STATEMENT_BYTES_MAX / 1_048_576} MiB or ${STATEMENT_ROWS_MAX.toLocaleString("en-US")} rows`;
  return new RequestError(
    413,
    "too_large",
    `A statement has at most ${most}.`,
    "Upload it in parts, each with its own from and to.",
  );
}
