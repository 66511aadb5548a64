/** `npm run bench -- execute`: a product on each backend in turn, measured cell by cell beside its baselines. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Shutdown } from "@/scripts/launch/shutdown";
import type { Ground } from "../ground";
import { medianFigures } from "../median";
import { statementRows } from "../profile/statements";
import { profileRows } from "../profile/take-profiles";
import { EXIT_ERRORS, runBenchmark, writeResults } from "../run-benchmark";
import { KINDS } from "./cells";
import { type Figures, measure } from "./measure";
import { type Options, readOptions } from "./options";
import { type ExecuteProfile, profileExecute } from "./profile-execute";
import { makeGoals, makeRatios } from "./ratios";
import { requireRedis } from "./redis";
import { backendHead, figuresRow, resultRows } from "./report";
import { type Site, startExecuteGround, startSite } from "./site";

type Found = { figures: Figures[]; profiles: ExecuteProfile[]; postgresVersion: string };

export function runExecute(argv: string[]): Promise<number> {
  return runBenchmark(() => {
    const options = readOptions(argv);
    requireRedis(options.backends);
    return {
      start(shutdown) {
        console.log("Starting PostgreSQL and load; web, worker and downstream follow for each backend …");
        return startExecuteGround(shutdown, options);
      },
      run: (ground: Ground, shutdown) => benchmark(ground, options, shutdown),
    };
  });
}

async function benchmark(ground: Ground, options: Options, shutdown: Shutdown): Promise<number> {
  const { figures: all, profiles, postgresVersion } = await measureAll(ground, options, shutdown);
  const figures = options.rounds === 1 ? all : medians(all, options);
  const goals = makeGoals(figures);
  const ratios = makeRatios(figures);
  for (const row of resultRows(figures, { goals, ratios }, postgresVersion)) console.log(row);
  for (const entry of profiles) printProfile(entry);
  if (options.json !== null) {
    await writeResults(options.json, postgresVersion, { options, figures, goals, ratios, profiles });
  }
  return figures.some(({ errorCount }) => errorCount > 0) ? EXIT_ERRORS : 0;
}

/** One product at a time: the other one's sweepers would take part in the figures. */
async function measureAll(ground: Ground, options: Options, shutdown: Shutdown): Promise<Found> {
  const found: Found = { figures: [], profiles: [], postgresVersion: "" };
  const profileDir = options.profile ? mkdtempSync(join(tmpdir(), "interlock-profile-")) : null;
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const backend of options.backends) {
      const site = await startSite(ground, backend, round, shutdown);
      found.postgresVersion = site.postgresVersion;
      found.figures.push(...(await measureSite(site, options)));
      if (profileDir !== null && round === 1) found.profiles.push(await profileExecute(site, options, profileDir));
      await site.stop();
    }
  }
  return found;
}

async function measureSite(site: Site, { connections, seconds }: Options): Promise<Figures[]> {
  const measured: Figures[] = [];
  console.log(backendHead(site.backend));
  for (const count of connections) {
    for (const kind of KINDS) {
      const figures = await measure(site, { kind, connections: count, purpose: "measure" }, seconds);
      console.log(figuresRow(figures));
      measured.push(figures);
    }
  }
  return measured;
}

function printProfile({ processes, statements }: ExecuteProfile): void {
  for (const row of [...processes.flatMap(profileRows), ...statementRows(statements)]) console.log(row);
  for (const { file } of processes) console.log(`Kept for a browser's developer tools: ${file}`);
}

function medians(all: Figures[], { backends, connections, rounds }: Options): Figures[] {
  const figures = backends.flatMap((backend) => {
    console.log(`\nMedians of ${rounds} rounds${backendHead(backend)}`);
    return connections.flatMap((count) =>
      KINDS.map((kind) => {
        const cells = all.filter(
          (entry) => entry.backend === backend && entry.kind === kind && entry.connections === count,
        );
        const row = medianFigures(cells);
        console.log(figuresRow(row));
        return row;
      }),
    );
  });
  return figures;
}
