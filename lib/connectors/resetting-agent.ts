/**
 * An HTTP client that takes back what it can. Closing a socket leaves its unacknowledged bytes with the kernel, which goes
 * on sending them when the network heals: a request that was given up would land minutes later (L1).
 *
 * R1  A connection that is closed while a request on it is unanswered is reset: abort, time-out, an answer that is cut
 *     off, the client's own end. Under TLS it is the TCP socket below that is reset.
 * R2  A connection at rest (every answer was read whole) is closed as usual.
 */
import type { Socket } from "node:net";
import { Agent, type buildConnector, Client, DecoratorHandler, type Dispatcher, Pool } from "undici";
import type { Connect } from "./connect";

/** Told of one request, right before its first byte. False: it is not sent after all. */
export type Departure = { depart: () => boolean };
/** One connection: an answer belongs to the request before it, because none is sent ahead. */
type Line = { isUnanswered: boolean };

/**
 * How long a connection at rest is kept where the downstream does not announce it (`Keep-Alive: timeout=…`, less two seconds).
 * Longer would save a handshake now and then, and cost a doubt wherever the downstream closes it just as we send.
 */
const IDLE_MAX_MS = 4_000;

/** `connections`: to one origin. */
export function makeResettingAgent(connect: Connect, connections: number): Agent {
  return new Agent({
    pipelining: 1,
    keepAliveTimeout: IDLE_MAX_MS,
    factory: (origin, options) =>
      new Pool(origin, {
        ...options,
        connections,
        factory: (base, more) => new ResettingClient(base, more, connect, { isUnanswered: false }),
      }),
  });
}

class ResettingClient extends Client {
  constructor(
    origin: URL,
    options: Client.Options,
    connect: Connect,
    private readonly line: Line,
  ) {
    super(origin, { ...options, connect: resetting(connect, line) });
  }
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { departure } = options as { departure?: Departure };
    return super.dispatch(options, new WatchingHandler(handler, this.line, departure));
  }
}

const forward: Dispatcher.DispatchHandler = DecoratorHandler.prototype as Dispatcher.DispatchHandler;

class WatchingHandler extends DecoratorHandler {
  constructor(
    handler: Dispatcher.DispatchHandler,
    private readonly line: Line,
    private readonly departure: Departure | undefined,
  ) {
    super(handler);
  }
  /** The client calls it once a connection takes the request, before it writes the first byte. */
  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    forward.onRequestStart?.call(this, controller, context);
    if (this.departure !== undefined && !this.departure.depart()) controller.abort(new TooLateError());
    else this.line.isUnanswered = true;
  }
  onResponseEnd(controller: Dispatcher.DispatchController, trailers: Record<string, string | string[]>): void {
    this.line.isUnanswered = false;
    forward.onResponseEnd?.call(this, controller, trailers);
  }
}

class TooLateError extends Error {
  override name = "TooLateError";
  readonly code = "TOO_LATE";
}

function resetting(connect: Connect, line: Line): buildConnector.connector {
  const watch = (raw: Socket) => {
    line.isUnanswered = false;
    const close = raw.destroy.bind(raw);
    raw.destroy = (error) => {
      // What is called again from within closes it, with the reason that the client gave.
      raw.destroy = () => close(error);
      raw.destroySoon = raw.destroy;
      const mayReset = line.isUnanswered && !raw.destroyed && !raw.connecting && !raw.writableEnded;
      return mayReset ? raw.resetAndDestroy() : close(error); // R1, R2
    };
  };
  return (options, callback) => connect(options, watch, callback);
}
