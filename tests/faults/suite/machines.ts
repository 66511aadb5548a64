// Several machines on one: each web and each worker in a network namespace of its own, all on one bridge with PostgreSQL,
// Redis and the downstream. Where namespaces cannot be made they share the loopback; each keeps a home of its own.
//
//   bridge (postgres, redis, downstream: us) ── web 0, web 1 ── worker 0, worker 1, worker 2
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { createTestDatabase } from "@/tests/support/database";
import { makeTempDir } from "@/tests/support/temp-dir";
import { loadTestRun } from "@/tests/support/test-run";
import { type Forwarder, startForwarder } from "./forwarder";
import { startJanitor } from "./janitor";
import { lacking } from "./needs";
import { openRedisProcess } from "./redis-process";
import { runTool } from "./run-tool";
import { openSite, type Role, type Site } from "./site";

export const WEBS = 2;
export const WORKERS = 3;

/** Null: each process can have a namespace of its own. */
export const namespacesLack = () => lacking("root", "tool ip", "tool nsenter");

interface Ground {
  /** Where all processes reach what they share. */
  host: string;
  addressOf(role: Role, n: number): string;
  enter(role: Role, n: number): string[];
  close(): Promise<void>;
}

export interface Machines {
  site: Site;
  close(): Promise<void>;
}

export async function openMachines(seed: number): Promise<Machines> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const ground = namespacesLack() === null ? await openBridge() : LOOPBACK;
    closing.push(ground.close);
    const { demo } = loadTestRun();
    const database = await createTestDatabase({ source: demo.template });
    closing.push(database.drop);
    const redis = await openRedisProcess();
    closing.push(redis.close);
    const moved = async (url: string) => {
      const way = await forwarded(ground.host, url);
      closing.push(way.close);
      return Object.assign(new URL(url), { hostname: ground.host, port: String(way.port) }).href;
    };
    const databaseUrl = await moved(database.url);
    const redisUrl = await moved(redis.url);
    const homes = makeTempDir("machines");
    closing.push(homes.remove);
    const site = await openSite({
      seed,
      webs: WEBS,
      workers: WORKERS,
      database: { url: database.url, ...demo.credentials },
      redisUrl,
      ledgerHost: ground.host,
      roleEnv: (role, n) => ({
        DATABASE_URL: databaseUrl,
        INTERLOCK_HOST: ground.addressOf(role, n),
        INTERLOCK_HOME: join(homes.path, `${role}-${n}`),
      }),
      enter: ground.enter,
    });
    closing.push(site.close);
    return { site, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function forwarded(host: string, url: string): Promise<Forwarder> {
  const { hostname, port } = new URL(url);
  return startForwarder(host, { host: hostname, port: Number(port) });
}

const LOOPBACK: Ground = {
  host: "127.0.0.1",
  addressOf: () => "127.0.0.1",
  enter: () => [],
  close: async () => undefined,
};

async function openBridge(): Promise<Ground> {
  const id = `ilm${process.pid}x${randomInt(100)}`;
  const bridge = `${id}b`;
  const roles = { web: WEBS, worker: WORKERS } as const;
  const machines = (["web", "worker"] as const).flatMap((role) =>
    Array.from({ length: roles[role] }, (_, n) => ({ role, n, name: `${id}${role}${n}` })),
  );
  const lastOf = (role: Role, n: number) => (role === "web" ? 10 : 20) + n;
  const janitor = startJanitor(
    [
      `for n in ${machines.map(({ name }) => name).join(" ")}; do`,
      '  for p in $(ip netns pids "$n"); do kill -9 "$p"; done',
      '  ip netns del "$n"',
      "done",
      `ip link del ${bridge}`,
    ].join("\n"),
  );
  const ip = (...args: string[]) => runTool("ip", ...args);
  let net: string;
  try {
    ip("link", "add", bridge, "type", "bridge");
    net = addFreeNet(bridge);
    ip("link", "set", bridge, "up");
    for (const { role, n, name } of machines) {
      const end = `${id}${role.slice(0, 2)}${n}`.slice(-15); // what a link's name may have
      ip("netns", "add", name);
      ip("-n", name, "link", "set", "lo", "up");
      ip("link", "add", end, "type", "veth", "peer", "name", "eth0", "netns", name);
      ip("link", "set", end, "master", bridge, "up");
      ip("-n", name, "address", "add", `${net}.${lastOf(role, n)}/24`, "dev", "eth0");
      ip("-n", name, "link", "set", "eth0", "up");
    }
  } catch (error) {
    await janitor.clean();
    throw error;
  }
  return {
    host: `${net}.1`,
    addressOf: (role, n) => `${net}.${lastOf(role, n)}`,
    enter: (role, n) => ["nsenter", `--net=/run/netns/${id}${role}${n}`, "--"],
    close: janitor.clean,
  };
}

const NETS_TRIED_MAX = 50;

/** Other runs of these tests have bridges, too. Looked at once it is ours: of two that draw the same, both draw again. */
function addFreeNet(bridge: string): string {
  for (let tries = 0; tries < NETS_TRIED_MAX; tries += 1) {
    const net = `10.214.${randomInt(256)}`;
    runTool("ip", "address", "add", `${net}.1/24`, "dev", bridge);
    const known = runTool("ip", "-o", "-4", "address", "show", "to", `${net}.0/24`);
    if (known.trim().split("\n").length === 1) return net;
    runTool("ip", "address", "del", `${net}.1/24`, "dev", bridge);
  }
  throw new Error("No network for the bridge is free.");
}
