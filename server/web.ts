/** One web process: serves by itself, or takes connections from the primary where there are several. */
import cluster from "node:cluster";
import type { Settings } from "@/lib/config/env";
import type { Logger } from "@/lib/config/log";
import { onStop, reportReady } from "@/lib/config/process";
import { drain, listen, makeHttpServer, type Pages } from "./http-server";
import { listenOrExit, reportListening } from "./listening";
import { makeRuntime } from "./runtime";
import { takeConnections } from "./take-connections";

export type WebParts = { settings: Settings; log: Logger; pages: Pages; closePages?: () => Promise<void> };

export async function serveWeb({ settings, log, pages, closePages }: WebParts): Promise<void> {
  const runtime = makeRuntime(settings, log);
  const server = makeHttpServer({ ...runtime, pages });
  onStop(async (why) => {
    log.info({ why }, "Web is stopping");
    if (cluster.isWorker) process.send?.({ type: "stopping" });
    // Waiters first: they answer 202 now instead of being cut off when the drain's time is over.
    runtime.stopWaiting();
    await drain(server);
    await runtime.close();
    await closePages?.();
  });
  if (cluster.isWorker) {
    takeConnections(server);
    log.info("Web takes connections");
    return reportReady();
  }
  reportListening(settings, await listenOrExit(() => listen(server, settings.port, settings.host), settings, log), log);
}
