/** The bare protocol's web process: opens intents in batches, wakes the worker, and answers when it has settled. */
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { onStop, reportReady } from "@/lib/config/process";
import { drain, listen } from "@/server/http-server";
import { makeLineReader } from "../lines";
import { connectBare, fail } from "./connect";
import { makeFlusher } from "./flusher";
import { OPEN } from "./schema";

type Opening = { id: string; stem: Buffer; digest: Buffer; detail: string; waits: boolean; response: ServerResponse };

const { DATABASE_URL = "" } = process.env;
const UNDER_WAY_MAX = 2;
const SIZE_MAX = 500;
const database = connectBare(DATABASE_URL, UNDER_WAY_MAX);
const waiting = new Map<string, ServerResponse>();
let worker: Duplex | null = null;

const opener = makeFlusher<Opening>({ flush: open, underWayMax: UNDER_WAY_MAX, sizeMax: SIZE_MAX, onError: fail });

async function open(items: Opening[]): Promise<void> {
  // Before the statement: the worker may be faster than its answer.
  for (const { id, waits, response } of items) if (waits) waiting.set(id, response);
  const columns = [items.map(({ id }) => id), items.map(({ stem }) => stem), items.map(({ digest }) => digest)];
  const opened = await database.run<{ id: string }>("open", OPEN, [...columns, items.map(({ detail }) => detail)]);
  if (opened.length !== items.length) throw new Error("The bare protocol is measured with new intents only.");
  worker?.write("due\n");
  for (const { waits, response } of items) if (!waits) answer(response, 202, '{"state":"cleared"}');
}

const server = createServer((request, response) => void submit(request, response).catch(fail));

async function submit(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.parse(await text(request)) as { tool: string; run: string; step: string; args: object };
  const detail = JSON.stringify(body.args);
  opener.give({
    id: makeTimeOrderedId(),
    stem: sha256(`${body.tool}\n${body.run}\n${body.step}\n${detail}`),
    digest: sha256(detail),
    detail,
    waits: request.headers.prefer !== undefined,
    response,
  });
}

/** The worker's connection: it is told that something is due, and tells what has ended. */
server.on("upgrade", (_request, socket: Duplex) => {
  socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: bare\r\n\r\n");
  const read = makeLineReader((id) => {
    const response = waiting.get(id);
    if (response !== undefined) answer(response, 201, '{"state":"succeeded"}');
    waiting.delete(id);
  });
  socket.on("data", read);
  socket.on("error", () => socket.destroy()); // the worker has ended
  socket.on("close", () => {
    worker = null;
  });
  worker = socket;
});

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json", "content-length": body.length }).end(body);
}

function sha256(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}

/** As uuidv7() makes them, so that indexes grow at their end. */
function makeTimeOrderedId(): string {
  const random = randomBytes(10).toString("hex");
  const ms = Date.now().toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
}

const port = await listen(server, 0, "127.0.0.1");
reportReady({ url: `http://127.0.0.1:${port}` });
onStop(async () => {
  worker?.destroy();
  await drain(server);
  await database.close();
});
