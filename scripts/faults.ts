// `npm run faults`: brings each fault about on real processes, prints one table, and stops at the first breach with what
// replays it.
import { inspect } from "node:util";
import { BreachError, requireNoBreach } from "@/tests/faults/suite/fault";
import { FAULTS } from "@/tests/faults/suite/faults";
import { skippedLine, tableHead, tableLine } from "@/tests/faults/suite/table";
import openTestRun from "@/tests/support/global-setup";
import { readArguments, refuseArguments, takeLeadingWords, wholeNumber } from "./command-line.mjs";

const COMMAND = "npm run faults";
const HELP = `${COMMAND} -- [faults] [options]

Brings each fault about on real processes (web, worker, ledger, PostgreSQL, Redis: all its own, in the system's directory
for temporary files), compares what is recorded with what the ledger saw, and prints one table. Stops at the first
breach and says how to replay it; a figure that is not reached (how fast, how soon) is printed, and fails the run at its
end: a busy machine reaches few of them. A fault that cannot be brought about on this machine (some need root) is named with
the reason; asked for by name, it counts as a failure.

  faults        some of ${FAULTS.map(({ id }) => id).join(", ")}; F1-F12 for a range
  --only LIST   the same, separated by commas
  --seed N      the same seed brings the same faults (default: another one each time, printed)
  --full        the matrix's own figures, which take long
  --actions N   so many actions a fault
  --kills N     so many kills a fault, where there are kills`;

const words = takeLeadingWords();
const values = readArguments(COMMAND, HELP, {
  only: { type: "string" },
  seed: { type: "string" },
  full: { type: "boolean", default: false },
  actions: { type: "string" },
  kills: { type: "string" },
} as const);
const seed = readCount("seed") ?? Math.floor(Math.random() * 1_000_000);
const named = [...words, ...(values.only?.split(",") ?? [])].map((id) => id.trim().toUpperCase());
const wanted = named.flatMap(expandRange);
const chosen = FAULTS.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const unknown = wanted.filter((id) => !FAULTS.some((fault) => fault.id === id));
if (unknown.length > 0) refuseArguments(COMMAND, `Choose from ${FAULTS.map(({ id }) => id).join(", ")}.`);
const actions = readCount("actions");
const kills = readCount("kills");
const size = { ...(actions === undefined ? {} : { actions }), ...(kills === undefined ? {} : { kills }) };

const closeRun = await openTestRun({ onTestsRerun: () => undefined } as unknown as Parameters<typeof openTestRun>[0]);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // What the run has started carries its mark, and is found and ended by it.
  process.once(signal, () => void closeRun?.().finally(() => process.exit(130)));
}
console.log(`seed ${seed}${values.full ? ", full figures" : ""}\n\n${tableHead()}`);
try {
  const skipped: string[] = [];
  for (const fault of chosen) {
    const why = fault.cannotRun?.() ?? null;
    if (why !== null) {
      console.log(skippedLine(fault.id, why));
      skipped.push(fault.id);
      continue;
    }
    const startedAt = performance.now();
    const row = await fault.run({ seed, full: values.full, size });
    console.log(tableLine(row, (performance.now() - startedAt) / 1_000));
    requireNoBreach(row, seed);
    for (const figure of row.missed ?? []) {
      console.log(`        not reached: ${figure}`);
      process.exitCode = 1;
    }
  }
  if (skipped.length > 0)
    console.log(`\nNot brought about on this machine, so nothing is known of: ${skipped.join(", ")}.`);
  if (wanted.length > 0 && skipped.length > 0) process.exitCode = 1;
} catch (error) {
  // Anything else is a defect of the suite, and is shown with where it came from.
  console.error("\n%s", error instanceof BreachError ? error.message : inspect(error));
  process.exitCode = 1;
} finally {
  await closeRun?.();
}

/** `F1-F12`: the faults of the matrix from the one to the other. */
function expandRange(text: string): string[] {
  const range = /^F(\d+)-F?(\d+)$/.exec(text);
  if (range === null) return [text];
  const [from, to] = [Number(range[1]), Number(range[2])];
  const within = FAULTS.filter(({ id }) => Number(id.slice(1)) >= from && Number(id.slice(1)) <= to);
  return within.length === 0 ? [text] : within.map(({ id }) => id);
}

function readCount(name: "seed" | "actions" | "kills"): number | undefined {
  const text = values[name];
  return text === undefined ? undefined : wholeNumber(COMMAND, name, text);
}
