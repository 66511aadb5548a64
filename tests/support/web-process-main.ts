// A web process without pages, for tests: its parent may set its clock. Started by web-process.ts.
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { onStop, reportReady } from "@/lib/config/process";
import { drain, listen, makeHttpServer } from "@/server/http-server";

const trueNow = Date.now;
let skewMs = 0;
// Before anything of ours has looked at it: whoever keeps a reference keeps this one.
Date.now = () => trueNow() + skewMs;

process.on("message", (message: { skewMs: number }) => {
  skewMs = message.skewMs;
  process.send?.({ type: "clock", nowMs: Date.now() });
});

const { makeRuntime } = await import("@/server/runtime");
const settings = loadSettings(process.env);
const runtime = makeRuntime(settings, makeLogger("web", settings.logLevel));
const server = makeHttpServer({ ...runtime, pages: async (_request, response) => void response.writeHead(404).end() });
const host = process.env["INTERLOCK_HOST"] ?? "127.0.0.1";
const port = await listen(server, 0, host);
reportReady({ url: `http://${host}:${port}` });

onStop(async () => {
  runtime.stopWaiting();
  await drain(server);
  await runtime.close();
});
