/**
 * The short way in and out under our own HTTP server: Node's own streams instead of Web ones around them, which cost
 * more than most requests themselves. Elsewhere (the mount inside Next) there is no such thing and the Web way is taken.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "hono";
import { RequestError } from "./problem";

type Bindings = { incoming?: IncomingMessage } | undefined;

/** Null: this request did not come through our own server, or somebody has begun to read it. */
export function incomingOf(context: Context): IncomingMessage | null {
  const incoming = (context.env as Bindings)?.incoming;
  return incoming === undefined || incoming.readableDidRead ? null : incoming;
}

const LOST = "The connection was closed before the whole body had arrived.";

/** Beyond this nobody is listened to, not even to be told. */
export const DISCARDED_BYTES_MAX = 16 * 1_048_576;

/**
 * Resolves to null when there is more than `bytesMax`. The rest is read, though not kept: whoever is cut off while
 * writing (and with `Connection: close` the server cuts off) sees a broken connection instead of our answer.
 */
export function readIncoming(incoming: IncomingMessage, bytesMax: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (result: Buffer | null) => {
      incoming.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone);
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= bytesMax) chunks.push(chunk);
      else chunks.length = 0;
      if (size > DISCARDED_BYTES_MAX) done(null);
    };
    const onEnd = () => {
      if (size > bytesMax) done(null);
      else done(chunks.length === 1 ? (chunks[0] ?? null) : Buffer.concat(chunks));
    };
    // Nobody reads the answer; it is the caller's doing, not a fault of ours.
    const onGone = () => reject(new RequestError(400, "invalid_request", LOST, "Send the whole request again."));
    // It may have gone while we looked up who is calling; then nothing more is told.
    if (incoming.destroyed) return onGone();
    incoming.on("data", onData).once("end", onEnd).once("error", onGone).once("close", onGone);
  });
}

export function sendJson(
  outgoing: ServerResponse,
  { status, headers, body }: { status: number; headers: Record<string, string>; body: unknown },
): void {
  const text = JSON.stringify(body);
  outgoing.writeHead(status, {
    "content-type": "application/json",
    ...headers,
    "content-length": Buffer.byteLength(text),
  });
  outgoing.end(text);
}
