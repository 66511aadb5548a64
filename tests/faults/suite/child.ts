// A process of the product that must always run: killed by anybody, it is started again at once, armed anew.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";

export interface Child {
  /** Null while none is ready. */
  url(): string | null;
  isReady(): boolean;
  pid(): number;
  signal(signal: NodeJS.Signals): void;
  send(message: Record<string, unknown>): void;
  /** How often it was ended by SIGKILL, by itself or by us. */
  killCount(): number;
  /** Ends that nobody caused: the product's own fault. */
  crashes(): string[];
  untilReady(): Promise<void>;
  /** By SIGTERM; after that time by SIGKILL. */
  stop(withinMs?: number): Promise<void>;
  /** Stopped, and started again at once. */
  restart(): Promise<void>;
}

export interface ChildSpec {
  name: string;
  command: () => { file: string; args: string[]; env: NodeJS.ProcessEnv };
  logPath: string;
}

const STOP_MAX_MS = 20_000;
/** A worker lets its executions end, and web its callers that wait: on a busy machine both take their time. */
const RESTART_MAX_MS = 60_000;
const READY_MAX_MS = 60_000;
const READY_POLL_MS = 10;

export function startChild(spec: ChildSpec): Child {
  let child: ChildProcess;
  let url: string | null = null;
  let ready = false;
  let stopping = false;
  let kills = 0;
  const crashes: string[] = [];

  function start(): void {
    const { file, args, env } = spec.command();
    const logFd = openSync(spec.logPath, "a");
    const started = spawn(file, args, { env, stdio: ["ignore", logFd, logFd, "ipc"] });
    closeSync(logFd);
    child = started;
    started.on("message", (message: { type?: string; url?: string; listening?: string }) => {
      if (message.type !== "ready" && message.listening === undefined) return;
      url = message.url ?? message.listening ?? null;
      ready = true;
    });
    started.once("exit", (code, signal) => {
      ready = false;
      url = null;
      if (signal === "SIGKILL") kills += 1;
      else if (!stopping) crashes.push(`${spec.name} ended by itself (${signal ?? `code ${code}`})`);
      else if (code !== 0) crashes.push(`${spec.name} did not stop in order (${signal ?? `code ${code}`})`);
      if (!stopping) start();
    });
  }
  start();

  async function stop(withinMs = STOP_MAX_MS): Promise<void> {
    stopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGCONT");
    child.kill("SIGTERM");
    const bound = setTimeout(() => child.kill("SIGKILL"), withinMs);
    await ended;
    clearTimeout(bound);
  }

  return {
    url: () => url,
    isReady: () => ready,
    pid: () => child.pid ?? 0,
    signal: (signal) => void child.kill(signal),
    send: (message) => void child.send(message),
    killCount: () => kills,
    crashes: () => crashes,
    async untilReady() {
      const deadlineAt = Date.now() + READY_MAX_MS;
      while (!ready) {
        if (Date.now() > deadlineAt) throw new Error(`${spec.name} did not become ready; see ${spec.logPath}`);
        await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
      }
    },
    stop,
    async restart() {
      await stop(RESTART_MAX_MS);
      stopping = false;
      start();
    },
  };
}
