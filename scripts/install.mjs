// Installs dependencies and generates the database client when they are missing or out of date. Plain Node.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeStages } from "./stages.mjs";

const LOCKFILE = "package-lock.json";
const INSTALLED = "node_modules/.package-lock.json";
const SCHEMA = "prisma/schema.prisma";
const CLIENT = "lib/store/generated";
const TAIL_MAX = 16_384;

/** Brings node_modules and the generated client up to date; says so only when there is something to do. */
export async function prepare() {
  const stages = makeStages();
  try {
    if (installIsDue()) await stages.run("Dependencies", () => run(...npmCi()));
    if (clientIsDue())
      await stages.run("Database client", () => run(process.execPath, ["scripts/generate-client.mjs"]));
  } catch (error) {
    console.error(`\n${error.message}`);
    process.exit(1);
  }
}

/**
 * Whether what is installed differs from the lockfile. By content: a checkout gives files new times, and whoever copied
 * node_modules or ran `npm ci` by hand has left no mark of ours.
 */
export function installIsDue(lockfile = LOCKFILE, installed = INSTALLED) {
  const wanted = readPackages(lockfile);
  const found = readPackages(installed);
  if (wanted === null || found === null) return true; // npm tells what is wrong
  return Object.entries(wanted).some(([path, { version, integrity, optional }]) => {
    if (path === "") return false; // the product itself
    const has = found[path];
    // npm leaves out what is optional and for another platform.
    if (has === undefined) return optional !== true;
    return has.version !== version || has.integrity !== integrity;
  });
}

/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} Package */

/** @param {string} path @returns {Record<string, Package> | null} */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages ?? null;
  } catch {
    return null; // not there, or half of one
  }
}

function clientIsDue() {
  if (!existsSync(SCHEMA)) return false;
  if (!existsSync(CLIENT)) return true;
  const newest = Math.max(0, ...readdirSync(CLIENT).map((name) => statSync(join(CLIENT, name)).mtimeMs));
  return newest < statSync(SCHEMA).mtimeMs;
}

/** @returns {[string, string[]]} */
function npmCi() {
  // NODE_ENV=production would leave out what the build needs; audit and fund only cost time.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  const cli = process.env.npm_execpath;
  if (cli?.endsWith("npm-cli.js")) return [process.execPath, [cli, ...args]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", args];
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], shell: command.endsWith(".cmd") });
    let tail = "";
    const keep = (/** @type {Buffer} */ chunk) => {
      tail = (tail + chunk.toString()).slice(-TAIL_MAX);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    // A terminal's Ctrl-C reaches the child as well; waiting for it keeps node_modules consistent.
    const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on("SIGINT", stop).on("SIGTERM", stop);
    child.on("error", (error) => reject(new Error(`Could not run ${command}: ${error.message}`)));
    child.on("close", (code) => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      if (code === 0) return resolve(undefined);
      reject(new Error(`${tail.trim()}\n\n\`${[command, ...args].join(" ")}\` failed: see its output above.`));
    });
  });
}
