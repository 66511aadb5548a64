/** The web process. */
import next from "next";
import { stopOnUnsafeStore } from "@/lib/application/stop-on-unsafe-store";
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { onStop, reportReady, stopOnBadSettings, stopOnRefusal } from "@/lib/config/process";
import { requireSafeRedis } from "@/lib/queue/require-safe-redis";
import { drain, listen, makeHttpServer } from "./http-server";
import { makeRuntime } from "./runtime";

const settings = stopOnBadSettings(() => loadSettings(process.env));
const log = makeLogger("web", settings.logLevel);
await stopOnUnsafeStore(settings, "web", log);
await stopOnRefusal(() => requireSafeRedis(settings, (warning) => log.warn(warning)));
const pages = next({ dev: false, dir: process.cwd(), port: settings.port, hostname: settings.host });
await pages.prepare();
const handlePages = pages.getRequestHandler();
const runtime = makeRuntime(settings, log);
const server = makeHttpServer({ ...runtime, pages: (request, response) => handlePages(request, response) });

try {
  const port = await listen(server, settings.port, settings.host);
  log.info({ port }, "Web is listening");
  reportReady({ url: settings.publicUrl });
} catch (error) {
  const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
  log.error({ err: error }, taken ? `Port ${settings.port} is taken by another program.` : "Cannot listen");
  process.exit(taken ? 98 : 1);
}

onStop(async (why) => {
  log.info({ why }, "Web is stopping");
  // Waiters first: they answer 202 now instead of being cut off when the drain's time is over.
  runtime.stopWaiting();
  await drain(server);
  await runtime.close();
  await pages.close();
});
