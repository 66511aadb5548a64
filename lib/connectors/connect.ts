/**
 * Connecting, apart from sending: an error on the way to a connection (refused, DNS, TLS handshake, connect time-out)
 * is the only proof that nothing was sent. The same code later, on an open connection, proves nothing.
 */
import { buildConnector } from "undici";

const CONNECT_TIMEOUT_MS = 5_000;
const CHAIN_MAX = 5;

const neverConnected = new WeakSet<object>();

export function makeConnect(): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error === null) return callback(null, socket);
      neverConnected.add(error);
      callback(error, null);
    });
  };
}

export function wasNeverConnected(error: unknown): boolean {
  let link: unknown = error;
  for (let depth = 0; depth < CHAIN_MAX && typeof link === "object" && link !== null; depth += 1) {
    if (neverConnected.has(link)) return true;
    link = (link as { cause?: unknown }).cause;
  }
  return false;
}
