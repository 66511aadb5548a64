// F31: out of memory (the kernel ends the process), out of file descriptors. Agents are told 503 or lose a connection;
// nothing acknowledged is lost, nothing happens twice, and all goes on by itself.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Child } from "./child";
import type { Fault, FaultRow } from "./fault";
import { startJanitor } from "./janitor";
import { mergeRows } from "./merge-rows";
import { lacking } from "./needs";
import { openOwnStore } from "./own-store";
import { planWorkload } from "./plan";
import type { PostgresProcess } from "./postgres-process";
import { runTool } from "./run-tool";
import { openSite, type Role, type Site } from "./site";
import { runWorkload } from "./workload";

const MEMORY = "/sys/fs/cgroup/memory";
/** What it may still take, beyond what it has: soon too little for whoever works. */
const MORE_BYTES = 12 * 1_048_576;
/** Wants 100 MB at once. */
const GREEDY = "select length(string_agg(repeat('x', 1000), '')) from generate_series(1, 100000)";
const KILLED_MAX_MS = 60_000;
const SCARCE_MS = { short: 4_000, full: 20_000 };
const POLL_MS = 100;
const AGENTS = 16;
const RECOVERED_MIN = 40;

/** No root needed. */
export const descriptorsOut: Fault = {
  id: "F31",
  title: "out of file descriptors, web and worker",
  cannotRun: () => lacking("tool prlimit"),
  async run({ seed, full }) {
    const site = await openSite({ seed });
    const scarceMs = full ? SCARCE_MS.full : SCARCE_MS.short;
    try {
      return await endure(site, seed, "descriptors", async () => {
        for (const child of [...site.webs, ...site.workers]) await withoutDescriptors(child, scarceMs);
      });
    } finally {
      await site.close();
    }
  },
};

export const resourcesOut: Fault = {
  id: "F31",
  title: "out of memory (web, worker, Postgres), out of file descriptors (web, worker)",
  cannotRun: () => lacking("root", "cgroup memory", "tool prlimit"),
  async run(run) {
    const { seed } = run;
    const { postgres, site, close } = await openOwnStore("resources", {}, { seed });
    const rows: FaultRow[] = [];
    try {
      for (const role of ["web", "worker"] as const)
        rows.push(await endure(site, seed, `memory of ${role}`, () => endByMemory(childOf(site, role))));
      rows.push(await endure(site, seed, "memory of Postgres", () => endBackendByMemory(site, postgres)));
    } finally {
      await close();
    }
    rows.push(await descriptorsOut.run(run));
    return mergeRows("F31", rows, rows.map(({ remarks }) => remarks).join("; "));
  },
};

const childOf = (site: Site, role: Role): Child => {
  const [child] = role === "web" ? site.webs : site.workers;
  if (child === undefined) throw new Error(`there is no ${role}`);
  return child;
};

/** Agents go on while it is scarce, and for some actions after. */
async function endure(site: Site, seed: number, name: string, makeScarce: () => Promise<void>): Promise<FaultRow> {
  let enoughAt = Number.POSITIVE_INFINITY;
  let answered = () => 0;
  const failures: string[] = [];
  const row = await runWorkload({
    id: "F31",
    site,
    actions: planWorkload(seed * 100 + name.length, 50_000),
    agents: AGENTS,
    disturb: async (_signal, count) => {
      answered = count;
      await delay(500);
      await makeScarce().catch((error: Error) => failures.push(`${name}: ${error.message}`));
      enoughAt = count() + RECOVERED_MIN;
    },
    isEnough: () => answered() >= enoughAt,
    check: (_books, heard) => {
      const told = [...heard.turnedAway.keys()];
      return told.flatMap((what) =>
        ["503 store_unavailable", "no answer"].includes(what) ? [] : [`${name}: agents were told ${what}`],
      );
    },
    remarks: ({ turnedAway }) =>
      `${name}: ${[...turnedAway].map(([what, count]) => `${count} × ${what}`).join(", ") || "nobody turned away"}`,
  });
  row.verdict.breaches.push(...failures);
  return row;
}

/** The soft limit alone: it can be raised again. */
async function withoutDescriptors(child: Child, forMs: number): Promise<void> {
  const pid = String(child.pid());
  const before = runTool("prlimit", "--pid", pid, "--nofile", "--noheadings", "--output", "SOFT").trim();
  const open = readdirSync(`/proc/${pid}/fd`).length;
  // None is free from now on; and what is open is closed and opened again now and then.
  runTool("prlimit", "--pid", pid, `--nofile=${Math.max(8, open - 4)}:`);
  await delay(forMs);
  runTool("prlimit", "--pid", pid, `--nofile=${before}:`);
}

async function endByMemory(child: Child): Promise<void> {
  await inSmallGroup([child.pid()], () => undefined);
  await child.untilReady();
}

/** Postgres starts all sessions anew when one is killed; ended itself, it is started as a supervisor does. */
async function endBackendByMemory(site: Site, postgres: PostgresProcess): Promise<void> {
  const pids = [postgres.pid(), ...childrenOf(postgres.pid())];
  await inSmallGroup(pids, async () => void (await site.query(GREEDY).catch(() => undefined)));
  await postgres.start();
  if (pids.slice(1).some(isThere)) throw new Error("Postgres did not start its sessions anew, so nothing was shown");
}

/** Until the kernel has ended one of them; `hurry` helps it. */
async function inSmallGroup(pids: number[], hurry: () => Promise<void> | undefined): Promise<void> {
  const path = join(MEMORY, `interlock-${process.pid}-${pids[0]}`);
  // What lives goes back to where it was; an empty group can be removed.
  const janitor = startJanitor(
    [
      "for turn in $(seq 50); do",
      `  for p in $(cat ${path}/cgroup.procs); do echo "$p" > ${MEMORY}/cgroup.procs; done`,
      `  rmdir ${path}; [ -d ${path} ] || exit 0`,
      "  sleep 0.1", // who was just killed is still on its way out
      "done",
    ].join("\n"),
  );
  try {
    mkdirSync(path);
    writeFileSync(join(path, "memory.limit_in_bytes"), String(MORE_BYTES));
    for (const pid of pids.filter(isThere)) writeFileSync(join(path, "cgroup.procs"), String(pid));
    const deadlineAt = performance.now() + KILLED_MAX_MS;
    while (!/^oom_kill [1-9]/m.test(readFileSync(join(path, "memory.oom_control"), "utf8"))) {
      if (performance.now() > deadlineAt) throw new Error("the kernel ended nothing, so nothing was shown");
      await hurry();
      await delay(POLL_MS);
    }
  } finally {
    await janitor.clean();
  }
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

const isThere = (pid: number) => existsSync(`/proc/${pid}`);
