// `npm start`: checks Node, installs what is missing, then hands over to the supervisor in scripts/launch.
import { spawn } from "node:child_process";
import { requireNode } from "./node-version.mjs";

requireNode();
// Only now: an older Node must come as far as that sentence.
const { inRoot } = await import("./root.mjs");
const { prepare } = await import("./install.mjs");
const { onNpmGone } = await import("./parent-watch.mjs");

inRoot();
await prepare();

const supervisor = spawn(process.execPath, ["--import", "tsx", "scripts/launch/main.ts"], {
  // The channel tells the supervisor when this process is gone: it then stops everything by itself.
  stdio: ["inherit", "inherit", "inherit", "ipc"],
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => supervisor.kill(signal));
supervisor.on("error", (error) => {
  console.error(`Could not start Node again: ${error.message}`);
  process.exit(1);
});
supervisor.on("exit", (code) => process.exit(code ?? 1));
onNpmGone(() => process.exit(1));
