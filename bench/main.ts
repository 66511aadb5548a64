/** `npm run bench -- <name>`: side-by-side benchmarks. */
import { runExecute } from "./execute/run";
import { runIntake } from "./intake/run";

const BENCHMARKS = new Map([
  ["intake", runIntake],
  ["execute", runExecute],
]);

const [name = "", ...rest] = process.argv.slice(2);
const run = BENCHMARKS.get(name);
if (run === undefined) {
  console.error(`usage: npm run bench -- <${[...BENCHMARKS.keys()].join(" | ")}> [options]`);
  process.exit(2);
}
process.exit(await run(rest));
