// `npm run web`, `npm run worker`: one process of the product by itself, bundled from the sources as they are, with
// settings from the environment. For machines of one's own; `npm start` is the whole product on one.
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";

const ENTRIES = { web: "server/main.ts", worker: "workers/main.ts" };

const entry = ENTRIES[process.argv[2]];
if (entry === undefined) {
  console.error(`usage: npm run ${Object.keys(ENTRIES).join(" | npm run ")}`);
  process.exit(2);
}
const dir = execFileSync(process.execPath, ["scripts/bundle.mjs", entry], { encoding: "utf8" }).trim();
const bundled = join(dir, entry.replace(/\.ts$/, ".js"));
const child = spawn(process.execPath, ["--enable-source-maps", "--max-semi-space-size=64", bundled], {
  stdio: "inherit",
  env: { NODE_ENV: "production", ...process.env },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`Could not start Node again: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code) => process.exit(code ?? 1));
