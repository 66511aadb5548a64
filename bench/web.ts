/** The web process as server/main.ts makes it, without the pages. */
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { onStop, reportReady, stopOnBadSettings } from "@/lib/config/process";
import { drain, listen, makeHttpServer } from "@/server/http-server";
import { makeRuntime } from "@/server/runtime";

const settings = stopOnBadSettings(() => loadSettings(process.env));
const runtime = makeRuntime(settings, makeLogger("web", settings.logLevel));
const server = makeHttpServer({ ...runtime, pages: async (_request, response) => void response.writeHead(404).end() });
const port = await listen(server, 0, "127.0.0.1");
reportReady({ url: `http://127.0.0.1:${port}` });

onStop(async () => {
  runtime.stopWaiting();
  await drain(server);
  await runtime.close();
});
