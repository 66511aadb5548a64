// A Node beside the one at hand, with another law for Vancouver: as npm packages it, fetched for one run.
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeTempDir } from "@/tests/support/temp-dir";

const FETCH_MAX_MS = 300_000;
const LOOK_MAX_MS = 30_000;

/** Zones of 2025, with a winter time in Vancouver, and of 2026, without. */
const [WITH_WINTER, WITHOUT_WINTER] = ["20.20.2", "22.23.3"];
const PACKAGE = `node-${process.platform}-${process.arch}`;
const HOUR = `new Date("2027-01-15T22:00Z").toLocaleString("en-GB", { timeZone: "America/Vancouver", hour: "2-digit" })`;

export interface OtherNode {
  path: string;
  /** Versions of both and of their zones, for the table. */
  told: string;
  remove(): void;
}

/** Null: it can be fetched. */
export function cannotFetchNode(): string | null {
  const { status } = spawnSync("npm", ["view", nameOther(), "version"], { stdio: "ignore", timeout: LOOK_MAX_MS });
  return status === 0 ? null : `needs npm to fetch ${nameOther()}`;
}

export async function fetchOtherNode(): Promise<OtherNode> {
  const dir = makeTempDir("node");
  try {
    const quiet = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const install = ["install", "--prefix", dir.path, ...quiet, nameOther()];
    await promisify(execFile)("npm", install, { timeout: FETCH_MAX_MS });
    const path = join(dir.path, "node_modules", PACKAGE, "bin", "node");
    const [here, there] = [process.execPath, path].map((node) => ask(node, HOUR));
    if (here === there) throw new Error(`both Nodes say that it is ${here} o'clock in Vancouver: they show nothing`);
    return { path, told: `${versionsOf(path)} -> ${versionsOf(process.execPath)}`, remove: dir.remove };
  } catch (error) {
    dir.remove();
    throw error;
  }
}

function nameOther(): string {
  return `${PACKAGE}@${ask(process.execPath, HOUR) === "14" ? WITHOUT_WINTER : WITH_WINTER}`;
}

function versionsOf(node: string): string {
  return `Node ${ask(node, "process.versions.node")} (zones ${ask(node, "process.versions.tz")})`;
}

function ask(node: string, expression: string): string {
  return spawnSync(node, ["-p", expression], { encoding: "utf8" }).stdout.trim();
}
