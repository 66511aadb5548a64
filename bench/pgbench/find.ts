/** Where pgbench is: on the PATH, or where Debian keeps PostgreSQL's programs. */
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const DEBIAN_DIR = "/usr/lib/postgresql";

export function findPgbench(path = process.env["PATH"] ?? ""): string | null {
  const dirs = [...path.split(delimiter).filter((dir) => dir !== ""), ...debianDirs()];
  return dirs.map((dir) => join(dir, "pgbench")).find(isExecutable) ?? null;
}

/** The newest first. */
function debianDirs(): string[] {
  if (!existsSync(DEBIAN_DIR)) return [];
  return readdirSync(DEBIAN_DIR)
    .toSorted((left, right) => Number(right) - Number(left))
    .map((version) => join(DEBIAN_DIR, version, "bin"));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
