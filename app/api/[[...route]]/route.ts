/** The same API app for plain `next dev` and serverless hosts; `server/` answers /api/* before Next sees it. */
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { makeRuntime, type Runtime } from "@/server/runtime";

export const dynamic = "force-dynamic";
export const runtime = "nodejs";

// Kept on globalThis: a development server evaluates this module anew after every change.
const holder = globalThis as typeof globalThis & { interlockRuntime?: Runtime };

function handle(request: Request): Response | Promise<Response> {
  if (holder.interlockRuntime === undefined) {
    const settings = loadSettings(process.env);
    holder.interlockRuntime = makeRuntime(settings, makeLogger("web", settings.logLevel));
  }
  return holder.interlockRuntime.api.fetch(request);
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
