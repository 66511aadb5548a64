import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bundleProcesses, PRODUCT_PROCESSES, processArgs } from "@/scripts/launch/bundle";
import { makeTempDir, type TempDir } from "@/tests/support/temp-dir";

const BUNDLE = resolve("scripts/bundle.mjs");
const KEPT_MAX = 50;
let temp: TempDir;

beforeEach(() => {
  temp = makeTempDir("bundle");
  writeFileSync(join(temp.path, "package.json"), '{ "type": "module" }');
  write("fail.ts", "export function fail(): never {\n  throw new Error('on purpose');\n}\n");
  write("main.ts", "import { fail } from './fail';\nfail();\n");
});
afterEach(() => temp.remove());

const write = (name: string, content: string) => writeFileSync(join(temp.path, name), content);
const bundles = () => readdirSync(join(temp.path, ".build"));

async function bundle(): Promise<{ code: number; dir: string; complaint: string }> {
  const child = spawn(process.execPath, [BUNDLE, "main.ts"], { cwd: temp.path, stdio: ["ignore", "pipe", "pipe"] });
  const [dir, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, dir: dir.trim(), complaint };
}

describe("a bundle", () => {
  test("has the same place as long as the sources are the same, and another when they change", async () => {
    const first = await bundle();
    expect(await bundle()).toEqual(first);
    write("fail.ts", "export const fail = () => process.exit(7);\n");
    const second = await bundle();
    expect(second.dir).not.toBe(first.dir);
    expect(existsSync(processArgs(first.dir, "main.ts").at(-1) ?? "")).toBe(true);
    expect(spawnSync(process.execPath, processArgs(second.dir, "main.ts")).status).toBe(7);
  });

  test("is whole, and alone, when several are made at once", async () => {
    const made = await Promise.all(Array.from({ length: 4 }, bundle));
    expect(new Set(made.map(({ code, dir }) => `${code} ${dir}`)).size).toBe(1);
    expect(made[0]?.code).toBe(0);
    expect(bundles()).toHaveLength(1);
  });

  test("fails in the words of its sources: file, line and function", async () => {
    const { dir } = await bundle();
    const { stderr } = spawnSync(process.execPath, processArgs(dir, "main.ts"), { encoding: "utf8" });
    expect(stderr).toMatch(/ at fail \(.*[\\/]fail\.ts:2:9\)/);
    expect(stderr).toMatch(/[\\/]main\.ts:2:1/);
  });

  test("of sources that are wrong is not made, and says where they are wrong", async () => {
    write("fail.ts", "export const fail = (;\n");
    const { code, dir, complaint } = await bundle();
    expect({ code, dir }).toEqual({ code: 1, dir: "" });
    expect(complaint).toContain("fail.ts:1:21");
    expect(existsSync(join(temp.path, ".build"))).toBe(false);
  });

  test("pushes out the one that was used longest ago, not the one that was made first", async () => {
    const { dir } = await bundle();
    const at = (index: number) => new Date(Date.now() - 1_000 * (index + 1));
    for (let index = 0; index < KEPT_MAX; index += 1) {
      const older = join(temp.path, ".build", `older-${index}`);
      mkdirSync(older);
      utimesSync(older, at(index), at(index));
    }
    utimesSync(dir, at(KEPT_MAX), at(KEPT_MAX));
    await bundle();
    expect(bundles()).toHaveLength(KEPT_MAX);
    expect(existsSync(dir)).toBe(true);
    expect(bundles()).not.toContain(`older-${KEPT_MAX - 1}`);
  });
});

describe("the product's processes", () => {
  let lines: string[];
  beforeAll(async () => {
    const dir = await bundleProcesses(PRODUCT_PROCESSES);
    lines = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith(".js"))
      .flatMap(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8").split("\n"));
  });

  test("pay for no closure's name", () => {
    expect(lines.filter((line) => line.includes("__name"))).toEqual([]);
  });

  test("have no crash points: those are the fault suite's", () => {
    expect(lines.filter((line) => /crashPoint|INTERLOCK_CRASH_POINT/.test(line))).toEqual([]);
  });

  test("do not look for files beside themselves: a bundle lies elsewhere", () => {
    const asking = lines.filter((line) => /import\.meta|__filename|__dirname/.test(line));
    // Prisma's client only says where it is; nothing of it reads a file there.
    expect(asking).toEqual(["globalThis.__dirname = path.dirname(fileURLToPath(import.meta.url));"]);
  });
});
