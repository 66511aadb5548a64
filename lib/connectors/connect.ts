/**
 * Opens connections for an HTTP client, only to addresses that were checked (see `egress.ts`). TLS goes over a TCP socket
 * of our own: the client shows only the encrypted one, and only the raw one can be reset.
 */
import type { Socket } from "node:net";
import { buildConnector } from "undici";
import { type EgressList, makeLookup, type Reach, type Resolve, reachOf, resolveAll } from "./egress";

/** For each of the two: the connection, and the handshake over it. */
const timeout = 5_000;

/** `onRaw` is told the TCP socket before any byte of a request is written to it. */
export type Connect = (
  options: buildConnector.Options,
  onRaw: (raw: Socket) => void,
  callback: buildConnector.Callback,
) => void;

/** To the origins of the list, and only where their names may lead. */
export function makeConnect(egress: EgressList, resolve: Resolve = resolveAll): Connect {
  const make = (reach: Reach) => makeDial(buildConnector({ timeout, lookup: makeLookup(reach, resolve) }));
  const dials = { public: make("public"), private: make("private"), localhost: make("localhost") };
  return (options, onRaw, callback) => {
    const { protocol, hostname, port } = options;
    const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
    const url = new URL(`${protocol}//${host}${port ? `:${port}` : ""}`);
    dials[reachOf(egress, url)](options, onRaw, callback);
  };
}

/** To an address that the people who run this chose themselves. */
export function makeUncheckedConnect(): Connect {
  return makeDial(buildConnector({ timeout }));
}

function makeDial(dial: buildConnector.connector): Connect {
  const secure = buildConnector({ timeout });
  return (options, onRaw, callback) => {
    const isSecure = options.protocol === "https:";
    const port = options.port || (isSecure ? "443" : "80");
    dial({ ...options, protocol: "http:", port }, (error, raw) => {
      if (error !== null) return callback(error, null);
      onRaw(raw);
      if (isSecure) secure({ ...options, httpSocket: raw }, callback);
      else callback(null, raw);
    });
  };
}
