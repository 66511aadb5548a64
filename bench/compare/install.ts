/** The peers' own packages: not part of the product's, installed when they are first measured. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { installIsDue } from "@/scripts/install.mjs";
import { UsageError } from "../arguments";

const PEERS_DIR = resolve("bench/peers");

export async function installPeers(): Promise<void> {
  const [lockfile, installed] = ["package-lock.json", "node_modules/.package-lock.json"];
  if (!installIsDue(join(PEERS_DIR, lockfile), join(PEERS_DIR, installed))) return;
  console.log("Installing the peers' packages in bench/peers …");
  // Without scripts: the only one that a package brings reports to its maker.
  const npm = spawn("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: PEERS_DIR,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  const [code] = await once(npm, "close");
  if (code !== 0) throw new UsageError("The peers' packages could not be installed: see above.");
}

/** Null where Restate has no server for this platform. */
export function findRestateServer(): string | null {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`;
  const file = join(PEERS_DIR, "node_modules", name, "bin/restate-server");
  return existsSync(file) ? file : null;
}
