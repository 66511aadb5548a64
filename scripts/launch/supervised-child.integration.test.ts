import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempDir, type TempDir } from "@/tests/support/temp-dir";
import { openLog } from "./log-file";
import { identifyProcess, type ProcessIdentity } from "./process-identity";
import { type ChildFailedError, SupervisedChild } from "./supervised-child";

const READY =
  'process.send({ type: "ready", url: "http://x" }); process.on("disconnect", () => process.exit()); setInterval(() => {}, 1000);';

let temp: TempDir;
let child: SupervisedChild | null;
let spawned: ProcessIdentity[];
let givenUp: Promise<ChildFailedError>;

beforeEach(() => {
  temp = makeTempDir("child");
  child = null;
  spawned = [];
});

afterEach(async () => {
  await child?.stop();
  temp.remove();
});

test("it is ready when it says so, by message or by a line of JSON", async () => {
  expect(await supervise(READY).ready).toBe("http://x");
  await child?.stop();
  const byLine = supervise('console.log(JSON.stringify({ listening: "http://y" })); setInterval(() => {}, 1000)');
  expect(await byLine.ready).toBe("http://y");
});

test("one that dies before it is ready fails with its last words", async () => {
  const failing = supervise('console.error("no such table"); process.exit(7)');
  await expect(failing.ready).rejects.toThrow(/ended with code 7 before it was ready[\s\S]*no such table/);
  expect(spawned).toHaveLength(1);
});

test("one that stays silent fails after its bound", async () => {
  await expect(supervise("setInterval(() => {}, 1000)", { readyMs: 300 }).ready).rejects.toThrow(
    /was not ready after 0.3 s/,
  );
});

test("one that is killed later is started again", async () => {
  await supervise(READY).ready;
  process.kill(spawned[0]?.pid ?? 0, "SIGKILL");
  await expect.poll(() => spawned.length).toBe(2);
  await expect.poll(() => identifyProcess(spawned[1]?.pid ?? 0)).not.toBeNull();
});

test("one that dies five times within a minute is given up, with its last words", async () => {
  supervise(`${READY} setTimeout(() => { console.error("I am broken"); process.exit(1) }, 30)`);
  const error = await givenUp;
  expect(error.message).toMatch(/died 5 times within a minute[\s\S]*I am broken/);
  expect(spawned).toHaveLength(5);
}, 30_000);

test("stopping lets it finish, but not for ever", async () => {
  await supervise(`${READY} process.on("SIGTERM", () => {})`, { stopMs: 200 }).ready;
  await child?.stop();
  expect(identifyProcess(spawned[0]?.pid ?? 0)).toBeNull();
  expect(spawned).toHaveLength(1);
});

test("one that says that it has executions to finish gets the time it says it needs", async () => {
  const drain = 'process.send({ type: "stopping", underWay: 1, withinMs: 20000 });';
  const finish = `setTimeout(() => { console.log("finished"); process.exit() }, 600)`;
  await supervise(`process.on("SIGTERM", () => { ${drain} ${finish} }); ${READY}`, { stopMs: 200 }).ready;
  await child?.stop();
  expect(readFileSync(join(temp.path, "child.log"), "utf8")).toContain("finished");
});

function supervise(script: string, bounds: { stopMs?: number; readyMs?: number } = {}): SupervisedChild {
  const file = join(temp.path, "child.mjs");
  writeFileSync(file, script);
  givenUp = new Promise((resolve) => {
    child = new SupervisedChild(
      {
        name: "web",
        args: () => [file],
        env: process.env,
        log: openLog(join(temp.path, "child.log"), null),
        stopMs: 5_000,
        ...bounds,
      },
      { onSpawn: (_, identity) => spawned.push(identity), onDrain: () => undefined, onGivenUp: resolve },
    );
  });
  if (child === null) throw new Error("unreachable");
  return child;
}
