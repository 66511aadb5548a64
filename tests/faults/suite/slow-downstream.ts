// F24: a downstream that takes 20 s delays its own intents only: in turns with and without it, the p99 of the other tools
// stays within 1.2 times, and no lease is lost.
import { runAgents } from "./agents";
import { CLEARED_MAX, contractOf, TOOLS, type Tool } from "./contracts";
import type { Fault } from "./fault";
import { percentile } from "./percentile";
import { type Action, planWorkload } from "./plan";
import { openSite, type Site } from "./site";
import { runWorkload } from "./workload";

const SLOW: Tool = "pay_keyed";
const SLOW_ROUTE = "/refunds";
const OTHERS = TOOLS.filter((tool) => tool !== SLOW) as [Tool, ...Tool[]];
const DELAY_MS = { short: 6_000, full: 20_000 };
const TURNS = 2;
const SLOW_AGENTS = 16;
const AGENTS = 8;
const P99_TIMES_MAX = 1.2;
const PATIENCE_MS = 120_000;

export const slowDownstream: Fault = {
  id: "F24",
  title: "a slow downstream delays its own intents only",
  async run({ seed, full, size }) {
    const delayMs = full ? DELAY_MS.full : DELAY_MS.short;
    const contracts = TOOLS.map((tool) => contractOf(tool, {}, tool === SLOW ? { timeout: "40s" } : {}));
    const site = await openSite({ seed, contracts });
    const tookMs = { without: [] as number[], beside: [] as number[] };
    const count = size?.actions ?? (full ? 1_000 : 250);
    const others = (name: number) => pace(site, ask(planWorkload(seed * 100 + name, count, OTHERS)));
    let name = 0;
    try {
      await site.setFault({ route: SLOW_ROUTE, kind: "slow_success", delayMs });
      await others(name++); // a process that has just started still compiles what it runs
      const row = await runWorkload({
        id: "F24",
        site,
        // Something slow is under way at all times: asked for by agents of its own.
        actions: ask(planWorkload(seed * 100 + 99, SLOW_AGENTS * TURNS, [SLOW])),
        agents: SLOW_AGENTS,
        disturb: async () => {
          for (let turn = 0; turn < TURNS; turn += 1) tookMs.beside.push(...(await others(name++)));
        },
        check: ({ attempts }) =>
          attempts.flatMap(({ id, failure }) => (failure === "lease_lost" ? [`${id} lost its lease`] : [])),
      });
      for (let turn = 0; turn < TURNS; turn += 1) tookMs.without.push(...(await others(name++)));
      const [beside, without] = [percentile(tookMs.beside, 0.99), percentile(tookMs.without, 0.99)];
      const times = beside / without;
      const figures = `others' p99 ${Math.round(beside)} ms beside it, ${Math.round(without)} ms without: ${times.toFixed(2)} times`;
      return {
        ...row,
        actions: row.actions + tookMs.beside.length + tookMs.without.length,
        missed: times > P99_TIMES_MAX ? [figures] : [],
        remarks: [figures, row.remarks].join("  "),
      };
    } finally {
      await site.close();
    }
  },
};

/** What waits for a person is as slow as that person. */
const ask = (actions: Action[]) =>
  actions.filter(({ kind, body }) => kind !== "drifted" && Number(body.args["amount"]) <= CLEARED_MAX);

async function pace({ asAgent }: Site, actions: Action[]): Promise<number[]> {
  const { tookMs } = await runAgents({ call: asAgent, actions, patienceMs: PATIENCE_MS, agents: AGENTS });
  return tookMs.map(({ ms }) => ms);
}
