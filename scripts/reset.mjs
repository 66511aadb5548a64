// `npm run reset`: forgets everything that a start keeps (`.interlock/`), unless an Interlock is running on it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { requireNode } from "./node-version.mjs";

requireNode();
const { inRoot } = await import("./root.mjs");
const { homeDir, readArguments } = await import("./command-line.mjs");
inRoot();
const HELP = `npm run reset

Removes everything that a start keeps: the embedded database, the demo's ledger, keys, credentials and logs. Refuses while
an Interlock runs there. What an external DATABASE_URL or REDIS_URL holds is left alone.

It takes no arguments. It removes: ${homeDir()} (INTERLOCK_HOME, else .interlock)`;
readArguments("npm run reset", HELP, {});
if (!existsSync("node_modules/tsx")) {
  const { prepare } = await import("./install.mjs");
  await prepare();
}
const done = spawnSync(process.execPath, ["--import", "tsx", "scripts/launch/reset.ts"], { stdio: "inherit" });
process.exit(done.status ?? 1);
