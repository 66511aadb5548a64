// `node scripts/bundle.mjs [--crash-points] [--release <plugin.mjs>] <entry.ts>…`: bundles entries of the current
// directory to plain ESM and prints where they are. The options are for the fault suite: crash points
// (lib/config/crash-point.ts), and a plugin of esbuild that makes another release of these sources.
//
// B1 Always from the current sources: bundling is faster than finding out whether it is needed.
// B2 A directory is named for its content and appears whole: whoever runs from one is never given half of another.
// B3 Packages stay outside: Node finds them. Their data (JSON) comes along: Node imports it only by a word of its own,
//    with a warning. No `keepNames`: it is a call for every closure that is made.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const BUNDLES = resolve(".build");
/** Sources are named relative to the bundle: every bundle lies as deep as this one. */
const OUT = join(BUNDLES, "bundle");
/** A process that runs for weeks may be started again from a bundle that is not the newest. */
const KEPT_MAX = 50;

const { values: options, positionals: entries } = parseArgs({
  allowPositionals: true,
  options: { "crash-points": { type: "boolean", default: false }, release: { type: "string" } },
});
const release = options.release === undefined ? [] : [(await import(pathToFileURL(options.release).href)).default];

const files = await bundle();
const dir = join(BUNDLES, digestOf(files));
if (existsSync(dir)) utimesSync(dir, new Date(), new Date());
else keep(files, dir);
prune();
console.log(dir);

/** @typedef {{ path: string, contents: Uint8Array }} Output */

/** @returns {Promise<Output[]>} */
async function bundle() {
  try {
    const { outputFiles } = await build({
      entryPoints: entries,
      outbase: ".",
      outdir: OUT,
      write: false,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20.19",
      packages: "external",
      plugins: [{ name: "data-comes-along", setup: bundleData }, ...release],
      define: { INTERLOCK_CRASH_POINTS: String(options["crash-points"]) },
      minifySyntax: true, // what the constant leaves dead disappears
      sourcemap: "linked",
      sourcesContent: false,
      logLevel: "warning",
    });
    return outputFiles.map(({ path, contents }) => ({ path: relative(OUT, path), contents }));
  } catch (error) {
    if (!("errors" in error)) throw error;
    process.exit(1); // esbuild has said what is wrong, with file and line
  }
}

/** B3 @param {import("esbuild").PluginBuild} build */
function bundleData({ onResolve }) {
  onResolve({ filter: /^[^./].*\.json$/ }, ({ path, resolveDir }) => ({
    path: createRequire(join(resolveDir, "any.js")).resolve(path),
  }));
}

/** @param {Output[]} outputs */
function digestOf(outputs) {
  const hash = createHash("sha256");
  for (const { path, contents } of outputs) hash.update(`${path}\0${contents.length}\0`).update(contents);
  return hash.digest("hex").slice(0, 16);
}

/** @param {Output[]} outputs @param {string} target */
function keep(outputs, target) {
  const draft = `${target}.${process.pid}`;
  for (const { path, contents } of outputs) {
    mkdirSync(dirname(join(draft, path)), { recursive: true });
    writeFileSync(join(draft, path), contents);
  }
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(target)) throw error; // else somebody else has just made the same
  }
}

function prune() {
  const age = (/** @type {string} */ name) =>
    Date.now() - (statSync(join(BUNDLES, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const aged = readdirSync(BUNDLES).map((name) => ({ name, ageMs: age(name) }));
  aged.sort((left, right) => left.ageMs - right.ageMs);
  for (const { name } of aged.slice(KEPT_MAX)) rmSync(join(BUNDLES, name), { recursive: true, force: true });
}
