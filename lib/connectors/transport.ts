/**
 * One request on the wire: no client retries, no redirects, no proxy, and an honest word on whether any of it left.
 *
 * T1  `sent: false` is proof: the request was not given to a connection (refused, DNS, TLS handshake, deadline while
 *     connecting). From the first byte on it is true, whatever breaks then.
 * T2  What is given up is taken back as far as it can be: its connection is reset (`resetting-agent`).
 * T3  Connections are kept for the next request, and there are never more to an origin than its bound.
 */
import { type Dispatcher, request } from "undici";
import { makeConnect } from "./connect";
import type { EgressList, Resolve } from "./egress";
import { type Departure, makeResettingAgent } from "./resetting-agent";

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

/** To one origin: as many attempts as the largest worker may run. A request that waited here would time out unsent. */
const CONNECTIONS_MAX = 1_000;

export class TransportError extends Error {
  override name = "TransportError";
  constructor(
    readonly sent: boolean,
    override readonly cause: unknown,
  ) {
    super("The request failed.");
  }
}

export type TransportOptions = { connectionsMax?: number; resolve?: Resolve };

export function makeTransport(egress: EgressList, { connectionsMax, resolve }: TransportOptions = {}): Transport {
  const agent = makeResettingAgent(makeConnect(egress, resolve), connectionsMax ?? CONNECTIONS_MAX);

  async function send({ method, url, headers, body }: Built, options: SendOptions) {
    const { signal, timeoutMs, mayStillSend } = options;
    let sent = false;
    const departure: Departure = {
      depart() {
        sent = mayStillSend();
        return sent;
      },
    };
    try {
      return await request(url, {
        method: method as "POST",
        headers,
        body,
        dispatcher: agent,
        signal,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        ...{ departure },
      });
    } catch (error) {
      throw new TransportError(sent, error);
    }
  }
  return { send, close: () => agent.destroy() };
}
