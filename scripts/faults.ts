// `npm run faults`: brings each fault about on real processes, prints one table, and stops at the first breach with what
// replays it.
import { inspect } from "node:util";
import { BreachError, requireNoBreach } from "@/tests/faults/suite/fault";
import { FAULTS } from "@/tests/faults/suite/faults";
import { tableHead, tableLine } from "@/tests/faults/suite/table";
import openTestRun from "@/tests/support/global-setup";
import { readArguments, refuseArguments, wholeNumber } from "./command-line.mjs";

const COMMAND = "npm run faults";
const HELP = `${COMMAND} -- [options]

Brings each fault about on real processes (web, worker, ledger, PostgreSQL, Redis: all its own, in the system's directory
for temporary files), compares what is recorded with what the ledger saw, and prints one table. Stops at the first
breach and says how to replay it.

  --only LIST   some of ${FAULTS.map(({ id }) => id).join(", ")}
  --seed N      the same seed brings the same faults (default: another one each time, printed)
  --full        the matrix's own figures, which take long
  --actions N   so many actions a fault
  --kills N     so many kills a fault, where there are kills`;

const values = readArguments(COMMAND, HELP, {
  only: { type: "string" },
  seed: { type: "string" },
  full: { type: "boolean", default: false },
  actions: { type: "string" },
  kills: { type: "string" },
} as const);
const seed = readCount("seed") ?? Math.floor(Math.random() * 1_000_000);
const wanted = values.only?.split(",").map((id) => id.trim().toUpperCase());
const chosen = FAULTS.filter(({ id }) => wanted === undefined || wanted.includes(id));
const missing = (wanted ?? []).filter((id) => !FAULTS.some((fault) => fault.id === id));
if (missing.length > 0 || chosen.length === 0) {
  refuseArguments(COMMAND, `Choose from ${FAULTS.map(({ id }) => id).join(", ")}.`);
}
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
  for (const fault of chosen) {
    const startedAt = performance.now();
    const row = await fault.run({ seed, full: values.full, size });
    console.log(tableLine(row, (performance.now() - startedAt) / 1_000));
    requireNoBreach(row, seed);
  }
} catch (error) {
  // Anything else is a defect of the suite, and is shown with where it came from.
  console.error("\n%s", error instanceof BreachError ? error.message : inspect(error));
  process.exitCode = 1;
} finally {
  await closeRun?.();
}

function readCount(name: "seed" | "actions" | "kills"): number | undefined {
  const text = values[name];
  return text === undefined ? undefined : wholeNumber(COMMAND, name, text);
}
