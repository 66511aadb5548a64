// What every stage of a start shares: the home, the settings, the lock, and the way to give back what it started.
import type { Home } from "./home";
import { type LogFile, openLog } from "./log-file";
import type { ProcessIdentity } from "./process-identity";
import type { ChildRecord, RunLock } from "./run-lock";
import type { LaunchSettings } from "./settings";
import type { Shutdown } from "./shutdown";
import type { ChildHooks } from "./supervised-child";

export interface LaunchInput {
  home: Home;
  env: NodeJS.ProcessEnv;
  shutdown: Shutdown;
  signal: AbortSignal;
  /** Something died for good after the start. */
  onFailure(error: Error): void;
  /** The worker still has executions to finish, which takes it so long at most. */
  onDrain(executing: number, withinMs: number): void;
}

export interface LaunchContext extends LaunchInput {
  lock: RunLock;
  settings: LaunchSettings;
  hooks: ChildHooks;
  openLog(name: string): LogFile;
}

/** A sentence for the person who started us, not a defect. */
export class StartError extends Error {}

export function makeContext(input: LaunchInput, lock: RunLock, settings: LaunchSettings): LaunchContext {
  const children = new Map<string, ChildRecord>();
  const echo = settings.env["INTERLOCK_LOG"] === "stdout";
  const onSpawn = (name: string, identity: ProcessIdentity) => {
    children.set(name, { name, ...identity });
    lock.update({ children: [...children.values()] });
  };
  return {
    ...input,
    lock,
    settings,
    hooks: {
      onSpawn,
      onDrain: (_name, executing, withinMs) => input.onDrain(executing, withinMs),
      onGivenUp: input.onFailure,
    },
    openLog: (name) =>
      openLog(`${input.home.logs}/${name}.log`, echo ? (line) => console.log(`${name} | ${line}`) : null),
  };
}
