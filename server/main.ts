/** The web process, or the primary of several. */
import cluster from "node:cluster";
import { stopOnUnsafeStore } from "@/lib/application/stop-on-unsafe-store";
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { stopOnBadSettings, stopOnRefusal } from "@/lib/config/process";
import { requireSafeRedis } from "@/lib/queue/require-safe-redis";
import { runPrimary } from "./primary";
import { PROCESS_NUMBER } from "./web-processes";

const settings = stopOnBadSettings(() => loadSettings(process.env));
const log = makeLogger("web", settings.logLevel, process.env[PROCESS_NUMBER]);
await stopOnUnsafeStore(settings, "web", log);
await stopOnRefusal(() => requireSafeRedis(settings, (warning) => log.warn(warning)));
if (cluster.isPrimary && settings.webProcesses > 1) await runPrimary(settings, log);
else {
  // Only here: the primary serves no pages.
  const [{ default: next }, { serveWeb }] = await Promise.all([import("next"), import("./web")]);
  const pages = next({ dev: false, dir: process.cwd(), port: settings.port, hostname: settings.host });
  await pages.prepare();
  const handlePages = pages.getRequestHandler();
  await serveWeb({
    settings,
    log,
    pages: (request, response) => handlePages(request, response),
    closePages: () => pages.close(),
  });
}
