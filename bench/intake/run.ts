/** `npm run bench -- intake`: starts everything, measures cell by cell, prints, stops everything. */
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Shutdown } from "@/scripts/launch/shutdown";
import { listenForStop, StoppedError } from "@/scripts/launch/stop-signal";
import { KINDS } from "./cells";
import { ChildDiedError } from "./child";
import { type Figures, measure } from "./measure";
import { medianFigures } from "./median";
import { type Options, readOptions, UsageError } from "./options";
import { PREPARED_COUNT, prepare } from "./prepare";
import { type ProfileReport, profileIntake } from "./profile/profile-intake";
import { makeRatios } from "./ratios";
import { errorRows, ratioRows, tableHead, tableRow } from "./report";
import { type Site, startSite } from "./site";

const EXIT_ERRORS = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

export async function runIntake(argv: string[]): Promise<number> {
  const stop = listenForStop();
  const shutdown = new Shutdown();
  const stopped = stop.requested.then(() => Promise.reject(new StoppedError("stopped")));
  stopped.catch(() => undefined);
  try {
    const options = readOptions(argv);
    console.log("Starting PostgreSQL, web and load, each in a process of its own …");
    // Not raced: a PostgreSQL that is just starting is not known yet, and would outlive us.
    const site = await startSite(shutdown);
    return await Promise.race([stopped, benchmark(site, options)]);
  } catch (error) {
    if (error instanceof StoppedError) return EXIT_INTERRUPTED;
    if (!(error instanceof UsageError || error instanceof ChildDiedError)) throw error;
    console.error(error.message);
    return error instanceof UsageError ? EXIT_USAGE : EXIT_ERRORS;
  } finally {
    await shutdown.run();
  }
}

async function benchmark(site: Site, options: Options): Promise<number> {
  console.log(`Preparing ${PREPARED_COUNT} performed and ${PREPARED_COUNT} held intents …\n`);
  await prepare(site);
  const figures = await measureAll(site, options);
  const ratios = makeRatios(figures);
  printResults(site, options, figures, ratioRows(ratios));
  const profiles = options.profile ? await profileIntake(site, options) : [];
  if (options.json !== null) await writeJson(options.json, site, { options, figures, ratios, profiles });
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

function printResults(site: Site, options: Options, figures: Figures[], ratios: string[]): void {
  if (options.rounds > 1) {
    console.log(`\nMedians of ${options.rounds} rounds\n${tableHead()}`);
    for (const row of figures) console.log(tableRow(row));
  }
  console.log(`\n${"Ratios, inside this run".padEnd(40)}at once`);
  for (const row of ratios) console.log(row);
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

async function writeJson(
  file: string,
  site: Site,
  results: { options: Options; figures: Figures[]; ratios: ReturnType<typeof makeRatios>; profiles: ProfileReport[] },
): Promise<void> {
  const machine = {
    cores: availableParallelism(),
    node: process.versions.node,
    postgres: site.postgresVersion,
    platform: process.platform,
  };
  await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), machine, ...results }, null, 2)}\n`);
  console.log(`\nWritten to ${file}`);
}
