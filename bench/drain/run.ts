/** `npm run bench -- drain`: a backlog on each backend, and the bare protocol's beside it. */
import type { Shutdown } from "@/scripts/launch/shutdown";
import type { Backend } from "../execute/cells";
import { PART_ENTRIES, startParts } from "../execute/parts";
import { requireRedis } from "../execute/redis";
import { type Ground, startGround } from "../ground";
import { medianSpent } from "../median";
import { EXIT_ERRORS, runBenchmark, writeResults } from "../run-benchmark";
import { type Figures, KINDS, measureDrain } from "./measure";
import { type Options, readOptions } from "./options";
import { figuresHead, figuresRow, makeRatios, resultRows } from "./report";

type Found = { figures: Figures[]; postgresVersion: string };

export function runDrain(argv: string[]): Promise<number> {
  return runBenchmark(() => {
    const options = readOptions(argv);
    requireRedis(options.backends);
    return {
      start(shutdown) {
        console.log(`Starting PostgreSQL and load; each backlog is ${options.intents.toLocaleString("en-US")} …\n`);
        return startGround(shutdown, PART_ENTRIES);
      },
      run: (ground: Ground, shutdown) => benchmark(ground, options, shutdown),
    };
  });
}

async function benchmark(ground: Ground, options: Options, shutdown: Shutdown): Promise<number> {
  const { figures: all, postgresVersion } = await measureAll(ground, options, shutdown);
  const figures = options.rounds === 1 ? all : medians(all, options);
  const ratios = makeRatios(figures);
  for (const row of resultRows(figures, ratios, postgresVersion)) console.log(row);
  if (options.json !== null) await writeResults(options.json, postgresVersion, { options, figures, ratios });
  return figures.some(({ errors }) => errors.length > 0) ? EXIT_ERRORS : 0;
}

/** A database of its own for each backend and round; the bare protocol's backlog is in the same one. */
async function measureAll(ground: Ground, options: Options, shutdown: Shutdown): Promise<Found> {
  const found: Found = { figures: [], postgresVersion: "" };
  console.log(figuresHead());
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const backend of options.backends) {
      const parts = await startParts(ground, backend, `drain_${backend}_${round}`, shutdown);
      found.postgresVersion = parts.postgresVersion;
      for (const kind of KINDS) {
        const figures = await measureDrain(parts, kind, options.intents);
        console.log(figuresRow(figures));
        found.figures.push(figures);
      }
      await parts.stop();
    }
  }
  return found;
}

function medians(all: Figures[], { backends, rounds }: Options): Figures[] {
  console.log(`\nMedians of ${rounds} rounds\n${figuresHead()}`);
  return backends.flatMap((backend: Backend) =>
    KINDS.map((kind) => {
      const cells = all.filter((entry) => entry.backend === backend && entry.kind === kind);
      const row = { ...medianSpent(cells), errors: cells.flatMap(({ errors }) => errors) };
      console.log(figuresRow(row));
      return row;
    }),
  );
}
