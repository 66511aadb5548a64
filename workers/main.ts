/** The worker process: the only one that reads secrets and touches the world. */
import { stopOnUnsafeStore } from "@/lib/application/stop-on-unsafe-store";
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { onStop, reportReady, stopOnBadSettings, stopOnRefusal } from "@/lib/config/process";
import { loadSecrets } from "@/lib/config/secrets";
import { requireSafeRedis } from "@/lib/queue/require-safe-redis";
import { startWorkerRuntime } from "./runtime";

const settings = stopOnBadSettings(() => loadSettings(process.env));
const secrets = stopOnBadSettings(() => loadSecrets(process.env));
const log = makeLogger("worker", settings.logLevel);
await stopOnUnsafeStore(settings, "worker", log);
await stopOnRefusal(() => requireSafeRedis(settings, (warning) => log.warn(warning)));
const runtime = startWorkerRuntime(settings, secrets, log);
log.info("Worker is running");
reportReady();

onStop(async (why, withinMs) => {
  const underWay = runtime.underWay();
  log.info({ why, underWay, withinMs }, "Worker is stopping; executions under way are finished first");
  process.send?.({ type: "stopping", underWay, withinMs });
  await runtime.stop();
}, runtime.drainMs);
