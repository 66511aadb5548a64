// F22: a worker stands still past its lease, at each step in turn, and then goes on as if nothing had happened.
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { CrashPoint } from "@/lib/config/crash-point";
import type { Child } from "./child";
import { TIMEOUT_MS } from "./contracts";
import type { Fault } from "./fault";
import { planWorkload } from "./plan";
import { openSite, type Role } from "./site";
import { runWorkload } from "./workload";

const POINTS: readonly CrashPoint[] = ["before_claim", "claimed", "request_sent", "effect_answered", "settled"];
const LEASE_MARGIN_MS = 15_000;
/** Past the lease, the sweep, the probe that finds nothing, and the retry that follows. */
const FROZEN_MS = TIMEOUT_MS + LEASE_MARGIN_MS + 8_000;

export const frozenWorker: Fault = {
  id: "F22",
  title: "a worker frozen past its lease, then continued",
  async run({ seed, full, size }) {
    const armed = new Set<number>();
    // Each of them freezes once; the last worker stays awake and takes over.
    const arm = (role: Role, n: number) => {
      const point = POINTS[n];
      if (role !== "worker" || point === undefined || armed.has(n)) return null;
      armed.add(n);
      return `${point}:2:stop`;
    };
    const site = await openSite({ seed, workers: POINTS.length + 1, arm, env: { INTERLOCK_WORKER_CONCURRENCY: "6" } });
    let thawed = 0;
    const disturb = async (signal: AbortSignal) => {
      const thaws = site.workers.slice(0, POINTS.length).map(async (worker) => {
        if (!(await untilStopped(worker, signal))) return;
        await delay(FROZEN_MS);
        worker.signal("SIGCONT");
        thawed += 1;
      });
      await Promise.all(thaws);
    };
    try {
      await site.setFault({ route: "*", kind: "slow_success", rate: 0.5, delayMs: 100 });
      const actions = planWorkload(seed, size?.actions ?? (full ? 2_000 : 300));
      const remarks = () => `${thawed} thawed`;
      const row = await runWorkload({ id: "F22", site, actions, disturb, remarks });
      if (thawed < POINTS.length) row.verdict.breaches.push(`only ${thawed} of ${POINTS.length} workers were frozen`);
      return row;
    } finally {
      await site.close();
    }
  },
};

async function untilStopped(worker: Child, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    if (isStopped(worker.pid())) return true;
    if (signal.aborted) return false;
    await delay(100);
  }
}

function isStopped(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T");
  } catch {
    return false; // it has gone
  }
}
