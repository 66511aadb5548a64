/** What kind of place an IP address is, from what the registries reserve (IANA special-purpose addresses). */
import { BlockList, isIP } from "node:net";

export type AddressKind =
  | "public"
  | "loopback"
  /** Private networks, and whatever else is reserved and not listed below. */
  | "private"
  /** Link-local and the addresses where clouds hand out credentials: no name is a reason to go there. */
  | "never";

const LOOPBACK = listOf(["127.0.0.0/8", "::1/128"]);
const NEVER = listOf([
  ...["169.254.0.0/16", "fe80::/10", "fd00:ec2::/32", "100.100.100.200/32", "168.63.129.16/32", "192.0.0.192/32"],
  ...["0.0.0.0/8", "::/128", "224.0.0.0/4", "ff00::/8", "255.255.255.255/32"],
]);
const RESERVED = listOf([
  ...["10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16", "192.0.0.0/24", "192.0.2.0/24"],
  ...["192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4"],
  // Inside 2000::/3, but they stand for an IPv4 address or for nobody.
  ...["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
]);
const GLOBAL_UNICAST = listOf(["2000::/3"]);

export function addressKind(address: string): AddressKind {
  const plain = unmapped(address.split("%")[0] ?? "");
  const version = isIP(plain);
  if (version === 0) return "never";
  const family = version === 4 ? "ipv4" : "ipv6";
  if (LOOPBACK.check(plain, family)) return "loopback";
  if (NEVER.check(plain, family)) return "never";
  if (RESERVED.check(plain, family)) return "private";
  return version === 4 || GLOBAL_UNICAST.check(plain, family) ? "public" : "private";
}

/** `::ffff:10.0.0.1` is 10.0.0.1 to the network. */
function unmapped(address: string): string {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address);
  if (hex === null) return address;
  const [high, low] = [Number.parseInt(hex[1] ?? "", 16), Number.parseInt(hex[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function listOf(subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", prefix] = subnet.split("/");
    list.addSubnet(network, Number(prefix), network.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}
