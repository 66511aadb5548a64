// A network of our own: web and worker each in a namespace, and a router between them and everything else. The router
// drops what it is told to, one pair and one direction at a time, without a word to either side.
//
//   us (postgres, redis, downstream: an address each) ── router ── web
//                                                            └──── worker
import { randomInt } from "node:crypto";
import { startJanitor } from "./janitor";
import { lacking } from "./needs";
import { runTool } from "./run-tool";
import type { Role } from "./site";

export type Place = "postgres" | "redis" | "downstream" | Role;

export interface Network {
  addressOf: Record<Place, string>;
  /** What a command is put behind to run there. */
  enter(role: Role): string[];
  /** From now on nothing gets from one to the other. */
  cut(from: Place, to: Place): void;
  /** Only what travels on connections that are open now is lost, in this one direction; new ones are well. */
  cutOpen(from: Role, to: Place): void;
  /** So many of a hundred packets are lost on every way. */
  lose(percent: number): void;
  heal(): void;
  close(): Promise<void>;
}

export const networkLacks = () => lacking("root", "tool ip", "tool nsenter", "tool iptables-legacy");

const CUT_PREFERENCE = "100";

export async function openNetwork(): Promise<Network> {
  const id = `ilk${process.pid}x${randomInt(1_000)}`;
  const net = `10.213.${randomInt(256)}`;
  const names = { router: `${id}r`, web: `${id}w`, worker: `${id}k` };
  const addressOf = {
    postgres: `${net}.3`,
    redis: `${net}.4`,
    downstream: `${net}.5`,
    web: `${net}.18`,
    worker: `${net}.22`,
  };
  const link = { us: "u", web: "w", worker: "k" };
  const janitor = startJanitor(
    [
      `for n in ${names.web} ${names.worker} ${names.router}; do`,
      '  for p in $(ip netns pids "$n"); do kill -9 "$p"; done',
      '  ip netns del "$n"',
      "done",
      `ip link del ${id}${link.us}`, // gone with the router's namespace, if that was made
    ].join("\n"),
  );
  const ip = (...args: string[]) => runTool("ip", ...args);
  const inRouter = (...args: string[]) => ip("-n", names.router, ...args);
  try {
    for (const name of Object.values(names)) {
      ip("netns", "add", name);
      ip("-n", name, "link", "set", "lo", "up");
    }
    ip("link", "add", `${id}${link.us}`, "type", "veth", "peer", "name", "us", "netns", names.router);
    for (const last of [1, 3, 4, 5]) ip("address", "add", `${net}.${last}/28`, "dev", `${id}${link.us}`);
    ip("link", "set", `${id}${link.us}`, "up");
    inRouter("address", "add", `${net}.2/28`, "dev", "us");
    inRouter("link", "set", "us", "up");
    for (const [role, last] of [["web", 17] as const, ["worker", 21] as const]) {
      const name = names[role];
      inRouter("link", "add", role, "type", "veth", "peer", "name", "eth0", "netns", name);
      inRouter("address", "add", `${net}.${last}/30`, "dev", role);
      inRouter("link", "set", role, "up");
      ip("-n", name, "address", "add", `${addressOf[role]}/30`, "dev", "eth0");
      ip("-n", name, "link", "set", "eth0", "up");
      ip("-n", name, "route", "add", "default", "via", `${net}.${last}`);
    }
    runTool("nsenter", `--net=/run/netns/${names.router}`, "sysctl", "-qw", "net.ipv4.ip_forward=1");
    ip("route", "add", `${net}.16/28`, "via", `${net}.2`);
  } catch (error) {
    await janitor.clean();
    throw error;
  }
  const filter = (...args: string[]) =>
    runTool("nsenter", `--net=/run/netns/${names.router}`, "iptables-legacy", "-w", ...args);
  return {
    addressOf,
    enter: (role) => ["nsenter", `--net=/run/netns/${names[role]}`, "--"],
    cut: (from, to) => {
      inRouter("rule", "add", "from", addressOf[from], "to", addressOf[to], "pref", CUT_PREFERENCE, "blackhole");
    },
    cutOpen: (from, to) => {
      const open = runTool("nsenter", `--net=/run/netns/${names[from]}`, "ss", "-Htn", "dst", addressOf[to]);
      const ports = [...open.matchAll(new RegExp(`${addressOf[from]}:(\\d+)`, "g"))].map(([, port]) => port ?? "");
      for (const port of ports)
        filter("-A", "FORWARD", "-s", addressOf[from], "-d", addressOf[to], "-p", "tcp", "--sport", port, "-j", "DROP");
    },
    lose: (percent) => {
      const share = String(percent / 100);
      filter("-A", "FORWARD", "-m", "statistic", "--mode", "random", "--probability", share, "-j", "DROP");
    },
    heal: () => {
      while (inRouter("rule").includes("blackhole")) inRouter("rule", "del", "pref", CUT_PREFERENCE);
      filter("-F", "FORWARD");
    },
    close: () => janitor.clean(),
  };
}
