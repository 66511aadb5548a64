// F13: web and worker are killed at random, again and again, in the middle of everything.
import { setTimeout as delay } from "node:timers/promises";
import { Random } from "@/demo/agent/random";
import type { Fault } from "./fault";
import { planWorkload } from "./plan";
import { openSite, type Site } from "./site";
import { PATIENCE_MS, runWorkload } from "./workload";

const KILL_EVERY_MS = [400, 900] as const;
/** On a small machine processes are killed about as soon as they are up, and agents hear little until the kills end. */
const PATIENCE_A_KILL_MS = 3_000;

/** More than any number of kills needs. */
const ACTIONS_MAX = 50_000;

export const randomKills: Fault = {
  id: "F13",
  title: "random kill -9 of web and worker, every 400 to 900 ms",
  async run({ seed, full, size }) {
    const site = await openSite({ seed, webs: 2, workers: 2 });
    try {
      const actionsMin = size?.actions ?? (full ? 10_000 : 300);
      const killsMax = size?.kills ?? (full ? 500 : 15);
      // A downstream that takes its time is being asked when the kill comes.
      await site.setFault({ route: "*", kind: "slow_success", rate: 0.5, delayMs: 150 });
      let kills = 0;
      let answered = () => 0;
      const disturb = async (signal: AbortSignal, count: () => number) => {
        answered = count;
        const random = new Random(seed + 1);
        while (kills < killsMax && !signal.aborted) {
          await delay(random.between(...KILL_EVERY_MS), undefined, { signal }).catch(() => undefined);
          if (killOne(site, random)) kills += 1;
        }
      };
      const isEnough = () => kills >= killsMax && answered() >= actionsMin;
      const patienceMs = PATIENCE_MS + killsMax * PATIENCE_A_KILL_MS;
      const actions = planWorkload(seed, ACTIONS_MAX);
      return await runWorkload({ id: "F13", site, actions, disturb, isEnough, patienceMs });
    } finally {
      await site.close();
    }
  },
};

/** One of those that are up: who is still starting is not worth a kill. */
function killOne({ webs, workers }: Site, random: Random): boolean {
  const ready = [...webs, ...workers].filter((child) => child.isReady());
  const chosen = ready[random.between(0, Math.max(0, ready.length - 1))];
  chosen?.signal("SIGKILL");
  return chosen !== undefined;
}
