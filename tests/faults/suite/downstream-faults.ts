// F25–F27: a downstream that hangs, acts and loses its answer, or says "later".
import { PROBED_TOOLS, TOOLS } from "./contracts";
import type { Fault } from "./fault";
import { planWorkload } from "./plan";
import { openSite, type Site } from "./site";
import { runWorkload, type WorkloadInput } from "./workload";

type Extra = Partial<Pick<WorkloadInput, "check" | "remarks">>;

function downstreamFault(id: string, title: string, faults: Record<string, unknown>[], extra: Extra = {}): Fault {
  return {
    id,
    title,
    async run({ seed, full, size }) {
      const site: Site = await openSite({ seed });
      try {
        for (const fault of faults) await site.setFault(fault);
        const actions = planWorkload(seed, size?.actions ?? (full ? 5_000 : 200), TOOLS);
        const disturb = async () => undefined;
        return await runWorkload({ id, site, actions, disturb, ...extra });
      } finally {
        await site.close();
      }
    },
  };
}

export const hungDownstream = downstreamFault(
  "F25",
  "a downstream that hangs: a time-out, then L5",
  [
    { route: "/corpus/pay_blind", kind: "hang", times: 30 },
    { route: "/refunds", kind: "hang", times: 30 },
  ],
  {
    check: ({ intents, effects }) =>
      intents.flatMap(({ id, tool, state, key }) =>
        tool === "pay_keyed" && state === "in_doubt" && effects.some((effect) => effect.key === key)
          ? [`${id} is in doubt, though its key would have been honoured`]
          : [],
      ),
  },
);

export const answerLost = downstreamFault(
  "F26",
  "the answer is lost after the effect: reset, 502, truncated",
  [
    { route: "*", kind: "effect_then_reset", rate: 0.15 },
    { route: "*", kind: "effect_then_500", status: 502, rate: 0.15 },
    { route: "*", kind: "effect_then_truncated", rate: 0.15 },
  ],
  {
    check: ({ intents }) =>
      intents.flatMap(({ id, tool, state }) =>
        PROBED_TOOLS.includes(tool) && state === "in_doubt"
          ? [`${id} (${tool}) is still in doubt, though a probe would tell`]
          : [],
      ),
  },
);

export const saysLater = downstreamFault(
  "F27",
  "429 and 503 with Retry-After, then fine",
  [
    { route: "*", kind: "unavailable_before_effect", status: 503, rate: 0.3, retryAfterSeconds: 0 },
    { route: "/refunds", kind: "unavailable_before_effect", status: 429, rate: 0.4, retryAfterSeconds: 1 },
  ],
  {
    check: ({ intents }) =>
      intents.flatMap(({ id, state }) => (state === "in_doubt" ? [`${id} is in doubt without a reason`] : [])),
  },
);
