/** `npm run bench -- <name>`: side-by-side benchmarks. */
import { runPeers } from "./compare/run";
import { runDrain } from "./drain/run";
import { runExecute } from "./execute/run";
import { runHistory } from "./history/run";
import { runIntake } from "./intake/run";
import { runScale } from "./scale/run";

const BENCHMARKS = new Map([
  ["intake", runIntake],
  ["execute", runExecute],
  ["drain", runDrain],
  ["peers", runPeers],
  ["history", runHistory],
  ["scale", runScale],
]);

const [name = "", ...rest] = process.argv.slice(2);
const USAGE = `usage: npm run bench -- <${[...BENCHMARKS.keys()].join(" | ")}> [options]

Measures the product side by side with what a team would have without it, on servers of its own.
\`npm run bench -- <name> --help\` tells what each one takes.`;

if (name === "--help" || name === "-h") {
  console.log(USAGE);
  process.exit(0);
}
const run = BENCHMARKS.get(name);
if (run === undefined) {
  console.error(USAGE);
  process.exit(2);
}
process.exit(await run(rest));
