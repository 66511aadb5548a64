// A process that must always run: started, awaited, restarted when it dies, stopped within a bound.
//
//   starting ──ready──► running ──end──► back-off ──► starting …
//
// 1. A child that ends before its first "ready" fails the start; later it is restarted.
// 2. Too many deaths within a minute are a defect, not bad luck: the owner is told, with its last words.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { askToStop, spawnChild } from "./child-process";
import { DEATHS_MAX, Deaths } from "./deaths";
import type { LogFile } from "./log-file";
import { identifyProcess, type ProcessIdentity } from "./process-identity";

export interface ChildSpec {
  name: string;
  /** Asked at every start: what was learnt at the first (a port) is used at the next. */
  args: () => readonly string[];
  env: NodeJS.ProcessEnv;
  log: LogFile;
  /** How long it may take to finish after SIGTERM. */
  stopMs: number;
  /** How long it may take to become ready. */
  readyMs?: number;
}

export interface ChildHooks {
  onSpawn(name: string, identity: ProcessIdentity): void;
  onDrain(name: string, executing: number, withinMs: number): void;
  onGivenUp(error: ChildFailedError): void;
}

export class ChildFailedError extends Error {
  constructor(
    readonly child: string,
    what: string,
    log: LogFile,
  ) {
    const words = log.lastLines().map((line) => `  ${line}`);
    super([`The ${child} process ${what}. Its last words (all of them in ${log.path}):`, ...words].join("\n"));
  }
}

const READY_MS = 60_000;
const EXIT_CONFIG = 78; // restarting cannot mend settings
const BACKOFF_MS = 250;
const BACKOFF_CAP_MS = 5_000;

export class SupervisedChild {
  readonly name: string;
  /** The address that it gave, if any; rejects when it ends, or stays silent, before it was ready. */
  readonly ready: Promise<string | null>;
  #child: ChildProcess | null = null;
  #deaths = new Deaths();
  #wasReady = false;
  #stopping = false;
  #timer: NodeJS.Timeout | undefined;
  #resolveReady: (url: string | null) => void = () => undefined;
  #rejectReady: (error: Error) => void = () => undefined;

  constructor(
    private readonly spec: ChildSpec,
    private readonly hooks: ChildHooks,
  ) {
    this.name = spec.name;
    this.ready = new Promise((resolve, reject) => {
      this.#resolveReady = resolve;
      this.#rejectReady = reject;
    });
    this.ready.catch(() => undefined); // whoever starts it awaits it; a stop in between must not crash us
    const readyMs = spec.readyMs ?? READY_MS;
    setTimeout(() => this.#rejectReady(this.#failure(`was not ready after ${readyMs / 1000} s`)), readyMs).unref();
    this.#start();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === null || hasEnded(child)) return;
    const ended = once(child, "exit");
    this.#bound(child, this.spec.stopMs);
    askToStop(child);
    await ended;
    clearTimeout(this.#timer);
  }

  #bound(child: ChildProcess, withinMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => child.kill("SIGKILL"), withinMs);
  }

  /** At once, without finishing anything. */
  kill(): void {
    this.#stopping = true;
    clearTimeout(this.#timer);
    this.#child?.kill("SIGKILL");
  }

  #start(): void {
    const { name, args, env, log } = this.spec;
    const child = spawnChild(
      { args: args(), env, log },
      {
        onReady: (url) => {
          this.#wasReady = true;
          this.#resolveReady(url);
        },
        onDrain: (executing, withinMs) => {
          // Cutting off what is under way would turn a known outcome into a doubt.
          if (executing > 0 && this.#stopping) this.#bound(child, Math.max(this.spec.stopMs, withinMs));
          this.hooks.onDrain(name, executing, withinMs);
        },
        onEnd: (how, code) => this.#onEnd(how, code),
      },
    );
    this.#child = child;
    if (child.pid === undefined) return;
    this.hooks.onSpawn(name, identifyProcess(child.pid) ?? { pid: child.pid, started: "gone" });
  }

  #onEnd(how: string, code: number | null): void {
    if (this.#stopping) return;
    this.spec.log.write(`[supervisor] ${this.name} ${how}`);
    if (!this.#wasReady) {
      this.#rejectReady(this.#failure(`${how} before it was ready`));
      return;
    }
    const deaths = this.#deaths.add(Date.now());
    if (code === EXIT_CONFIG) this.hooks.onGivenUp(this.#failure("refused its settings"));
    else if (deaths >= DEATHS_MAX) this.hooks.onGivenUp(this.#failure(`died ${deaths} times within a minute`));
    else this.#timer = setTimeout(() => this.#start(), Math.min(BACKOFF_MS * 2 ** (deaths - 1), BACKOFF_CAP_MS));
  }

  #failure(what: string): ChildFailedError {
    return new ChildFailedError(this.name, what, this.spec.log);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
