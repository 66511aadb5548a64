/** GET /api/v1/stream: server-sent events that tell live screens what to read again. */
import { type Context, Hono } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { ForbiddenError, TooManyError, UnauthenticatedError } from "@/lib/application/errors";
import { BEAT_MS, type ChangeDto } from "@/lib/wire/stream";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";

/** Messages that nobody has taken off the connection: its screen has long lost track and starts anew. */
const WAITING_MAX = 100;
const RECONNECT_MS = 1_000;

export function streamRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  routes.get("/", (context) => streamHandler(deps, context));
  return routes;
}

async function streamHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  let stop: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stop = speak(deps, controller, async () => {
          requireOperator(await identifyCaller(deps, context));
        });
      },
      cancel: () => stop(),
    },
    { highWaterMark: WAITING_MAX },
  );
  const headers = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    // Proxies that collect an answer before they pass it on would keep it for ever.
    "x-accel-buffering": "no",
  };
  return new Response(body, { headers });
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Returns how to stop. `stillAllowed` is asked with every beat: a session that ended hears nothing more. */
function speak(deps: ApiDeps, controller: Controller, stillAllowed: () => Promise<void>): () => void {
  const encoder = new TextEncoder();
  let over = false;
  const say = (event: string, data: unknown) => {
    if (over) return;
    if ((controller.desiredSize ?? 0) <= 0) cutOff();
    else controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  };
  controller.enqueue(encoder.encode(`retry: ${RECONNECT_MS}\n\n`));
  const unlisten = deps.changes.listen({
    // Whoever hears this reads everything again: it must not be said before every later change is told.
    onStart: () => say("hello", { now: new Date(deps.now()).toISOString(), beatMs: BEAT_MS }),
    onChange: (change) => say("change", change satisfies ChangeDto),
    onEnd: () => end(),
  });
  if (unlisten === null) throw new TooManyError("As many screens listen as can.", 10);
  const beat = setInterval(() => {
    stillAllowed().then(
      () => say("beat", { now: new Date(deps.now()).toISOString() }),
      (error: unknown) => {
        // A store that does not answer says nothing about the session; the next beat asks again.
        if (error instanceof UnauthenticatedError || error instanceof ForbiddenError) end("signed_out");
      },
    );
  }, BEAT_MS);
  function stop(): void {
    over = true;
    clearInterval(beat);
    unlisten?.();
  }
  function end(why?: string): void {
    if (why !== undefined) say(why, {});
    if (over) return;
    stop();
    controller.close();
  }
  /** An end would wait behind what nobody reads, and keep all of it: it is dropped, and the connection with it. */
  function cutOff(): void {
    stop();
    controller.error(new Error("A screen does not read what it is told."));
  }
  return stop;
}
