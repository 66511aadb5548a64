import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempDir, type TempDir } from "@/tests/support/temp-dir";
import { AlreadyRunningError, acquireRunLock, findHolder } from "./run-lock";

const HOLD = `
  import { acquireRunLock } from "./scripts/launch/run-lock.ts";
  const lock = await acquireRunLock(process.argv[1], () => undefined).catch(() => process.exit(3));
  lock.update({ url: "http://localhost:3999" });
  process.on("message", ({ phase }) => { lock.update({ phase }); process.send("done"); });
  process.on("disconnect", () => process.exit(0));
  process.send("held");`;

let temp: TempDir;
let holders: ChildProcess[];

beforeEach(() => {
  temp = makeTempDir("lock");
  holders = [];
});

afterEach(async () => {
  await Promise.all(holders.map(kill));
  temp.remove();
});

test("a directory that somebody holds is refused with where it runs and what to do", async () => {
  const holder = spawnHolder();
  await once(holder, "message");
  const refused = await acquireRunLock(temp.path, () => undefined).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AlreadyRunningError);
  expect((refused as Error).message).toContain(`at http://localhost:3999 (pid ${holder.pid})`);
  expect(findHolder(temp.path)?.pid).toBe(holder.pid);
});

test("a holder that was killed holds nothing any more; what it ran is handed to the next", async () => {
  const holder = spawnHolder();
  await once(holder, "message");
  await kill(holder);
  const lock = await acquireRunLock(temp.path, () => undefined);
  expect(lock.orphans).toEqual([]);
  lock.release();
  expect(readdirSync(temp.path)).toEqual([]);
});

test("an id that was handed out again does not count as the holder", async () => {
  writeFileSync(join(temp.path, "lock.7"), JSON.stringify({ pid: process.pid, started: "another life" }));
  const lock = await acquireRunLock(temp.path, () => undefined);
  expect(readdirSync(temp.path).sort()).toEqual(["lock.8", "run.json"]);
  lock.release();
});

test("a lock file that was torn by a crash is taken over", async () => {
  writeFileSync(join(temp.path, "lock.1"), "");
  (await acquireRunLock(temp.path, () => undefined)).release();
});

test("one that is stopping is waited for", async () => {
  const holder = spawnHolder();
  await once(holder, "message");
  holder.send({ phase: "stopping" });
  await once(holder, "message");
  let waited = false;
  const lock = await acquireRunLock(temp.path, () => {
    waited = true;
    holder.disconnect();
  });
  expect(waited).toBe(true);
  lock.release();
});

test("of six that start at the same moment after a crash exactly one gets the directory", async () => {
  writeFileSync(join(temp.path, "lock.1"), JSON.stringify({ pid: 999_999_999, started: "gone" }));
  const outcomes = Array.from({ length: 6 }, () => spawnHolder()).map((child) =>
    Promise.race([once(child, "message").then(() => "held"), once(child, "exit").then(() => "refused")]),
  );
  expect((await Promise.all(outcomes)).filter((outcome) => outcome === "held")).toHaveLength(1);
});

function spawnHolder(): ChildProcess {
  const args = ["--import", "tsx", "--input-type=module", "-e", HOLD, temp.path];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  holders.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
