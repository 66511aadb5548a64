/** `npm run bench -- intake`: starts everything, measures cell by cell, prints, stops everything. */
import { availableParallelism } from "node:os";
import type { Shutdown } from "@/scripts/launch/shutdown";
import { medianFigures } from "../median";
import { type Ratio, ratioHead, ratioRow } from "../ratio";
import { EXIT_ERRORS, runBenchmark, writeResults } from "../run-benchmark";
import { kindsFor } from "./cells";
import { type Figures, measure } from "./measure";
import { type Options, readOptions } from "./options";
import { PREPARED_COUNT, prepare, warmUpStored } from "./prepare";
import { profileIntake } from "./profile-intake";
import { makeGoals, makeRatios } from "./ratios";
import { errorRows, tableHead, tableRow } from "./report";
import { addStored, type Site, startSite } from "./site";

export function runIntake(argv: string[]): Promise<number> {
  return runBenchmark(() => {
    const options = readOptions(argv);
    return {
      start(shutdown) {
        console.log("Starting PostgreSQL, web and load, each in a process of its own …");
        return startSite(shutdown);
      },
      run: async (site: Site, shutdown) => benchmark(await prepareSite(site, options, shutdown), options),
    };
  });
}

async function prepareSite(site: Site, { stored }: Options, shutdown: Shutdown): Promise<Site> {
  if (stored !== null) {
    console.log(`Generating ${stored.toLocaleString("en-US")} stored intents …`);
    const whole = await addStored(site, stored, shutdown);
    await warmUpStored(whole);
    return whole;
  }
  console.log(`Preparing ${PREPARED_COUNT} performed and ${PREPARED_COUNT} held intents …\n`);
  await prepare(site);
  return site;
}

async function benchmark(site: Site, options: Options): Promise<number> {
  const figures = await measureAll(site, options);
  const goals = makeGoals(figures);
  const ratios = makeRatios(figures);
  printResults(site, options, figures, { goals, ratios });
  const profiles = options.profile ? await profileIntake(site, options) : [];
  if (options.json !== null) {
    const { postgresVersion, pgbench } = site;
    await writeResults(options.json, postgresVersion, { options, pgbench, figures, goals, ratios, profiles });
  }
  return figures.some(({ errorCount }) => errorCount > 0) ? EXIT_ERRORS : 0;
}

/** Kinds follow each other within one number of connections: what is compared is measured minutes apart at most. */
async function measureAll(site: Site, options: Options): Promise<Figures[]> {
  const { connections, rounds, seconds } = options;
  const kinds = kindsFor(options);
  const measured: Figures[] = [];
  console.log(tableHead());
  for (let round = 1; round <= rounds; round += 1) {
    for (const count of connections) {
      for (const kind of kinds) {
        const figures = await measure(site, { kind, connections: count, round }, seconds);
        console.log(tableRow(figures));
        measured.push(figures);
      }
    }
  }
  if (rounds === 1) return measured;
  return connections.flatMap((count) =>
    kinds.map((kind) => medianFigures(measured.filter((entry) => entry.kind === kind && entry.connections === count))),
  );
}

type Results = { goals: Ratio[]; ratios: Ratio[] };

function printResults(site: Site, options: Options, figures: Figures[], { goals, ratios }: Results): void {
  if (options.rounds > 1) {
    console.log(`\nMedians of ${options.rounds} rounds\n${tableHead()}`);
    for (const row of figures) console.log(tableRow(row));
  }
  console.log(`\n${ratioHead("Goals")}`);
  for (const entry of goals) console.log(ratioRow(entry));
  console.log(`\n${ratioHead("Ratios, inside this run")}`);
  for (const entry of ratios) console.log(ratioRow(entry));
  for (const line of ["", ...notes(site)]) console.log(line);
  const errors = errorRows(figures);
  if (errors.length > 0) console.log(`\nWhat was not as expected, the first of each cell:`);
  for (const row of errors) console.log(`  ${row}`);
}

function notes(site: Site): string[] {
  return [
    site.pgbench === null
      ? "insert + outbox: by the load process itself (there is no pgbench here); its clients pay no HTTP."
      : `insert + outbox: by ${site.pgbench}; its clients pay no HTTP.`,
    `PostgreSQL ${site.postgresVersion} with fsync and synchronous_commit on; Node ${process.versions.node}; ${availableParallelism()} cores, shared by web, PostgreSQL and load.`,
    "New intents are cleared by policy and their wake-ups queued, but no worker runs: what is measured is intake, not execution.",
    "Absolute figures swing with the machine, ratios and CPU µs less.",
  ];
}
