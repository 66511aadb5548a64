// `npm start`: checks Node, installs what is missing, then hands over to the supervisor in scripts/launch.
import { spawn } from "node:child_process";
import { requireNode } from "./node-version.mjs";

requireNode();
// Only now: an older Node must come as far as that sentence.
const { inRoot } = await import("./root.mjs");
const { homeDir, readArguments } = await import("./command-line.mjs");
const { prepare } = await import("./install.mjs");
const { onNpmGone } = await import("./parent-watch.mjs");

inRoot();
const HELP = `npm start

Installs what is missing, starts an embedded PostgreSQL, migrates, builds, seeds a demo, runs web, worker and the demo's
ledger, and prints the address and the credentials. Ctrl-C stops all of it.

It takes no arguments; settings come from the environment. The usual ones (README.md, "Settings", has them all):

  PORT            where it listens (3000)
  INTERLOCK_HOME  where it keeps everything (.interlock)
  DATABASE_URL    a PostgreSQL of yours instead of the embedded one
  REDIS_URL       a Redis of yours for the queue, instead of PostgreSQL
  INTERLOCK_DEMO  1 or 0: with or without the demo

State, logs and the demo's credentials (demo.json): ${homeDir()}
\`npm run reset\` removes them.`;
readArguments("npm start", HELP, {});
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
