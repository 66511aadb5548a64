// One Interlock per data directory.
//
// 1. The holder is the highest-numbered `lock.N`. A file is only ever created (never overwritten), so of two
//    that want the same number one fails.
// 2. A lock counts while its process lives; ids that were handed out again do not count.
// 3. After creating N the taker looks again: a higher number means that somebody was faster.
//
// Beside it `run.json` says what the holder runs; after kill -9 the next holder reads its orphans there.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readJsonFile, writePrivateFile } from "./home";
import { identifyProcess, isSameProcess, type ProcessIdentity } from "./process-identity";

export interface ChildRecord extends ProcessIdentity {
  name: string;
}

export interface RunRecord {
  phase: "starting" | "running" | "stopping";
  url: string | null;
  children: ChildRecord[];
}

export interface RunLock {
  /** What the previous holder ran, if it could not clean up itself. */
  orphans: ChildRecord[];
  update(change: Partial<RunRecord>): void;
  release(): void;
}

export interface Holder extends ProcessIdentity {
  run: RunRecord;
}

export class AlreadyRunningError extends Error {
  constructor(readonly holder: Holder) {
    const where = holder.run.url === null ? "" : ` at ${holder.run.url}`;
    super(
      `Interlock already runs on this data directory${where} (pid ${holder.pid}): use that one, stop it with \`kill ${holder.pid}\`, or start another with INTERLOCK_HOME and PORT set to others.`,
    );
  }
}

const TAKE_TRIES_MAX = 20;
const POLL_MS = 100;
/** A holder whose terminal was just killed needs a moment to notice. */
const NOTICE_MS = 2_000;
/** Longer than a worker may take to finish what it does. */
const STOPPING_MS = 60_000;
const NOTHING: RunRecord = { phase: "starting", url: null, children: [] };

export async function acquireRunLock(dir: string, onWait: (holder: Holder) => void): Promise<RunLock> {
  const me = identifyProcess(process.pid);
  if (me === null) throw new Error("this process cannot identify itself");
  await untilHolderIsGone(dir, onWait);
  for (let tries = 0; tries < TAKE_TRIES_MAX; tries++) {
    const number = lockNumbers(dir)[0] ?? 0;
    const holder = findHolder(dir);
    if (holder !== null) throw new AlreadyRunningError(holder);
    if (take(dir, number + 1, me)) return held(dir, number + 1);
    await delay(POLL_MS);
  }
  throw new Error(`Could not lock ${dir}: try again.`);
}

/** Who holds this directory at the moment, or null. */
export function findHolder(dir: string): Holder | null {
  const [number] = lockNumbers(dir);
  if (number === undefined) return null;
  const identity = readJsonFile(lockPath(dir, number)) as ProcessIdentity | null;
  if (identity === null || !isSameProcess(identity)) return null;
  return { ...identity, run: readRun(dir) };
}

async function untilHolderIsGone(dir: string, onWait: (holder: Holder) => void): Promise<void> {
  const beganAt = Date.now();
  for (let holder = findHolder(dir); holder !== null; holder = findHolder(dir)) {
    const waitedMs = Date.now() - beganAt;
    const boundMs = holder.run.phase === "stopping" ? STOPPING_MS : NOTICE_MS;
    if (waitedMs > boundMs) throw new AlreadyRunningError(holder);
    if (holder.run.phase === "stopping") onWait(holder);
    await delay(POLL_MS);
  }
}

function take(dir: string, number: number, me: ProcessIdentity): boolean {
  try {
    writeFileSync(lockPath(dir, number), JSON.stringify(me), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  const [highest, ...lower] = lockNumbers(dir);
  if (highest !== number) rmSync(lockPath(dir, number), { force: true });
  else for (const old of lower) rmSync(lockPath(dir, old), { force: true });
  return highest === number;
}

function held(dir: string, number: number): RunLock {
  const orphans = readRun(dir).children.filter(isSameProcess);
  let run: RunRecord = { ...NOTHING, children: orphans };
  const write = () => writePrivateFile(runPath(dir), `${JSON.stringify(run)}\n`);
  write();
  return {
    orphans,
    update(change) {
      run = { ...run, ...change };
      write();
    },
    release() {
      rmSync(runPath(dir), { force: true });
      rmSync(lockPath(dir, number), { force: true });
    },
  };
}

function lockNumbers(dir: string): number[] {
  return readdirSync(dir)
    .flatMap((name) => /^lock\.(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
}

function readRun(dir: string): RunRecord {
  return { ...NOTHING, ...(readJsonFile(runPath(dir)) as Partial<RunRecord> | null) };
}

function lockPath(dir: string, number: number): string {
  return join(dir, `lock.${number}`);
}

function runPath(dir: string): string {
  return join(dir, "run.json");
}
