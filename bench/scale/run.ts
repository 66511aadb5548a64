/** `npm run bench -- scale`: the rate and its cost as webs and workers are added, on Redis. */
import type { Shutdown } from "@/scripts/launch/shutdown";
import { makeUsage, parseOptions, readInteger } from "../arguments";
import { PART_ENTRIES, startParts } from "../execute/parts";
import { requireRedis } from "../execute/redis";
import { type Ground, startGround } from "../ground";
import { EXIT_ERRORS, runBenchmark, writeResults } from "../run-benchmark";
import { type Figures, measureScale, type Site } from "./measure";
import { figuresHead, figuresRow, resultRows } from "./report";

const WEBS_MAX = 2;
const WORKERS_MAX = 3;
const WEB = "bench/web.ts";
const LOAD = "bench/load/main.ts";

const USAGE = makeUsage("scale", {}).replace(/\n {2}--(connections|rounds) .*/g, "");

type Options = { seconds: number; connections: number; json: string | null };

function readOptions(argv: string[]): Options {
  const usage = `${USAGE}\n  --connections N       how many at once, shared out to the webs (default 64)`;
  const known = {
    seconds: { type: "string", default: "5" },
    connections: { type: "string", default: "64" },
    json: { type: "string" },
  } as const;
  const { seconds, connections, json } = parseOptions(argv, known, usage);
  return {
    seconds: readInteger("--seconds", seconds, { min: 1, max: 120, usage }),
    connections: readInteger("--connections", connections, { min: WEBS_MAX, max: 128, usage }),
    json: json ?? null,
  };
}

export function runScale(argv: string[]): Promise<number> {
  return runBenchmark(() => {
    const options = readOptions(argv);
    requireRedis(["redis"]);
    return {
      start(shutdown) {
        console.log("Starting PostgreSQL, Redis, two webs and a worker; more workers follow …");
        return startGround(shutdown, PART_ENTRIES, { max_connections: "300" });
      },
      run: (ground: Ground, shutdown) => benchmark(ground, options, shutdown),
    };
  });
}

async function benchmark(ground: Ground, options: Options, shutdown: Shutdown): Promise<number> {
  const parts = await startParts(ground, "redis", "scale", shutdown);
  const site: Site = {
    parts,
    webs: [parts.web, await parts.start("web-2", WEB)],
    loads: [parts.load, await parts.start("load-2", LOAD)],
    workers: [],
  };
  const figures: Figures[] = [];
  console.log(figuresHead());
  for (let workers = 1; workers <= WORKERS_MAX; workers += 1) {
    site.workers.push(await parts.startWorker());
    for (let webs = 1; webs <= WEBS_MAX; webs += 1) {
      // Each path of a process is compiled before its cell counts; the first cell of a site would pay for all of them.
      await measureScale(site, webs, { ...options, seconds: 1, prefix: `warm-${webs}-${workers}` });
      const one = await measureScale(site, webs, { ...options, prefix: `scale-${webs}-${workers}` });
      console.log(figuresRow(one));
      figures.push(one);
    }
  }
  for (const row of resultRows(figures, parts.postgresVersion)) console.log(row);
  if (options.json !== null) await writeResults(options.json, parts.postgresVersion, { options, figures });
  return figures.some(({ errors }) => errors.length > 0) ? EXIT_ERRORS : 0;
}
