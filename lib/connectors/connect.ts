/** Opens connections for an HTTP client, only to addresses that were checked (see `egress.ts`). */
import { buildConnector } from "undici";
import { type EgressList, makeLookup, type Reach, type Resolve, reachOf, resolveAll } from "./egress";

export const CONNECT_TIMEOUT_MS = 5_000;

export function makeConnect(egress: EgressList, resolve: Resolve = resolveAll): buildConnector.connector {
  const make = (reach: Reach) => buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: makeLookup(reach, resolve) });
  const connectors = { public: make("public"), private: make("private"), localhost: make("localhost") };
  return (options, callback) => {
    const { protocol, hostname, port } = options;
    const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
    const url = new URL(`${protocol}//${host}${port ? `:${port}` : ""}`);
    connectors[reachOf(egress, url)](options, callback);
  };
}
