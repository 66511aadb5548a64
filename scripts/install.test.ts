import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempDir, type TempDir } from "@/tests/support/temp-dir";
import { installIsDue } from "./install.mjs";

const LATER = new Date("2999-01-01");
const WANTED = {
  "": { name: "interlock", version: "0.1.0" },
  "node_modules/zod": { version: "4.6.7", integrity: "sha512-a" },
  "node_modules/vite": { version: "7.3.8", integrity: "sha512-b", dev: true },
  "node_modules/only-elsewhere": { version: "1.0.0", integrity: "sha512-c", optional: true },
};
const { "": _, "node_modules/only-elsewhere": __, ...INSTALLED } = WANTED;

let dir: TempDir;
beforeEach(() => {
  dir = makeTempDir("install");
});
afterEach(() => dir.remove());

/** What is wanted was written later than what is installed, as after a checkout. */
function isDue(installed: object | string | null, wanted: object = WANTED): boolean {
  const [lockfile, hidden] = [join(dir.path, "package-lock.json"), join(dir.path, "node_modules/.package-lock.json")];
  mkdirSync(join(dir.path, "node_modules"), { recursive: true });
  const write = (path: string, packages: object) => writeFileSync(path, JSON.stringify({ packages }));
  write(lockfile, wanted);
  utimesSync(lockfile, LATER, LATER);
  if (typeof installed === "string") writeFileSync(hidden, installed);
  else if (installed !== null) write(hidden, installed);
  return installIsDue(lockfile, hidden);
}

test("a fresh checkout beside what is installed already installs nothing", () => {
  expect(isDue(INSTALLED)).toBe(false);
});

test("what this very repository was installed from is what it wants", () => {
  expect(installIsDue()).toBe(false);
});

test.each([
  ["nothing is installed", null],
  ["an installation was interrupted", '{"packages": {"node_mod'],
  ["another version is installed", { ...INSTALLED, "node_modules/zod": { version: "4.6.8", integrity: "sha512-a" } }],
  ["something else is installed under that version", { ...INSTALLED, "node_modules/zod": { version: "4.6.7" } }],
  ["what only development needs was left out", { "node_modules/zod": INSTALLED["node_modules/zod"] }],
])("it installs when %s", (_, installed) => {
  expect(isDue(installed)).toBe(true);
});

test("it installs when the lockfile cannot be read: npm tells what is wrong with it", () => {
  expect(installIsDue(join(dir.path, "none.json"))).toBe(true);
});
