/** `npm run bench -- intake`: starts everything, measures cell by cell, prints, stops everything. */
import { availableParallelism } from "node:os";
import { medianFigures } from "../median";
import { type Ratio, ratioHead, ratioRow } from "../ratio";
import { EXIT_ERRORS, runBenchmark, writeResults } from "../run-benchmark";
import { KINDS } from "./cells";
import { type Figures, measure } from "./measure";
import { type Options, readOptions } from "./options";
import { PREPARED_COUNT, prepare } from "./prepare";
import { profileIntake } from "./profile-intake";
import { makeRatios } from "./ratios";
import { errorRows, tableHead, tableRow } from "./report";
import { type Site, startSite } from "./site";

export function runIntake(argv: string[]): Promise<number> {
  return runBenchmark(() => {
    const options = readOptions(argv);
    return {
      start(shutdown) {
        console.log("Starting PostgreSQL, web and load, each in a process of its own …");
        return startSite(shutdown);
      },
      run: (site: Site) => benchmark(site, options),
    };
  });
}

async function benchmark(site: Site, options: Options): Promise<number> {
  console.log(`Preparing ${PREPARED_COUNT} performed and ${PREPARED_COUNT} held intents …\n`);
  await prepare(site);
  const figures = await measureAll(site, options);
  const ratios = makeRatios(figures);
  printResults(site, options, figures, ratios);
  const profiles = options.profile ? await profileIntake(site, options) : [];
  if (options.json !== null) {
    await writeResults(options.json, site.postgresVersion, { options, figures, ratios, profiles });
  }
  return figures.some(({ errorCount }) => errorCount > 0) ? EXIT_ERRORS : 0;
}

/** Kinds follow each other within one number of connections: what is compared is measured minutes apart at most. */
async function measureAll(site: Site, { connections, rounds, seconds }: Options): Promise<Figures[]> {
  const measured: Figures[] = [];
  console.log(tableHead());
  for (let round = 1; round <= rounds; round += 1) {
    for (const count of connections) {
      for (const kind of KINDS) {
        const figures = await measure(site, { kind, connections: count, round }, seconds);
        console.log(tableRow(figures));
        measured.push(figures);
      }
    }
  }
  if (rounds === 1) return measured;
  return connections.flatMap((count) =>
    KINDS.map((kind) => medianFigures(measured.filter((entry) => entry.kind === kind && entry.connections === count))),
  );
}

function printResults(site: Site, options: Options, figures: Figures[], ratios: Ratio[]): void {
  if (options.rounds > 1) {
    console.log(`\nMedians of ${options.rounds} rounds\n${tableHead()}`);
    for (const row of figures) console.log(tableRow(row));
  }
  console.log(`\n${ratioHead("Ratios, inside this run")}`);
  for (const entry of ratios) console.log(ratioRow(entry));
  console.log(`\n${notes(site)}`);
  const errors = errorRows(figures);
  if (errors.length > 0) console.log(`\nAnswers that were not the expected ones, the first of each cell:`);
  for (const row of errors) console.log(`  ${row}`);
}

function notes(site: Site): string {
  return [
    `PostgreSQL ${site.postgresVersion} with fsync and synchronous_commit on; Node ${process.versions.node}; ${availableParallelism()} cores, shared by server, PostgreSQL and load.`,
    "New intents are cleared by policy and their wake-ups queued, but no worker runs: what is measured is intake, not execution.",
    "The INSERT's clients run in the load process; they pay no HTTP. Absolute figures swing with the machine, ratios less.",
  ].join("\n");
}
