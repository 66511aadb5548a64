// One run of a child: spawned in a session of its own, its output in its log, its messages understood.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { LogFile } from "./log-file";

export interface ChildCommand {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  log: LogFile;
}

export interface ChildEvents {
  /** It serves; with its address if it has one. */
  onReady(url: string | null): void;
  /** It was told to stop and still has this many executions to finish, which takes it so long at most. */
  onDrain(executing: number, withinMs: number): void;
  /** It has ended, for whatever reason; its last output is in the log. */
  onEnd(how: string, code: number | null): void;
}

const LAST_OUTPUT_MS = 200;

/** Ctrl-C must reach the supervisor only, which stops its children in order: hence the session of their own. */
export function spawnChild({ args, env, log }: ChildCommand, events: ChildEvents): ChildProcess {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe", "ipc"], detached: true });
  const onLine = (line: string) => {
    log.write(line);
    const url = parseListening(line);
    if (url !== null) events.onReady(url);
  };
  if (child.stdout) createInterface({ input: child.stdout }).on("line", onLine);
  if (child.stderr) createInterface({ input: child.stderr }).on("line", (line) => log.write(line));
  child.on("message", (message) => understand(message, events));
  child.once("error", (error) => {
    if (child.pid === undefined) events.onEnd(`could not be started (${error.message})`, null);
  });
  child.once("exit", async (code, signal) => {
    // What it wrote last may still be in the pipe; a grandchild may hold the pipe open for ever.
    await Promise.race([new Promise((resolve) => child.once("close", resolve)), delay(LAST_OUTPUT_MS)]);
    events.onEnd(signal === null ? `ended with code ${code}` : `was ended by ${signal}`, code);
  });
  return child;
}

/** Children end when their channel closes; that is also how Windows, which has no SIGTERM, is told. */
export function askToStop(child: ChildProcess): void {
  if (process.platform !== "win32") child.kill("SIGTERM");
  else if (child.connected) child.disconnect();
}

function understand(message: unknown, events: ChildEvents): void {
  const { type, url, underWay, withinMs } = (message ?? {}) as Record<string, unknown>;
  if (type === "ready") events.onReady(typeof url === "string" ? url : null);
  if (type === "stopping" && typeof underWay === "number")
    events.onDrain(underWay, typeof withinMs === "number" ? withinMs : 0);
}

/** The other way to say "ready": a line of JSON on stdout. */
function parseListening(line: string): string | null {
  if (!line.startsWith('{"listening"')) return null;
  try {
    const { listening } = JSON.parse(line) as { listening?: unknown };
    return typeof listening === "string" ? listening : null;
  } catch {
    return null;
  }
}
