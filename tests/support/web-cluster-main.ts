// Web processes that share a port, as server/main.ts starts them, without pages. Started by web-cluster.ts.
import cluster from "node:cluster";
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { runPrimary } from "@/server/primary";
import { serveWeb } from "@/server/web";
import { PROCESS_NUMBER } from "@/server/web-processes";

const settings = loadSettings(process.env);
const log = makeLogger("web", settings.logLevel, process.env[PROCESS_NUMBER]);
if (cluster.isPrimary) await runPrimary(settings, log);
else await serveWeb({ settings, log, pages: async (_request, response) => void response.writeHead(404).end() });
