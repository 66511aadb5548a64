/** A process of the benchmark: started, awaited, told things, stopped; its last words are shown when it dies. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { askToStop, spawnChild } from "@/scripts/launch/child-process";
import { openLog } from "@/scripts/launch/log-file";

export type Child = {
  pid: number;
  url: string;
  /** Rejects when the process ends without having been asked to. */
  died: Promise<never>;
  tell(message: object): void;
  /** Sees every message until it returns something; that is the answer. */
  hear<T>(read: (message: unknown) => T | null): Promise<T>;
  stop(): Promise<void>;
};

/** Said to the person at the terminal as it is. */
export class ChildDiedError extends Error {}

const READY_MAX_MS = 60_000;
const STOP_MAX_MS = 20_000;

export async function startChild(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  logPath: string,
): Promise<Child> {
  const log = openLog(logPath, null);
  let stopping = false;
  let onReady: (url: string | null) => void = () => undefined;
  let onDied: (error: Error) => void = () => undefined;
  const ready = new Promise<string | null>((resolve) => {
    onReady = resolve;
  });
  const died = new Promise<never>((_, reject) => {
    onDied = reject;
  });
  died.catch(() => undefined); // whoever waits for something of it is told
  const onEnd = (how: string) => {
    if (!stopping)
      onDied(new ChildDiedError([`The ${name} process ${how}. Its last words:`, ...log.lastLines()].join("\n  ")));
  };
  const child = spawnChild({ args, env, log }, { onReady, onEnd, onDrain: () => undefined });
  const stop = () => {
    stopping = true;
    return stopChild(child);
  };
  try {
    const url = await Promise.race([ready, died, rejectAfter(READY_MAX_MS, name)]);
    return {
      pid: child.pid ?? 0,
      url: url ?? "",
      died,
      tell: (message) => void child.send(message),
      hear: (read) => Promise.race([died, hear(child, read)]),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function hear<T>(child: ChildProcess, read: (message: unknown) => T | null): Promise<T> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      const heard = read(message);
      if (heard === null) return;
      child.off("message", listen);
      resolve(heard);
    };
    child.on("message", listen);
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const bound = setTimeout(() => child.kill("SIGKILL"), STOP_MAX_MS);
  askToStop(child);
  await ended;
  clearTimeout(bound);
}

function rejectAfter(ms: number, name: string): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`The ${name} process was not ready after ${ms / 1000} s.`)), ms).unref();
  });
}
