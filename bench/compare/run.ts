/** `npm run bench -- peers`: the same work by the product, DBOS and Restate, one after the other, in one table. */
import { networkInterfaces } from "node:os";
import type { Shutdown } from "@/scripts/launch/shutdown";
import { UsageError } from "../arguments";
import { PART_ENTRIES } from "../execute/parts";
import { requireRedis } from "../execute/redis";
import { type Ground, startGround } from "../ground";
import { medianFigures } from "../median";
import { versionOf } from "../product-database";
import { EXIT_ERRORS, runBenchmark, writeResults } from "../run-benchmark";
import { cellsFor } from "./cells";
import { startDbos } from "./dbos";
import { findRestateServer, installPeers } from "./install";
import { startInterlock } from "./interlock";
import { type Figures, measure, prepareSystem } from "./measure";
import { type Options, readOptions } from "./options";
import { makeRatios } from "./ratios";
import { figuresHead, figuresRow, resultRows } from "./report";
import { startRestate } from "./restate";
import type { System, SystemName } from "./systems";

/** Without a version where nothing that was measured uses PostgreSQL. */
type Found = { figures: Figures[]; postgresVersion: string };

export function runPeers(argv: string[]): Promise<number> {
  return runBenchmark(() => {
    const options = readOptions(argv);
    if (options.systems.includes("redis")) requireRedis(["redis"]);
    if (options.systems.some((name) => name.startsWith("restate"))) requireNoNetwork();
    return {
      async start(shutdown) {
        await installPeers();
        console.log("Starting PostgreSQL and load; the systems follow, one at a time …\n");
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
  for (const row of resultRows(figures, ratios)) console.log(row);
  if (options.json !== null) await writeResults(options.json, postgresVersion, { options, figures, ratios });
  return figures.some(({ errorCount }) => errorCount > 0) ? EXIT_ERRORS : 0;
}

/** One system at a time: an idle one still polls, beats and sweeps. */
async function measureAll(ground: Ground, options: Options, shutdown: Shutdown): Promise<Found> {
  const found: Found = { figures: [], postgresVersion: "" };
  console.log(figuresHead());
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const name of options.systems) {
      const system = await startSystem(ground, name, round, shutdown);
      if (system.sql !== null) found.postgresVersion = await versionOf(system.sql);
      await prepareSystem(ground, system);
      for (const cell of cellsFor(options.connections)) {
        const figures = await measure(ground, system, cell, options.seconds);
        console.log(figuresRow(figures));
        found.figures.push(figures);
      }
      await system.stop();
    }
  }
  return found;
}

/** Restate's server asks the internet for its newest release at every start, whatever it is told: it is not let out. */
function requireNoNetwork(): void {
  const outside = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter((one) => !one.internal),
  );
  if (outside.length === 0) return;
  throw new UsageError(
    `Restate's server calls out at every start. Install bench/peers with npm ci, then run this without a network:
unshare --map-root-user --net sh -c 'ip link set lo up; npm run bench -- peers' (or leave Restate out by --systems).`,
  );
}

function startSystem(ground: Ground, name: SystemName, round: number, shutdown: Shutdown): Promise<System> {
  switch (name) {
    case "redis":
    case "embedded":
      return startInterlock(ground, name, round, shutdown);
    case "dbos":
      return startDbos(ground, round, shutdown);
    case "restate":
    case "restate-tuned": {
      const server = findRestateServer();
      if (server === null) throw new UsageError("Restate has no server for this platform: leave it out by --systems.");
      return startRestate(ground, { name, server, round }, shutdown);
    }
  }
}

function medians(all: Figures[], { systems, connections, rounds }: Options): Figures[] {
  console.log(`\nMedians of ${rounds} rounds\n${figuresHead()}`);
  return systems.flatMap((system) =>
    cellsFor(connections).map((cell) => {
      const row = medianFigures(
        all.filter(
          (entry) => entry.system === system && entry.kind === cell.kind && entry.connections === cell.connections,
        ),
      );
      console.log(figuresRow(row));
      return row;
    }),
  );
}
