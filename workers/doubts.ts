import { type ProbeDeps, probeDoubt } from "@/lib/application/probe-doubt";
import type { ConnectorSettings } from "@/lib/connectors/connector";
import { makeProbe, type Question } from "@/lib/connectors/probe";
import { releaseProbes, reserveProbes } from "@/lib/store/doubts";
import type { Breaker } from "./breaker";
import { type Prober, startProber } from "./prober";

const INTERVAL_MS = 500;

/** Asks the downstream about whatever is in doubt; `wake` as soon as something is. */
export function startDoubtProbes(
  settings: ConnectorSettings,
  deps: Omit<ProbeDeps, "ask"> & Pick<Breaker, "heard"> & { onError: (error: unknown, intentId?: string) => void },
): Prober {
  const { ask, close } = makeProbe(settings);
  const { client } = deps.db;
  const askAndTell = async (question: Question) => {
    const answered = await ask(question);
    const { tool } = question.contract.definition;
    if (answered.heardFrom !== undefined) deps.heard({ tool, origin: answered.heardFrom });
    return answered;
  };
  const prober = startProber({
    reserve: (wanted) => reserveProbes(client, wanted),
    release: (intentIds) => releaseProbes(client, intentIds),
    probe: (reserved, signal) => probeDoubt({ ...deps, ask: askAndTell }, reserved, signal),
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
