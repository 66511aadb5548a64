import { namedIntentDto } from "@/api/intent-dto";
import { type ContractCatalog, ifReadable } from "@/lib/application/contract-catalog";
import { type DeliverCallbackDeps, deliverCallbacks } from "@/lib/application/deliver-callbacks";
import type { Settings } from "@/lib/config/env";
import { makeCallbackSender } from "@/lib/connectors/webhook";
import type { Disposition } from "@/lib/domain/event";
import { makeSecretBox } from "@/lib/domain/secret-box";
import type { DueCallback } from "@/lib/store/callbacks";
import { type Loop, startLoop } from "./loop";

const INTERVAL_MS = 1_000;
/** What was allowed when it was asked for and is not any more; perhaps only until the next restart. */
const STRANGERS_INTERVAL_MS = 30_000;

type Deps = Pick<DeliverCallbackDeps, "db" | "newId" | "workerId" | "random" | "onError"> & {
  catalog: ContractCatalog;
};

/** Tells agents at their callbackUrl. One loop an origin: one that is slow or away delays no other. */
export function startCallbacks(
  settings: Pick<Settings, "callbacks" | "callbacksPrivate" | "key">,
  deps: Deps,
): Pick<Loop, "stop"> {
  const { callbacks: origins, callbacksPrivate: privateOrigins } = settings;
  const sender = makeCallbackSender({ callbacks: { origins, privateOrigins }, now: Date.now });
  const delivery: DeliverCallbackDeps = {
    ...deps,
    webhookSecrets: makeSecretBox(settings.key),
    send: sender.send,
    present: (due) => present(deps.catalog, due),
  };
  const onError = (error: unknown) => deps.onError(error, "");
  const loops = origins.map((origin) => startLoop(() => deliverCallbacks(delivery, { origin }), INTERVAL_MS, onError));
  const strangers = { except: origins };
  loops.push(startLoop(() => deliverCallbacks(delivery, strangers), STRANGERS_INTERVAL_MS, onError));
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await sender.close();
    },
  };
}

async function present(catalog: ContractCatalog, due: DueCallback) {
  const { intent, agentName, reason, submissionId, disposition } = due;
  const contract = await ifReadable(catalog.version(intent.tool, intent.contractVersion));
  const named = { ...intent, agentName, reason, resembles: null, observed: null, pauses: [] };
  const submission = { id: submissionId, disposition: disposition as Disposition };
  return { ...namedIntentDto(named, contract?.definition.title ?? intent.tool, "agent"), submission };
}
