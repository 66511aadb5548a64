/**
 * One request on the wire: no client retries, no redirects, no proxy, and an honest word on whether any of it left.
 *
 * T1  `sent: false` is proof: the request was not given to a connection (refused, DNS, TLS handshake, deadline while
 *     connecting). From the first byte on it is true, whatever breaks then.
 */
import { Agent, DecoratorHandler, type Dispatcher, request } from "undici";
import { makeConnect } from "./connect";
import type { EgressList, Resolve } from "./egress";

export type Built = { method: string; url: URL; headers: Record<string, string>; body: string | null };
export type SendOptions = {
  signal: AbortSignal;
  timeoutMs: number;
  /** Asked right before the first byte: a process that stood still while it connected is too late (DESIGN 7.4). */
  mayStillSend: () => boolean;
};
export type Transport = {
  send(built: Built, options: SendOptions): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
};

export class TransportError extends Error {
  override name = "TransportError";
  constructor(
    readonly sent: boolean,
    override readonly cause: unknown,
  ) {
    super("The request failed.");
  }
}

class TooLateError extends Error {
  override name = "TooLateError";
  readonly code = "TOO_LATE";
}

type Wire = { sent: boolean; mayStillSend: () => boolean };
const forward: Dispatcher.DispatchHandler = DecoratorHandler.prototype as Dispatcher.DispatchHandler;

class WatchingHandler extends DecoratorHandler {
  constructor(
    handler: Dispatcher.DispatchHandler,
    private readonly wire: Wire | undefined,
  ) {
    super(handler);
  }
  /** The client calls it once a connection takes the request, before it writes the first byte. */
  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    forward.onRequestStart?.call(this, controller, context);
    if (this.wire === undefined) return;
    if (this.wire.mayStillSend()) this.wire.sent = true;
    else controller.abort(new TooLateError());
  }
}

export function makeTransport(egress: EgressList, resolve?: Resolve): Transport {
  // No limit on connections: the worker's slots are the limit, and a request that queues here would time out unsent.
  const agent = new Agent({ pipelining: 1, connect: makeConnect(egress, resolve) });
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    const { wire } = options as { wire?: Wire };
    return dispatch(options, new WatchingHandler(handler, wire));
  });

  async function send({ method, url, headers, body }: Built, options: SendOptions) {
    const { signal, timeoutMs, mayStillSend } = options;
    const wire: Wire = { sent: false, mayStillSend };
    try {
      return await request(url, {
        method: method as "POST",
        headers,
        body,
        dispatcher,
        signal,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        ...{ wire },
      });
    } catch (error) {
      throw new TransportError(wire.sent, error);
    }
  }
  return { send, close: () => agent.destroy() };
}
