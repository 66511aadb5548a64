/** The same API app for plain `next dev` and serverless hosts; `server/` answers /api/* before Next sees it. */
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { makeRuntime, type Runtime } from "@/server/runtime";

export const dynamic = "force-dynamic";
export const runtime = "nodejs";

type Kept = { makeRuntime: typeof makeRuntime; runtime: Runtime };

// Kept on globalThis: a development server evaluates this module anew after every change. Where the change is in what
// the API is made of, the next request is answered by the changed one.
const holder = globalThis as typeof globalThis & { interlockApi?: Kept };

function handle(request: Request): Response | Promise<Response> {
  return keptRuntime().api.fetch(request);
}

function keptRuntime(): Runtime {
  const kept = holder.interlockApi;
  if (kept?.makeRuntime === makeRuntime) return kept.runtime;
  const settings = loadSettings(process.env);
  const log = makeLogger("web", settings.logLevel);
  const runtime = makeRuntime(settings, log);
  holder.interlockApi = { makeRuntime, runtime };
  kept?.runtime.close().catch((error: unknown) => log.warn({ err: error }, "The replaced API did not close"));
  return runtime;
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
