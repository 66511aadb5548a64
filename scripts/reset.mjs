// `npm run reset`: forgets everything that a start keeps (`.interlock/`), unless an Interlock is running on it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { requireNode } from "./node-version.mjs";

requireNode();
const { inRoot } = await import("./root.mjs");
inRoot();
if (!existsSync("node_modules/tsx")) {
  const { prepare } = await import("./install.mjs");
  await prepare();
}
const done = spawnSync(process.execPath, ["--import", "tsx", "scripts/launch/reset.ts"], { stdio: "inherit" });
process.exit(done.status ?? 1);
