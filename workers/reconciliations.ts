import type { ContractCatalog } from "@/lib/application/contract-catalog";
import { cleanStatements } from "@/lib/application/reconcile/clean-statements";
import { reconcileOnce } from "@/lib/application/reconcile/run-turn";
import { startScheduled } from "@/lib/application/reconcile/start-scheduled";
import type { ReconcileDeps } from "@/lib/application/reconcile/step";
import type { ConnectorSettings } from "@/lib/connectors/connector";
import { makeLister } from "@/lib/connectors/list";
import { makeProbe } from "@/lib/connectors/probe";
import { type Loop, startLoop } from "./loop";

/** A slow listing delays one of them; each takes one connection at a time. */
const LANES = 2;
const INTERVAL_MS = 1_000;
const SCHEDULE_INTERVAL_MS = 60_000;
const CLEAN_INTERVAL_MS = 5_000;

type Deps = Omit<ReconcileDeps, "ask" | "list" | "signal" | "onError" | "catalog"> & {
  catalog: ContractCatalog;
  onError: (error: unknown) => void;
};

/** Compares what we did with what the downstream says: what is asked for, and what contracts schedule. */
export function startReconciliations(settings: ConnectorSettings, deps: Deps): Pick<Loop, "stop"> {
  const probe = makeProbe(settings);
  const lister = makeLister(settings);
  const stopping = new AbortController();
  const reconcile: ReconcileDeps = { ...deps, ask: probe.ask, list: lister.ask, signal: stopping.signal };
  const { onError } = deps;
  const loops = [
    ...Array.from({ length: LANES }, () => startLoop(() => reconcileOnce(reconcile), INTERVAL_MS, onError)),
    startLoop(() => startScheduled(deps), SCHEDULE_INTERVAL_MS, onError),
    startLoop(() => cleanStatements(deps), CLEAN_INTERVAL_MS, onError),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all([probe.close(), lister.close()]);
    },
  };
}
