// Runs the simulated world for many seeds on all cores, or for one with a trace: npm run simulate -- --seeds 1000000 --from 1
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { explore } from "@/tests/simulation/explore";
import { FEATURES, type FeatureCounts, neverSeen, sumFeatures } from "@/tests/simulation/features";
import { MUTANTS, type Mutant } from "@/tests/simulation/mutants";
import { runSeed } from "@/tests/simulation/run-seed";
import { runSeeds, sayBreach } from "@/tests/simulation/run-seeds";
import { readArguments, refuseArguments, wholeNumber } from "./command-line.mjs";

const SEEDS_DEFAULT = 20_000;
const DETOURS_DEFAULT = 2;
const SLICE_SEEDS = 2_000;
const PROGRESS_INTERVAL_MS = 10_000;
/** Worlds are short-lived and many: what dies young should not be copied first. */
const YOUNG_SPACE = "--max-semi-space-size=64";
/** From so many worlds on, each of the things that can happen must have happened. */
const COVERING_SEEDS = 10_000;

type Slice = { from: number; count: number; mutant: Mutant | null };
type Report = { doneCount: number; failedSeed: number | null; features: FeatureCounts };

const COMMAND = "npm run simulate";
const HELP = `${COMMAND} -- [options]

Runs web, workers, queue, downstream and people in one simulated world, with crashes, freezes, lost and late answers,
clocks that jump and people who err, and checks each run for effects that were doubled or lost. Says in how many worlds
each kind of trouble came up. Needs no servers and keeps no files.

  --seeds N      how many worlds (default ${SEEDS_DEFAULT.toLocaleString("en")})
  --from N       the first one's seed (default 1)
  --jobs N       on so many cores (default: all)
  --seed N       one world alone; --trace tells what happens in it
  --exhaustive   every order of a small world (two workers, two intents, one crash, one wake-up twice), instead of seeds
  --detours N    with --exhaustive: how often what is next may come later than something else (default ${DETOURS_DEFAULT};
                 each more takes about three times as long)
  --mutant NAME  plants a mistake that must be found: ${MUTANTS.join(", ")}`;

const values = readArguments(COMMAND, HELP, {
  seeds: { type: "string" },
  from: { type: "string", default: "1" },
  seed: { type: "string" },
  trace: { type: "boolean", default: false },
  exhaustive: { type: "boolean", default: false },
  detours: { type: "string", default: String(DETOURS_DEFAULT) },
  mutant: { type: "string" },
  jobs: { type: "string" },
} as const);

if (process.send !== undefined) serveSlices();
else if (values.exhaustive) process.exitCode = await runAllOrders();
else
  process.exitCode =
    values.seed === undefined ? await runMany() : await runOne(wholeNumber(COMMAND, "seed", values.seed));

async function runAllOrders(): Promise<number> {
  const detoursMax = wholeNumber(COMMAND, "detours", values.detours);
  const { breach, trace, runCount, stateCount, endCount, ends } = await explore({
    mutant: mutantAsked(),
    detoursMax,
    onProgress: (runs, states, ahead) => console.log(`${runs} runs, ${states} states, ${ahead} choices ahead`),
  });
  for (const line of trace) console.log(line);
  if (breach !== null) console.log(`breaks ${breach.oracle}: ${breach.what}`);
  for (const end of ends) console.log(`ends as: ${end}`);
  const tried = breach === null ? `Every order with at most ${detoursMax} detours was tried` : "It stopped there";
  console.log(`${tried}: ${runCount} runs, ${stateCount} states, ${endCount} ends.`);
  return breach === null ? 0 : 1;
}

async function runOne(seed: number): Promise<number> {
  const trace = values.trace ? { trace: (line: string) => console.log(line) } : {};
  const result = await runSeed(seed, { mutant: mutantAsked(), ...trace });
  console.log(sayBreach(result));
  if (result.breach === null) console.log(`intents ended as: ${result.states.join(", ")}`);
  return result.breach === null ? 0 : 1;
}

/** Slices go to whoever is free; the first breach, by seed, is told with its trace. */
async function runMany(): Promise<number> {
  const from = wholeNumber(COMMAND, "from", values.from);
  const count = values.seeds === undefined ? SEEDS_DEFAULT : wholeNumber(COMMAND, "seeds", values.seeds);
  const jobs =
    values.jobs === undefined ? availableParallelism() : Math.max(1, wholeNumber(COMMAND, "jobs", values.jobs));
  const mutant = mutantAsked();
  const startedAt = performance.now();
  const slices = slicesOf(from, count, mutant);
  let doneCount = 0;
  let failedSeed: number | null = null;
  const features: FeatureCounts = {};
  const say = () => {
    const perSecond = Math.round(doneCount / ((performance.now() - startedAt) / 1_000));
    console.log(`${doneCount.toLocaleString("en")} of ${count.toLocaleString("en")} seeds, ${perSecond} a second`);
  };
  const timer = setInterval(say, PROGRESS_INTERVAL_MS);
  const next = () => (failedSeed === null ? slices.shift() : undefined);
  const take = (report: Report) => {
    doneCount += report.doneCount;
    sumFeatures(features, report.features);
    if (report.failedSeed !== null) failedSeed = Math.min(failedSeed ?? report.failedSeed, report.failedSeed);
  };
  await Promise.all(Array.from({ length: Math.min(jobs, slices.length) }, () => runWorker(next, take)));
  clearInterval(timer);
  say();
  if (failedSeed === null) return sayCoverage(count, features);
  await runSeed(failedSeed, { mutant, trace: (line) => console.log(line) });
  console.log(sayBreach(await runSeed(failedSeed, { mutant })));
  return 1;
}

/** In how many worlds each thing happened; what never did was not tried, and that is a failure of a large run. */
function sayCoverage(count: number, features: FeatureCounts): number {
  for (const feature of FEATURES) {
    console.log(`${(features[feature] ?? 0).toLocaleString("en").padStart(10)}  ${feature}`);
  }
  const missing = neverSeen(features);
  if (missing.length === 0 || count < COVERING_SEEDS) return 0;
  console.log(`Never happened: ${missing.join(", ")}.`);
  return 1;
}

function slicesOf(from: number, count: number, mutant: Mutant | null): Slice[] {
  const sliceCount = Math.ceil(count / SLICE_SEEDS);
  return Array.from({ length: sliceCount }, (_, index) => ({
    from: from + index * SLICE_SEEDS,
    count: Math.min(SLICE_SEEDS, count - index * SLICE_SEEDS),
    mutant,
  }));
}

function runWorker(next: () => Slice | undefined, take: (report: Report) => void): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [YOUNG_SPACE, "--import", "tsx"] });
  const give = () => {
    const slice = next();
    if (slice === undefined) child.disconnect();
    else child.send(slice);
  };
  return new Promise((resolve, reject) => {
    child.on("message", (report: Report) => {
      take(report);
      give();
    });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`A worker ended with ${code}.`))));
    give();
  });
}

function serveSlices(): void {
  process.on("message", ({ from, count, mutant }: Slice) => {
    runSeeds({ from, count, mutant }).then(
      ({ doneCount, failed, total: { features } }) =>
        process.send?.({ doneCount, failedSeed: failed?.seed ?? null, features } satisfies Report),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}

function mutantAsked(): Mutant | null {
  if (values.mutant === undefined) return null;
  const found = MUTANTS.find((name) => name === values.mutant);
  return found ?? refuseArguments(COMMAND, `--mutant takes one of ${MUTANTS.join(", ")}.`);
}
