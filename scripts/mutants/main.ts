// Plants mistakes in copies of the state machine and shows that its property tests notice every one. With `--all`
// every test meets every mutant (slower), and properties that noticed none are listed.
import { rmSync } from "node:fs";
import { DECIDE_MUTANTS } from "./decide";
import { DOUBT_MUTANTS } from "./doubt";
import { ESCALATE_MUTANTS } from "./escalate";
import { EXECUTE_MUTANTS } from "./execute";
import { makeDirectory, plantCopies } from "./plant";
import { report } from "./report";
import { runCopies } from "./run";
import { SUBMIT_MUTANTS } from "./submit";

const MUTANTS = [...SUBMIT_MUTANTS, ...DECIDE_MUTANTS, ...ESCALATE_MUTANTS, ...EXECUTE_MUTANTS, ...DOUBT_MUTANTS];

const INTERRUPTED = 130;

async function main(): Promise<number> {
  const startedAt = Date.now();
  const tests = process.argv.includes("--all") ? "all" : "first";
  const directory = makeDirectory();
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(INTERRUPTED));
  plantCopies(process.cwd(), directory, MUTANTS, tests);
  const verdicts = await runCopies(directory);
  return report(MUTANTS, verdicts, tests, Date.now() - startedAt);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
