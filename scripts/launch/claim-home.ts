// The first stage: nobody else runs here, the settings are right, nothing of an earlier start is left, the port is free.
import type { Stage } from "../stages.mjs";
import { keepAuditKey } from "./audit-key";
import { portProblem, portState } from "./free-port";
import { createHome } from "./home";
import { type LaunchContext, type LaunchInput, makeContext, StartError } from "./launch-context";
import { endOrphans } from "./orphans";
import { acquireRunLock } from "./run-lock";
import { resolveSettings } from "./settings";

export async function claimHome(input: LaunchInput, stage: Stage): Promise<LaunchContext> {
  const { home, env, shutdown, signal } = input;
  createHome(home);
  const lock = await acquireRunLock(home.dir, (holder) =>
    stage.note(`waiting for the one that is stopping (pid ${holder.pid})`),
  );
  const markStopping = () => lock.update({ phase: "stopping" });
  signal.addEventListener("abort", markStopping, { once: true });
  shutdown.add({ silent: true, begin: markStopping, stop: async () => lock.release() });
  const settings = await resolveSettings(env, home);
  keepAuditKey(home, settings.key);
  lock.update({ url: settings.url });
  await endOrphans(lock.orphans, (name) => stage.note(`ending the ${name} of an earlier start`));
  lock.update({ children: [] });
  await requireFreePort(settings.port);
  stage.note("");
  return makeContext(input, lock, settings);
}

export async function requireFreePort(port: number): Promise<void> {
  const state = await portState(port);
  if (state !== "free") throw new StartError(await portProblem(port, state));
}
