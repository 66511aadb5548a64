/**
 * Where this process may connect to. Origins are listed by the operator, and what their names resolve to is checked in
 * the very lookup that a connection uses: there is no second lookup that could answer otherwise (DNS rebinding).
 *
 * G1  Only listed origins.
 * G2  A listed name leads to public addresses alone, unless the operator marked the origin `private:`.
 * G3  No name leads to link-local addresses or to a cloud's metadata service. An address that is itself listed is meant.
 */
import { lookup as resolveName } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { type AddressKind, addressKind } from "./addresses";
import { ConfigurationError } from "./refusals";

export type ResolvedAddress = { address: string; family: number };
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;
export type EgressList = { origins: string[]; privateOrigins: string[] };

const REACHED: Record<"public" | "private" | "localhost", AddressKind[]> = {
  public: ["public"],
  private: ["public", "private", "loopback"],
  localhost: ["loopback"],
};
export type Reach = keyof typeof REACHED;

export function requireListed({ origins }: EgressList, url: URL): void {
  if (!origins.includes(url.origin)) throw new ConfigurationError(`${url.origin} is not in INTERLOCK_EGRESS.`);
}

export function reachOf({ privateOrigins }: EgressList, url: URL): Reach {
  const { hostname, origin } = url;
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return "localhost";
  return privateOrigins.includes(origin) ? "private" : "public";
}

/** The name leads where this process may not go; nothing was sent. */
export class AddressRefusedError extends ConfigurationError {
  override name = "AddressRefusedError";
  readonly code = "EGRESS_REFUSED";
  constructor(hostname: string, found: ResolvedAddress[], reach: Reach) {
    const shown = found.map(({ address }) => address).slice(0, ADDRESSES_SHOWN_MAX);
    const wouldHelp = reach === "public" && found.some(({ address }) => isAllowed("private", address));
    const advice = wouldHelp ? ' If that is meant, list its origin with "private:" in front.' : "";
    super(`${hostname} resolves to ${shown.join(", ") || "nothing"}, which is not ${WANTED[reach]}.${advice}`);
  }
}

const ADDRESSES_SHOWN_MAX = 3;
const WANTED: Record<Reach, string> = {
  public: "a public address",
  private: "an address that a name may lead to",
  localhost: "this machine",
};

export const resolveAll: Resolve = (hostname) => resolveName(hostname, { all: true });

/** Not asked for addresses that are written as such: those are listed as they are (G3). */
export function makeLookup(reach: Reach, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const wanted = found.filter(({ family }) => !options.family || family === Number(options.family));
        const allowed = wanted.filter(({ address }) => isAllowed(reach, address));
        const first = allowed[0];
        if (first === undefined) return callback(new AddressRefusedError(hostname, found, reach), "", 0);
        if (options.all) return callback(null, allowed);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 0),
    );
  };
}

function isAllowed(reach: Reach, address: string): boolean {
  return isIP(address) !== 0 && REACHED[reach].includes(addressKind(address));
}
