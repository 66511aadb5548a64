import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempDir, type TempDir } from "@/tests/support/temp-dir";

const COMMANDS = [
  ["npm start", ["scripts/start.mjs"]],
  ["npm run reset", ["scripts/reset.mjs"]],
  ["npm run faults", ["--import", "tsx", "scripts/faults.ts"]],
  ["npm run simulate", ["--import", "tsx", "scripts/simulate.ts"]],
  ["npm run notify-secret", ["--import", "tsx", "scripts/notify-secret.ts"]],
  ["npm run migrate", ["--import", "tsx", "prisma/migrate.ts"]],
  ["npm run operator", ["--import", "tsx", "scripts/operator.ts"]],
  ["npm run bench", ["--import", "tsx", "bench/main.ts"]],
  ["npm run demo", ["--import", "tsx", "demo/agent/main.ts"]],
] as const;
const EXIT_USAGE = 64;

let dir: TempDir;
let home: string;
beforeEach(() => {
  dir = makeTempDir("command-line");
  home = join(dir.path, "home");
});
afterEach(() => dir.remove());

async function run(command: readonly string[], ...args: string[]) {
  const child = spawn(process.execPath, [...command, ...args], {
    env: { ...process.env, INTERLOCK_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exited, out, err };
}

test.each(COMMANDS)("%s -- --help tells what it does and begins nothing", async (name, command) => {
  const { code, out, err } = await run(command, "--help");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(name);
  expect(out.split("\n").length).toBeGreaterThan(3);
  expect(existsSync(home)).toBe(false);
});

test.each(COMMANDS.slice(0, 6))(
  "%s refuses what it does not know in one sentence, and begins nothing",
  async (name, command) => {
    const { code, out, err } = await run(command, name === "npm start" ? "frob" : "--frob");
    expect([code, out]).toEqual([EXIT_USAGE, ""]);
    expect(err).toMatch(/^[^.\n]*frob[^.\n]*\.\n$/);
    expect(err).toContain(`\`${name} -- --help\``);
    expect(existsSync(home)).toBe(false);
  },
);

test.each([
  ["--seed", ""],
  ["--actions", "1.5"],
  ["--kills", "-1"],
])("npm run faults refuses a %s that is no whole number: %j", async (option, value) => {
  const { code, out, err } = await run(COMMANDS[2][1], `${option}=${value}`);
  expect([code, out]).toEqual([EXIT_USAGE, ""]);
  expect(err).toContain(`${option} takes a whole number`);
});

test("npm start -- --help names its settings and the directory that it would use", async () => {
  const { out } = await run(COMMANDS[0][1], "--help");
  for (const setting of ["PORT", "DATABASE_URL", "REDIS_URL", "INTERLOCK_HOME", "README.md"])
    expect(out).toContain(setting);
  expect(out).toContain(home);
});

test("npm run reset removes nothing when it is asked for help or told what it does not know", async () => {
  mkdirSync(home);
  writeFileSync(join(home, "README"), "Interlock keeps its state in this directory. `npm run reset` removes it.\n");
  await run(COMMANDS[1][1], "--help");
  await run(COMMANDS[1][1], "--dry-run");
  expect(existsSync(join(home, "README"))).toBe(true);
  expect((await run(COMMANDS[1][1])).code).toBe(0);
  expect(existsSync(home)).toBe(false);
});
