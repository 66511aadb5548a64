// `npm run faults -- [--only F6,F13] [--seed S] [--full] [--actions N] [--kills N]`: brings each fault about on real
// processes, prints one table, and stops at the first breach with what replays it.
import { parseArgs } from "node:util";
import { requireNoBreach } from "@/tests/faults/suite/fault";
import { FAULTS } from "@/tests/faults/suite/faults";
import { tableHead, tableLine } from "@/tests/faults/suite/table";
import openTestRun from "@/tests/support/global-setup";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string" },
    full: { type: "boolean", default: false },
    actions: { type: "string" },
    kills: { type: "string" },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
const wanted = values.only?.split(",").map((id) => id.trim().toUpperCase());
const chosen = FAULTS.filter(({ id }) => wanted === undefined || wanted.includes(id));
const missing = (wanted ?? []).filter((id) => !FAULTS.some((fault) => fault.id === id));
if (missing.length > 0 || chosen.length === 0 || Number.isNaN(seed)) {
  console.error(`Choose from ${FAULTS.map(({ id }) => id).join(", ")}; --seed takes a number.`);
  process.exit(2);
}
const size = {
  ...(values.actions === undefined ? {} : { actions: Number(values.actions) }),
  ...(values.kills === undefined ? {} : { kills: Number(values.kills) }),
};

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
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await closeRun?.();
}
