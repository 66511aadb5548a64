/** The worker process: the only one that reads secrets and touches the world. */
import { stopOnUnsafeStore } from "@/lib/application/stop-on-unsafe-store";
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { onStop, reportReady, stopOnBadSettings, stopOnRefusal } from "@/lib/config/process";
import { loadSecrets } from "@/lib/config/secrets";
import { requireSafeRedis } from "@/lib/queue/require-safe-redis";
import { openWorkerPort } from "./port";
import { startWorkerRuntime } from "./runtime";

const settings = stopOnBadSettings(() => loadSettings(process.env));
const secrets = stopOnBadSettings(() => loadSecrets(process.env));
const log = makeLogger("worker", settings.logLevel);
const port = await openPort();
await stopOnUnsafeStore(settings, "worker", log);
await stopOnRefusal(() => requireSafeRedis(settings, (warning) => log.warn(warning)));
const runtime = startWorkerRuntime(settings, secrets, log);
port?.serve(runtime.serves);
log.info(port === null ? {} : { port: port.url }, "Worker is running");
reportReady(port === null ? {} : { url: port.url });

onStop(async (why, withinMs) => {
  const underWay = runtime.underWay();
  log.info({ why, underWay, withinMs }, "Worker is stopping; executions under way are finished first");
  process.send?.({ type: "stopping", underWay, withinMs });
  await runtime.stop();
  await port?.close();
}, runtime.drainMs);

async function openPort() {
  const { workerPort, host, publicUrl } = settings;
  if (workerPort === null) return null;
  try {
    return await openWorkerPort(workerPort, host, publicUrl);
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    log.error({ err: error }, taken ? `Port ${workerPort} is taken by another program.` : "Cannot listen");
    process.exit(taken ? 98 : 1);
  }
}
