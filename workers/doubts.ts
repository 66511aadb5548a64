import { type ProbeDeps, probeDoubt } from "@/lib/application/probe-doubt";
import type { ConnectorSettings } from "@/lib/connectors/connector";
import { makeProbe } from "@/lib/connectors/probe";
import { releaseProbes, reserveProbes } from "@/lib/store/doubts";
import { type Prober, startProber } from "./prober";

const INTERVAL_MS = 500;

/** Asks the downstream about whatever is in doubt; `wake` as soon as something is. */
export function startDoubtProbes(
  settings: ConnectorSettings,
  deps: Omit<ProbeDeps, "ask"> & { onError: (error: unknown, intentId?: string) => void },
): Prober {
  const { ask, close } = makeProbe(settings);
  const { client } = deps.db;
  const prober = startProber({
    reserve: (wanted) => reserveProbes(client, wanted),
    release: (intentIds) => releaseProbes(client, intentIds),
    probe: (reserved, signal) => probeDoubt({ ...deps, ask }, reserved, signal),
    intervalMs: INTERVAL_MS,
    onError: deps.onError,
  });
  return {
    wake: prober.wake,
    async stop() {
      await prober.stop();
      await close();
    },
  };
}
