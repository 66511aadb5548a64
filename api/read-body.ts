/**
 * Bodies are bounded in size and depth before anything looks into them. A bad body or query says what is wrong with it,
 * and nothing that was sent is ignored: a filter that is left out silently would answer another question.
 */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import type { z } from "zod";
import { InvalidError } from "@/lib/application/errors";
import { isDeeperThan } from "@/lib/domain/json-depth";
import { FIELD_ERRORS_MAX, FieldErrors, namesIn, parseFields, toPointer } from "./field-errors";
import { DISCARDED_BYTES_MAX, incomingOf, readIncoming } from "./node-io";
import { RequestError } from "./problem";

export const BODY_BYTES_MAX = 256 * 1024;
const DEPTH_MAX = 64;

export async function readText(context: Context): Promise<string> {
  const incoming = incomingOf(context);
  if (incoming !== null) return readNodeText(incoming);
  if (Number(context.req.header("content-length") ?? 0) > BODY_BYTES_MAX) throw tooLarge();
  const bytes = await readWeb(context);
  if (bytes === null) throw tooLarge();
  return decodeUtf8(bytes);
}

export async function readNodeText(incoming: IncomingMessage): Promise<string> {
  if (Number(incoming.headers["content-length"] ?? 0) > DISCARDED_BYTES_MAX) throw tooLarge();
  const bytes = await readIncoming(incoming, BODY_BYTES_MAX);
  if (bytes === null) throw tooLarge();
  return decodeUtf8(bytes);
}

async function readWeb(context: Context): Promise<Buffer | null> {
  const { body } = context.req.raw;
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(text: string): { text: string; value: unknown } {
  if (isDeeperThan(text, DEPTH_MAX)) {
    throw new RequestError(
      400,
      "invalid_request",
      `The JSON is nested deeper than ${DEPTH_MAX} levels.`,
      "Send a flatter document.",
    );
  }
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    // Where every member is optional, so is the body.
    if (text.trim() === "") return { text: "{}", value: {} };
    throw new RequestError(400, "invalid_request", "The body is not valid JSON.", "Send one JSON object as the body.");
  }
}

export async function readBody<S extends z.ZodType>(
  context: Context,
  schema: S,
): Promise<{ text: string; body: z.output<S> }> {
  return parseBody(await readText(context), schema);
}

/** `readPlain` knows the most frequent bodies without the schema. */
export function parseBody<S extends z.ZodType>(
  sent: string,
  schema: S,
  readPlain: (value: unknown) => z.output<S> | null = () => null,
): { text: string; body: z.output<S> } {
  const { text, value } = parseJson(sent);
  const plain = readPlain(value);
  if (plain !== null) return { text, body: plain };
  const body = parseFields(schema, value);
  if (!(body instanceof FieldErrors)) return { text, body };
  throw new InvalidError("invalid_request", "The body is not as expected.", body.errors);
}

export function readQuery<S extends z.ZodObject>(context: Context, schema: S): z.output<S> {
  const sent = Object.entries(context.req.queries());
  const isKnown = (name: string) => Object.hasOwn(schema.shape, name);
  const strange = sent.flatMap(([name, values]) => {
    const pointer = toPointer([name]);
    if (!isKnown(name)) return [{ pointer, message: `There is no such parameter.${namesIn(schema)}` }];
    return values.length > 1 ? [{ pointer, message: "Given twice." }] : [];
  });
  const known = sent.filter(([name]) => isKnown(name)).map(([name, [first]]) => [name, first]);
  const query = parseFields(schema, Object.fromEntries(known));
  if (!(query instanceof FieldErrors) && strange.length === 0) return query;
  const errors = [...strange, ...(query instanceof FieldErrors ? query.errors : [])].slice(0, FIELD_ERRORS_MAX);
  throw new InvalidError("invalid_request", "A query parameter is not as expected.", errors);
}

function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new RequestError(400, "invalid_request", "The body is not valid UTF-8.", "Send the body as UTF-8.");
  }
  const text = bytes.toString("utf8");
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = "\ufeff";

function tooLarge(): RequestError {
  return new RequestError(
    413,
    "too_large",
    `The body is larger than ${BODY_BYTES_MAX / 1024} KiB.`,
    "Send a smaller body; put large content elsewhere and refer to it.",
  );
}
