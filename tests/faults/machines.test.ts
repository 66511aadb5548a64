// Two webs and three workers on one PostgreSQL and one Redis, each process as on a machine of its own.
import { readlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requireNoBreach } from "./suite/fault";
import { type Machines, namespacesLack, openMachines, WEBS, WORKERS } from "./suite/machines";
import { planWorkload } from "./suite/plan";
import type { Site } from "./suite/site";
import { runWorkload } from "./suite/workload";

const SEED = 14_009;
/** More than the time of all kills and stops needs. */
const ACTIONS_MAX = 20_000;
const AGENTS = 24;
/** Ten processes are ended and started one after the other. */
const LONG_MS = 900_000;

let machines: Machines;
let site: Site;
beforeAll(async () => {
  machines = await openMachines(SEED);
  site = machines.site;
});
afterAll(() => machines.close());

const lack = namespacesLack();

describe(lack === null ? "a network namespace each" : `on loopback: a namespace each ${lack}`, () => {
  test.skipIf(lack !== null)("no two processes share a network (needs root, ip, nsenter)", () => {
    const networks = [...site.webs, ...site.workers].map((child) => readlinkSync(`/proc/${child.pid()}/ns/net`));
    expect(new Set([...networks, readlinkSync("/proc/self/ns/net")]).size).toBe(WEBS + WORKERS + 1);
  });

  test(
    "processes killed and stopped one by one under load double nothing, lose nothing acknowledged and leave nothing stuck",
    async () => {
      let isOver = false;
      const children = [...site.webs, ...site.workers];
      // The next one goes only once agents were answered with this one back: no process is spared, and none goes twice.
      const disturb = async (signal: AbortSignal, answeredCount: () => number) => {
        for (const how of ["killed", "stopped"] as const) {
          for (const child of children) {
            const before = answeredCount();
            await expect.poll(() => signal.aborted || answeredCount() > before + AGENTS, PATIENT).toBe(true);
            if (how === "stopped") await child.restart();
            else await killed(child);
            await child.untilReady();
          }
        }
        isOver = true;
      };
      const row = await runWorkload({
        ...{ id: "machines", site, agents: AGENTS, disturb },
        actions: planWorkload(SEED, ACTIONS_MAX),
        isEnough: () => isOver,
      });
      requireNoBreach(row, SEED);
      expect(isOver).toBe(true);
      for (const child of children) expect(child.killCount()).toBe(1);
    },
    LONG_MS,
  );
});

const PATIENT = { timeout: 120_000, interval: 50 };

async function killed(child: Site["webs"][number]): Promise<void> {
  const pid = child.pid();
  child.signal("SIGKILL");
  await expect.poll(child.pid, PATIENT).not.toBe(pid);
}
