// Web and worker: started together, ready together, stopped together.

import { processArgs } from "./bundle";
import { type Runtime, webEnvironment, workerEnvironment } from "./child-environments";
import { requireFreePort } from "./claim-home";
import type { LaunchContext } from "./launch-context";
import { ChildFailedError, SupervisedChild } from "./supervised-child";

const WEB_STOP_MS = 15_000;
const WORKER_STOP_MS = 35_000;

/** `processes` is the directory of the bundled entries. */
export async function startProduct(context: LaunchContext, processes: string, runtime: Runtime): Promise<void> {
  const { settings, hooks, openLog, shutdown, signal } = context;
  const child = (name: string, entry: string, env: NodeJS.ProcessEnv, stopMs: number) =>
    new SupervisedChild({ name, args: () => processArgs(processes, entry), env, log: openLog(name), stopMs }, hooks);
  const web = child("web", "server/main.ts", webEnvironment(settings.env, runtime), WEB_STOP_MS);
  const worker = child("worker", "workers/main.ts", workerEnvironment(settings.env, runtime), WORKER_STOP_MS);
  shutdown.add({
    stop: async () => void (await Promise.all([web.stop(), worker.stop()])),
    force() {
      web.kill();
      worker.kill();
    },
  });
  const stopped = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
  stopped.catch(() => undefined);
  try {
    await Promise.race([Promise.all([web.ready, worker.ready]), stopped]);
  } catch (error) {
    // Somebody may have taken the port since we looked: that has a better sentence than web's last words.
    if (error instanceof ChildFailedError && error.child === "web") await requireFreePort(settings.port);
    throw error;
  }
}
