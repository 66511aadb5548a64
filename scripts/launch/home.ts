// The directory that holds everything one Interlock keeps (INTERLOCK_HOME, `.interlock` by default).
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export interface Home {
  dir: string;
  logs: string;
  postgres: string;
  ledger: string;
  file(name: string): string;
}

const SECRET_BYTES = 32;
const MARKER = "README";
const MARKER_TEXT = "Interlock keeps its state in this directory. `npm run reset` removes it.\n";
const isRoot = process.getuid?.() === 0;

export function homeFrom(env: NodeJS.ProcessEnv): Home {
  const dir = resolve(env["INTERLOCK_HOME"] || ".interlock");
  const file = (name: string) => join(dir, name);
  return { dir, logs: file("logs"), postgres: file("postgres"), ledger: file("ledger"), file };
}

export function createHome(home: Home): void {
  makePrivateDir(home.dir);
  mkdirSync(home.logs, { recursive: true, mode: 0o700 });
  writeFileSync(home.file(MARKER), MARKER_TEXT);
}

/** Whether we made this directory: nothing else may be removed, whatever INTERLOCK_HOME says. */
export function isHome(home: Home): boolean {
  return existsSync(home.file(MARKER)) && readFileSync(home.file(MARKER), "utf8") === MARKER_TEXT;
}

/** Only its owner may list it; under root it stays traversable, because Postgres runs as somebody else. */
export function makePrivateDir(dir: string): void {
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, isRoot ? 0o711 : 0o700);
}

/** Writes a file that only its owner can read, whole or not at all. */
export function writePrivateFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  rmSync(draft, { force: true });
  writeFileSync(draft, content, { mode: 0o600, flag: "wx" });
  renameSync(draft, path);
}

/** Null when the file does not exist or holds no JSON: both mean "begin anew" for what is kept here. */
export function readJsonFile(path: string): unknown {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** The secret kept at this path; made on first use. */
export function keepSecret(path: string, encoding: "base64" | "hex" = "hex"): string {
  if (existsSync(path)) {
    const kept = readFileSync(path, "utf8").trim();
    if (kept !== "") return kept;
  }
  const secret = randomBytes(SECRET_BYTES).toString(encoding);
  writePrivateFile(path, `${secret}\n`);
  return secret;
}
